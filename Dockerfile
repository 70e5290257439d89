# The service and its workers as an image: `docker build -t assay .`, `docker run -p 3000:3000 --read-only --tmpfs /tmp assay`.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What only a larger deployment needs is no dependency of the package; here it is at hand. Without `--save-prod` npm takes it for the development that the package has it for too, and `--omit` leaves it out.
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm install --no-save --save-prod --omit=dev --ignore-scripts --no-audit --no-fund better-auth@1.7.7 bullmq@6.7.0 ioredis@5.11.1 openai@6.49.0 @anthropic-ai/sdk@1.11.0 pg@8.23.1 \
  && rm -rf .cache src adapters tools tsconfig*.json

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app ./
# Nothing is written: the file system may be read-only. Keys are in the database that `DATABASE_URL` names.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/adapters/cli/main.js"]
CMD ["serve"]
