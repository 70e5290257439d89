type NamesByFile = Readonly<Record<string, readonly string[]>>

/** Names with another meaning in a file: a file format, a language, a category of rules, the name of a code generator, or an example in a message. */
export const FORMATS_AND_WORDS: NamesByFile = {
  'flow/solve-group.ts': ['connect'],
  'languages/python/lower/constant-collection.ts': ['attrs'],
  'matchers/call/call.ts': ['express'],
  'matchers/constraint/compile-symbol.ts': ['express'],
  'languages/hosts/page-formats.ts': ['svelte', 'vue'],
  'languages/javascript/lower/lower-schema.ts': ['uuid'],
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
