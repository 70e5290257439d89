import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { RuleError } from '../../src/rule-error.ts'
import { createScannerFromData } from '../../src/engine.ts'

const HEAD = 'id: t\ntitle: T\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-1]\ndescription: D.\n'

/** The mistakes in a rule of these languages whose matcher is `match`, starting at line 9: `line:column code`, and the hint. */
async function mistakes(languages: string, match: string): Promise<readonly string[]> {
  return (await diagnose(languages, match)).map(
    ({ line, column, code, hint }) => `${line}:${column} ${code}${hint?.startsWith('did you mean') === true ? ` ${hint}` : ''}`,
  )
}

async function diagnose(languages: string, match: string): Promise<RuleError['diagnostics']> {
  const text = `${HEAD}languages: [${languages}]\n${match}\n`
  try {
    await createScannerFromData({
      folders: [{ name: 'x', rules: [{ path: 't.yaml', text }], shared: [], packs: [], whole: true }],
      packs: [],
      runtime: readFileSync('dist/grammars/web-tree-sitter.wasm'),
      grammar: (name) => readFileSync(`dist/grammars/${name}.wasm`),
      check: true,
    })
    return []
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return error.diagnostics
  }
}

test.each<[name: string, match: string, hint: string]>([
  ['a value that starts with @', 'match:\n  calls: @scope/module.run', "in single quotes: '@scope/module.run'"],
  ['a value with a colon', 'match:\n  pattern: { a: 1 }\nfix: Write a: b', 'put a value that contains `: ` in quotes'],
  ['a module in a pattern', "match:\n  pattern: '@scope/module.run($X)'", "use `calls: '@scope/module.run'`"],
])('the hint says what to write instead of %s', async (_name, match, expected) => {
  expect((await diagnose('javascript', match)).map(({ hint }) => hint)).toContainEqual(expect.stringContaining(expected))
})

