/** The most used packages of npm and PyPI, besides those with a model file. Modules of a standard library are not packages. */
export const WELL_KNOWN_PACKAGES: readonly string[] = `
  @angular/core @anthropic-ai/sdk @apollo/server @aws-sdk/client-s3 @fastify/multipart @google/generative-ai @hapi/hapi @hapi/joi
  @koa/router @nestjs/common @pinecone-database/pinecone @prisma/client @remix-run/node @supabase/supabase-js @sveltejs/kit @trpc/server
  @sinclair/typebox @tanstack/react-query adm-zip agenda aiofiles aiohttp aiokafka aiomysql aiosqlite ajv alembic amqplib anthropic anyio
  apollo-server archiver argon2 arktype asyncpg attrs axios bcrypt bcryptjs bleach body-parser boto3 bottle bullmq busboy celery
  celebrate chainlit chromadb class-transformer class-validator commander connect-redis consola cookie-parser cookie-session cors cryptography
  csurf date-fns dayjs decompress deepmerge django djangorestframework dompurify drizzle-orm dotenv dramatiq ejs elasticsearch
  electron ethers eventemitter3 execa express express-async-handler express-fileupload express-jwt express-mongo-sanitize express-openapi-validator
  express-rate-limit express-session express-validator extract-zip falcon fast-glob fast-xml-parser fastapi fastify fastmcp
  firebase firebase-admin flask flask_login flask_wtf formidable fs-extra ftp gevent globby googleapis got gradio graphene graphql gray-matter
  grpcio gunicorn h3 handlebars helmet hono html-react-parser htmlparser2 http-proxy http-proxy-middleware httpx huey hypercorn inquirer
  ioredis io-ts itsdangerous jade jinja2 joblib jose joi jquery jsdom json5 jsonschema jsonwebtoken kafkajs keras knex koa koa-body koa-router
  langchain ldap3 ldapjs libxmljs litestar llama_index lodash lodash.merge luxon mako mariadb mathjs mem memoizee minimist moment
  mongodb mongoengine mongoose motor msw multer mustache mysql mysql2 nconf needle nestjs nextjs next-auth node-cron
  node-fetch nodemailer numpy nunjucks nuxt odoo ofetch openai openpyxl p-map p-queue pandas paramiko parcel parse-url passport peewee
  pg pg-promise phin pikepdf pillow pinia playwright pony preact prisma prompts protobuf psycopg psycopg2 pug pyjwt pymongo pymysql pyramid
  pyrogram python-jose qs quart ramda ratelimit react react-dom react-router react-router-dom redis redux request-promise requests rich
  sanic sanitize-html scikit-learn scipy scrapy semver sequelize shelljs simple-git socket.io solid-js sqlalchemy sqlite3 sqlmodel
  starlette strawberry streamlit styled-components superagent supertest svelte swig tensorflow tldextract torch transformers trpc twig
  twisted typeorm typer undici underscore unzipper urllib3 uuid uvicorn valibot vine vm2 vue vue-router webargs webpack
  werkzeug winston wretch ws wtforms xmldom xmlrpc2 xss yargs yauzl yup zeromq zod zx
`
  .trim()
  .split(/\s+/)
