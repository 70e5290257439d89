import { readFileSync } from 'node:fs'
import type { Examiner } from '../../src/model/examiner.ts'
import type { EngineData } from '../../src/engine-data.ts'
import { assembleScanner } from '../../src/engine.ts'
import type { Scanner } from '../../src/model/scanner.ts'

const runtime = readFileSync('dist/grammars/web-tree-sitter.wasm')

/** Rules as text, one YAML document each, without the common keys. */
const RULES: Readonly<Record<string, string>> = {
  'eval-call': `
severity: critical
category: injection
languages: [javascript, typescript, python]
match: { call: eval }
message: Evaluates $MATCH.`,
  'token-text': `
severity: high
category: secrets
languages: [text]
message: Found $KEY.
match: { regex: 'tok_(?P<KEY>[a-z0-9]{12})', focus: $KEY }`,
  'two-texts': `
severity: low
category: secrets
languages: [text]
match: { any: [{ regex: tik_1 }, { regex: tuk_1 }] }`,
  'privileged-container': `
severity: medium
category: infrastructure
languages: [yaml]
match: { document: { path: 'services.*.privileged', equals: true } }`,
  'unverified-hook': `
severity: low
category: access
languages: [javascript, python]
match: { call: handleHook }
requires: [{ scope: project, absent: { call: verifyHook } }]`,
  'hook-of-express': `
severity: low
category: access
languages: [javascript]
match: { call: handleExpress }
requires:
  - { scope: project, match: { document: { path: dependencies.express } } }
  - { scope: project, absent: { regex: 'verified-by-proxy' } }`,
  'unverified-post': `
severity: low
category: access
languages: [javascript]
match: { call: handlePost }
requires:
  - { scope: package, match: { document: { path: dependencies.express } } }
  - { scope: package, absent: { call: verifyPost } }`,
  'handed-on': `
severity: low
category: access
languages: [javascript]
match: { pattern: 'handOn($FIRST, $...REST)' }
message: 'Hands on \`$...REST\`.'
autofix: { replace: 'pass($...REST)' }`,
  'handed-over': `
severity: low
category: access
languages: [javascript]
match: { pattern: handOver($...REST) }
autofix: { edits: [{ at: $...REST, text: 'nothing' }] }`,
  'unlocked-shop': `
severity: low
category: supply-chain
languages: [json]
paths: { include: [shop.json] }
match: { document: { path: name } }
requires:
  - { scope: above, files: [package-lock.json, 'locks/*.lock'], present: false }
  - { scope: package, files: ['*.js'], present: true }
  - { scope: above, files: [.ignored], absent: { regex: '(?m)^shops$' } }`,
  'switch-off': `
severity: low
category: access
languages: [javascript]
match: { call: connect }
autofix: { edits: [{ at: $MATCH, find: 'verify: (?P<VALUE>false)', text: 'true' }, { at: $MATCH, find: 'old_', text: 'new_' }] }`,
  'any-equality': `
severity: low
category: access
languages: [javascript]
match: { pattern: $A == $B }
autofix: { replace: $A === $B }`,
}

/** A scanner with the rules above, without those of the package. */
export function createTestScanner(options: Partial<EngineData> = {}, chooseExaminer?: (own: Examiner) => Examiner): Promise<Scanner> {
  const rules = Object.entries(RULES).map(([id, text]) => ({
    path: `${id}.yaml`,
    text: `id: ${id}\ntitle: ${id}\nconfidence: high\ncwe: [CWE-1]\ndescription: About ${id}.${text}\n`,
  }))
  const data: EngineData = {
    folders: [{ name: 'test', rules, shared: [], packs: [], whole: true }],
    packs: [],
    runtime,
    grammar: (name) => readFileSync(`dist/grammars/${name}.wasm`),
    check: true,
    ...options,
  }
  return assembleScanner(data, chooseExaminer)
}
