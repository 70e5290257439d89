import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RuleError } from '../../src/rule-error.ts'
import { assembleScanner } from '../../src/engine.ts'

const SHARED = `
matchers:
  random-text:
    description: A text that looks random.
    where: { $MATCH: { entropy: 3 } }
    not: { use: placeholder-text }
  placeholder-text:
    description: A text that stands in for another.
    any: [{ regex: example }, { regex: '^x+$' }]
  code-text:
    description: A call.
    call: f
`
const rule = (id: string, rest: string): { path: string; text: string } => ({
  path: `${id}.yaml`,
  text: `id: ${id}\ntitle: T\nseverity: high\nconfidence: high\ncategory: secrets\ncwe: [CWE-1]\ndescription: D.\n${rest}\n`,
})

/** `rule line` of each finding. */
async function scan(rules: readonly { path: string; text: string }[], path: string, content: string): Promise<readonly string[]> {
  const scanner = await assembleScanner({
    folders: [{ name: 'x', rules, shared: [{ path: 'shared/s.yaml', text: SHARED }], packs: [], whole: true }],
    packs: [],
    runtime: readFileSync('dist/grammars/web-tree-sitter.wasm'),
    grammar: (name) => readFileSync(`dist/grammars/${name}.wasm`),
    check: true,
  })
  try {
    return (await scanner.scan([{ path, content }])).findings.map(({ rule: id, line }) => `${id} ${line}`)
  } finally {
    await scanner.close()
  }
}

const TEXT = rule('text', 'languages: [text]\nmatch: { regex: "key=(?P<K>\\\\w+)", where: { $K: { use: random-text } } }')
const LINES = 'key=aB3dE6gH9j\nkey=aB3example\nkey=aaaabbbb\nkey=xxxxxxxxxx\n'

describe('a named matcher as a constraint', () => {
  test('is tested on a range of text', async () => {
    expect(await scan([TEXT], 'a.txt', LINES)).toEqual(['text 1'])
  })

  test('is tested on a value of a configuration file', async () => {
    const value = rule('value', 'languages: [yaml]\nmatch: { document: { path: "*", use: random-text } }')
    expect(await scan([value], 'a.yaml', 'a: aB3dE6gH9j\nb: aB3example\nc: aaaabbbb\n')).toEqual(['value 1'])
  })

  test('holds none of the keys that are about code', async () => {
    const code = rule('code', 'languages: [text]\nmatch: { regex: "key=(?P<K>\\\\w+)", where: { $K: { use: code-text } } }')
    const faults = await scan([code], 'a.txt', LINES).catch((error: unknown) => (error instanceof RuleError ? error.diagnostics : []))
    expect(faults).toMatchObject([{ code: 'where/needs-code', file: 'shared/s.yaml', line: 12 }])
  })
})

describe('a rule that yields to a glob', () => {
  const keyed = (id: string, rest: string): { path: string; text: string } => rule(id, `languages: [text]\nmatch: { regex: key=\\w+ }\n${rest}`)

  test('yields to another matching rule, and not to itself', async () => {
    expect(await scan([keyed('key-any', 'yields-to: ["key-*"]'), keyed('key-one', '')], 'a.txt', 'key=1\n')).toEqual(['key-one 1'])
    expect(
      await scan([keyed('key-any', 'yields-to: ["key-*"]'), rule('key-two', 'languages: [text]\nmatch: { regex: other }')], 'a.txt', 'key=1\n'),
    ).toEqual(['key-any 1'])
  })

  test('is reported if no other rule has such a name', async () => {
    const faults = await scan([keyed('key-any', 'yields-to: ["key-*"]')], 'a.txt', '').catch((error: unknown) =>
      error instanceof RuleError ? error.diagnostics : [],
    )
    expect(faults).toMatchObject([{ code: 'rule/unknown-rule' }])
  })
})
