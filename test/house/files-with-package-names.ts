type NamesByFile = Readonly<Record<string, readonly string[]>>

/** Files in `src/` that still contain package names. Remove entries when their knowledge moves to `rules/models`, and add none. */
export const FILES_WITH_PACKAGE_NAMES: NamesByFile = {
  'languages/javascript/lower/lower-schema-value.ts': ['yup', 'zod'],
  'languages/javascript/lower/lower-schema.ts': ['@hapi/joi', 'joi', 'nanoid', 'ulid', 'uuid', 'valibot', 'yup', 'zod'],
  'languages/javascript/lower/request-schema.ts': ['celebrate', 'express-validator'],
  'languages/javascript/lower/validator-chain.ts': ['express-validator'],
  'languages/python/lower/app-key.ts': ['aiohttp'],
  'languages/python/lower/command-options.ts': ['uuid'],
  'languages/python/lower/derived-from.ts': ['httpx', 'tldextract', 'yarl'],

  'languages/python/lower/lower-dependency.ts': ['fastapi'],
  'languages/python/lower/read-condition.ts': ['uuid'],
  'languages/python/lower/read-record.ts': ['attrs', 'strawberry'],
  'languages/python/lower/sanitizing-type.ts': ['pydantic', 'uuid'],
}

/** Names with another meaning in a file: a file format, a language, a category of rules, the name of a code generator, or an example in a message. */
export const FORMATS_AND_WORDS: NamesByFile = {
  'flow/solve-group.ts': ['connect'],
  'languages/python/lower/constant-collection.ts': ['attrs'],
  'matchers/call/call.ts': ['express'],
  'matchers/constraint/compile-symbol.ts': ['express'],
  'languages/hosts/page-formats.ts': ['svelte', 'vue'],
  'languages/json/dialect.ts': ['json5'],
  'languages/unread/unread-languages.ts': ['dash', 'ejs', 'jade', 'pug'],
  'model/sample-file.ts': ['json5'],
  'model/test-code.ts': ['playwright'],
  'pack/describe-fault.ts': ['dotenv'],
  'scan/triage/recognise-skip-generated.ts': ['anthropic', 'graphql', 'openai', 'prisma', 'protobuf', 'swig'],
  'scan/triage/recognise-skip-vendored.ts': ['nuxt', 'svelte', 'vue'],
  'testing/expand-templates.ts': ['uuid'],
  'text/suppression-markers.ts': ['xss'],
}