describe('mistakes in matchers', () => {
  test.each<[name: string, languages: string, match: string, expected: readonly string[]]>([
    ['a pattern that parses', 'javascript', 'match: { pattern: f($X) }', []],
    ['an open bracket', 'javascript', 'match:\n  pattern: f($X', ['10:13 pattern/syntax']],
    ['a list without a name', 'javascript, python', 'match:\n  pattern: f("$...", $..., 1)', ['10:22 pattern/syntax']],
    ['a stray bracket', 'javascript', 'match:\n  pattern: f($X) )', ['10:18 pattern/syntax']],
    ['a mistake in the middle of a line', 'javascript', 'match:\n  pattern: f(a, , b) c d', ['10:22 pattern/syntax']],
    ['a mistake on the second line of a block', 'javascript', 'match:\n  pattern: |\n    f($X);\n    g($Y;', ['12:6 pattern/syntax']],
    ['a mistake in a quoted text', 'javascript', 'match:\n  pattern: "f(\\"a\\", ]"', ['10:22 pattern/syntax']],
    ['a pattern of Python for JavaScript', 'javascript', 'match: { pattern: "def $F(...): ..." }', ['9:24 pattern/syntax']],
    ['a pattern of JavaScript for Python', 'python', 'match: { pattern: "const $X = $Y" }', ['9:26 pattern/syntax']],
    ['a pattern that only one language has', 'javascript, python', 'match: { pattern: "const $X = $Y" }', ['9:26 pattern/syntax']],
    [
      'the same, limited',
      'javascript, python',
      'match: { any: [{ languages: [javascript], pattern: "const $X = $Y" }, { languages: [python], pattern: $X = $Y }] }',
      [],
    ],
    ['a pattern of JSX', 'javascript, typescript', 'match: { pattern: "<a href={$X} />" }', []],
    ['a pattern of types', 'typescript', 'match: { pattern: "const $X: string = $Y" }', []],
    ['two mistakes at once', 'javascript', 'match:\n  any:\n    - pattern: f(\n    - pattern: g(', ['11:17 pattern/syntax', '12:17 pattern/syntax']],
    ['a pattern in a relation', 'javascript', 'match:\n  call: f\n  inside: { pattern: "g(" }', ['11:24 pattern/syntax']],
    ['a pattern in a constraint', 'javascript', 'match:\n  call: f\n  arguments: { "0": { pattern: "g(" } }', ['11:34 pattern/syntax']],
    [
      'a pattern in a property',
      'javascript',
      'match:\n  call: f\n  arguments: { "0": { properties: { a: { pattern: "g(" } } } }',
      ['11:53 pattern/syntax'],
    ],
    ['a glob that is not closed', 'javascript', 'paths: { exclude: [test/**, "src/{a,b"] }\nmatch: { call: f }', ['9:29 paths/malformed-glob']],
    ['a glob of another tool', 'javascript', 'paths:\n  include: ["+(a|b).js"]\nmatch: { call: f }', ['10:13 paths/malformed-glob']],
    ['an unknown kind', 'javascript', 'match: { kind: call_expresion }', ['9:16 kind/unknown-node did you mean `call_expression`?']],
    ['an unknown kind among others', 'python', 'match: { kind: [call, strng] }', ['9:23 kind/unknown-node did you mean `string`?']],
    [
      'a kind of another language',
      'javascript, python',
      'match: { kind: function_definition }',
      ['9:16 kind/unknown-node did you mean `function_declaration`?'],
    ],
    ['a kind of TSX alone', 'typescript', 'match: { kind: jsx_element }', []],
    ['an empty segment in a name', 'javascript', 'match: { call: a..b }', ['9:16 call/malformed-name']],
    ['a space in a name', 'javascript', 'match: { call: [f, "a b"] }', ['9:20 call/malformed-name']],
    ['alternatives in braces', 'javascript', 'match: { call: "App().{get,post}" }', []],
    ['an open brace', 'javascript', 'match: { call: [f, "App().{get,post"] }', ['9:20 call/malformed-name']],
    ['a space in an alternative', 'javascript', 'match: { call: [f, "App().{get,p q}"] }', ['9:20 call/malformed-name']],
    [
      'characters of code in a name',
      'javascript',
      'match: { call: [f, "a|b", "a?.b", "a => b"] }',
      ['9:20 call/malformed-name', '9:27 call/malformed-name', '9:35 call/malformed-name'],
    ],
    ['a call for a name', 'javascript', 'match: { call: "f(x)" }', ['9:16 call/malformed-name']],
    ['a metavariable in a name', 'javascript', 'match: { call: $X.f }', ['9:16 call/malformed-name']],
    ['names with a dollar', 'javascript', 'match: { call: [$.ajax, $_, prisma.$queryRaw, $q.all] }', []],
    ['a name with calls', 'javascript', 'match: { call: "f().g().h" }', []],
    ['a scoped module', 'javascript', 'match: { call: "@aws-sdk/client-s3.S3Client" }', []],
    ['a malformed name in symbol', 'javascript', 'match:\n  call: f\n  arguments: { "0": { symbol: a..b } }', ['11:31 call/malformed-name']],
    ['a malformed argument', 'javascript', 'match:\n  call: f\n  arguments: { first: 1 }', ['11:16 schema/wrong-form']],
    ['an invalid regex', 'javascript', 'match: { regex: "a(b" }', ['9:19 regex/syntax']],
    ['look-ahead', 'javascript', 'match:\n  kind: string\n  regex: a(?=b)', ['11:11 regex/syntax']],
    ['a local metavariable of its pattern', 'javascript', 'match:\n  pattern: f($_X)\n  where: { $_X: a }', []],
    [
      'a local metavariable of another pattern',
      'javascript',
      'match:\n  any: [{ pattern: f($_X) }]\n  where: { $_X: a }',
      ['11:12 metavariable/unbound'],
    ],
    ['a regex in where', 'javascript', 'match:\n  pattern: f($X)\n  where: { $X: { regex: "[" } }', ['11:26 regex/syntax']],
    ['code in a text rule', 'javascript', 'match:\n  regex: (?P<K>abc)\n  where: { $K: { call: f } }', ['11:24 where/needs-code']],
    ['an invalid comparison', 'javascript', 'match:\n  pattern: f($X)\n  where: { $X: { comparison: "about 5" } }', ['11:30 comparison/syntax']],
    ['a metavariable that nothing binds', 'javascript', 'match:\n  pattern: f($X)\n  where: { $Y: 1 }', ['11:12 metavariable/unbound']],
    ['code in configuration files', 'yaml, json', 'match: { pattern: f($X) }', ['9:8 rule/never-matches']],
    ['code in configuration files, by name', 'toml', 'match:\n  any: [{ call: f }, { kind: string }]', ['10:3 rule/never-matches']],
    ['a document in code', 'python', 'match: { document: { path: a.b, equals: 1 } }', ['9:8 rule/never-matches']],
    ['data flow in configuration files', 'yaml', 'taint: { sources: [{ call: f }], sinks: [{ call: g }] }', ['9:8 rule/never-matches']],
    ['code in one of the languages', 'javascript, yaml', 'match: { pattern: f($X) }', ['8:25 rule/never-matches']],
    [
      'a matcher for two of three languages',
      'javascript, typescript, python',
      'match: { languages: [javascript, typescript], call: f }',
      ['8:37 rule/never-matches'],
    ],
    ['code in every text', 'text', 'match: { kind: identifier }', []],
    [
      'a query of no node in a parameter',
      'javascript, typescript',
      'match: { query: "(formal_parameters (parameter (identifer) @match))" }',
      ['9:49 query/unknown-node did you mean `identifier`?'],
    ],
    ['a query of no node', 'javascript', 'match: { query: "(call_expresion) @match" }', ['9:19 query/unknown-node did you mean `call_expression`?']],
  ])('%s', async (_name, languages, match, expected) => {
    expect(await mistakes(languages, match)).toEqual(expected)
  })
})

describe('a pattern with a bracket too few or too many', () => {
  it.each([
    { name: 'one that is never closed', pattern: 'foo($X', message: '`(` is never closed.', hint: 'write `)` where it ends' },
    { name: 'one of several', pattern: 'foo([$X, { a: $Y }', message: '`[` is never closed.', hint: 'write `]` where it ends' },
    { name: 'one that closes nothing', pattern: 'foo($X))', message: '`)` has no opening bracket.', hint: 'remove it, or add the opening bracket' },
    { name: 'one of another kind', pattern: 'foo($X]', message: '`]` is found where `)` must close `(`.', hint: 'write `)` before it' },
    {
      name: 'none for brackets in strings',
      pattern: "foo('(' 1)",
      message: 'The pattern is not valid code in the tree-sitter-javascript grammar.',
      hint: undefined,
    },
  ])('is reported, and not attributed to another language: $name', async ({ pattern, message, hint }) => {
    const [fault] = await diagnose('javascript', `match: { pattern: ${JSON.stringify(pattern)} }`)
    expect(fault.message).toBe(message)
    if (hint !== undefined) expect(fault.hint).toBe(hint)
  })
})
