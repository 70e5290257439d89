import { beforeAll, describe, expect, test } from 'vitest'
import { compileQuery } from '../../src/matchers/query/compile-query.ts'
import type { NodeMatcher } from '../../src/model/matcher.ts'
import { loadOracle, type Oracle } from './oracle.ts'
import { contextOf } from './run-query.ts'

let oracle: Oracle

beforeAll(async () => {
  oracle = await loadOracle('javascript', 'tree-sitter-javascript/tree-sitter-javascript.wasm')
})

function compile(source: string): NodeMatcher {
  const compiled = compileQuery(source, oracle.grammar)
  if (!('test' in compiled)) throw new Error(compiled.map((fault) => fault.message).join('\n'))
  return compiled
}

/** Texts of the matched nodes with their metavariables, one for each solution. */
function findAll(source: string, text: string, spend?: (steps: number) => void): string[] {
  const matcher = compile(source)
  const tree = oracle.grammar.parse(text)
  if (typeof tree === 'string') throw new Error('no tree')
  const context = contextOf(tree, text, spend)
  const cut = (node: number): string => text.slice(tree.start[node], tree.end[node])
  const found: string[] = []
  for (let node = 0; node < tree.count; node++) {
    matcher.test(context, node, undefined, (bindings) => {
      const parts: string[] = []
      for (let at = bindings; at !== undefined; at = at.rest) {
        if (at.bound.kind === 'node') parts.push(`${at.name}=${cut(at.bound.node)}`)
        if (at.bound.kind === 'nodes') parts.push(`${at.name}=[${at.bound.nodes.map(cut).join(' ')}]`)
      }
      found.push([cut(node), ...parts.sort()].join(' | '))
      return false
    })
  }
  return found
}

const matching = [
  { name: 'a node by type', query: '(identifier) @match', text: 'f(a, 1)', found: ['f', 'a'] },
  { name: 'a child by field', query: '(call_expression function: (identifier) @fn) @match', text: 'f(a); b.c()', found: ['f(a) | $FN=f'] },
  { name: 'a token', query: '(binary_expression operator: "+") @match', text: 'a + b - c', found: ['a + b'] },
  {
    name: 'the match below the root',
    query: '(call_expression arguments: (arguments (string) @match))',
    text: 'f("a", b, "c")',
    found: ['"a"', '"c"'],
  },
  { name: 'a negated field', query: '(catch_clause !parameter) @match', text: 'try {} catch {} try {} catch (e) {}', found: ['catch {}'] },
  { name: 'an anchor at both ends', query: '(arguments . (identifier) @a .) @match', text: 'f(a); g(b, c)', found: ['(a) | $A=a'] },
  { name: 'an anchor between, tokens aside', query: '(arguments (identifier) @match . (number))', text: 'f(a, 1); f(b, c, 2)', found: ['a', 'c'] },
  {
    name: 'each way through a gap',
    query: '(arguments (identifier) @a (number) @b) @match',
    text: 'f(x, y, 1)',
    found: ['(x, y, 1) | $A=x | $B=1', '(x, y, 1) | $A=y | $B=1'],
  },
  {
    name: 'siblings once each where nothing is captured',
    query: '(arguments (identifier) (number)) @match',
    text: 'f(x, y, 1)',
    found: ['(x, y, 1)'],
  },
  {
    name: 'an optional child, there and not there',
    query: '(return_statement (identifier)? @v) @match',
    text: 'function f() { return; return a }',
    found: ['return;', 'return a | $V=a'],
  },
  {
    name: 'the longest run',
    query: '(program (comment)* @doc . (function_declaration) @match)',
    text: '// a\n// b\nfunction f() {}\nfunction g() {}',
    found: ['function f() {} | $DOC=[// a // b]', 'function g() {} | $DOC=[]'],
  },
  { name: 'a run that is the match', query: '(program (comment)+ @match)', text: '// a\n// b\nf()', found: ['// a', '// b'] },
  { name: 'alternatives', query: '[(number) (string)] @match', text: 'f(1, "a", b)', found: ['1', '"a"'] },
  {
    name: 'alternatives with own captures',
    query: '(call_expression function: [(identifier) @a (member_expression property: (_) @b)]) @match',
    text: 'f(); a.g()',
    found: ['f() | $A=f', 'a.g() | $B=g'],
  },
  { name: 'a group of siblings', query: '((comment) . (expression_statement) @match)', text: '// a\nf()\n// b\n\ng()\nh()', found: ['f()', 'g()'] },
  { name: 'a supertype', query: '(arguments (expression) @match)', text: 'f(a, ...b)', found: ['a'] },
  { name: 'a subtype of a supertype', query: '(primary_expression/identifier) @match', text: 'a + 1', found: ['a'] },
  { name: 'wildcards for named nodes and for all', query: '(arguments (_) @a . _ @b) @match', text: 'f(x)', found: ['(x) | $A=x | $B=)'] },
  { name: 'ERROR', query: '(ERROR) @match', text: 'a ) b', found: ['a )'] },
  { name: 'MISSING', query: '(MISSING identifier) @match', text: 'let = 1; f(', found: [] },
  { name: 'a missing token', query: '(MISSING ")") @match', text: 'if (a { b() }', found: [''] },
  { name: 'several patterns', query: '(number) @match (string) @match', text: 'f(1, "a")', found: ['1', '"a"'] },
  { name: 'comments and escapes', query: '; say\n(binary_expression "&&" ; and\n) @match', text: 'a && b', found: ['a && b'] },
  { name: '#eq? with a string', query: '((identifier) @match (#eq? @match "f"))', text: 'f(g)', found: ['f'] },
  {
    name: '#eq? with a capture',
    query: '(binary_expression left: (_) @a right: (_) @b (#eq? @a @b)) @match',
    text: 'x === x; x === y',
    found: ['x === x | $A=x | $B=x'],
  },
  { name: '#not-eq?', query: '((identifier) @match (#not-eq? @match "f"))', text: 'f(g)', found: ['g'] },
  { name: '#any-of?', query: '((identifier) @match (#any-of? @match "g" "h"))', text: 'f(g, h)', found: ['g', 'h'] },
  { name: '#not-any-of?', query: '((identifier) @match (#not-any-of? @match "g" "h"))', text: 'f(g, h)', found: ['f'] },
  { name: '#match? in linear time', query: '((identifier) @match (#match? @match "^(a+)+$"))', text: `f(aaa, ${'a'.repeat(40)}b)`, found: ['aaa'] },
  { name: '#not-match?', query: '((identifier) @match (#not-match? @match "^[a-f]$"))', text: 'f(g)', found: ['g'] },
  {
    name: '#any-eq? over a run',
    query: '(arguments ((identifier) ","?)* @a (#any-eq? @a "y")) @match',
    text: 'f(x, y); f(z)',
    found: ['(x, y) | $A=[x y]'],
  },
  {
    name: 'a metavariable from a name with marks',
    query: '(pair key: (_) @the-key.name) @match',
    text: '({a: 1})',
    found: ['a: 1 | $THE_KEY_NAME=a'],
  },
]

test.each(matching)('matches $name', ({ query, text, found }) => {
  expect(findAll(query, text)).toEqual(found)
})

test('a metavariable that is bound already must be the same code', () => {
  const matcher = compile('(call_expression function: (_) @fn) @match')
  const text = 'f(); g()'
  const tree = oracle.grammar.parse(text)
  if (typeof tree === 'string') throw new Error('no tree')
  const call = (start: number): number =>
    tree.type.findIndex((type, node) => tree.names.typeName(type) === 'call_expression' && tree.start[node] === start)
  const bindings = { name: '$FN', bound: { kind: 'text', start: 0, end: 1 }, rest: undefined } as const
  expect(matcher.test(contextOf(tree, text), call(0), bindings, () => true)).toBe(true)
  expect(matcher.test(contextOf(tree, text), call(5), bindings, () => true)).toBe(false)
})

describe('conditions known before a file is parsed', () => {
  const table = [
    { name: 'a compared name, as a word', query: '((identifier) @match (#eq? @match "evil"))', need: { kind: 'word', text: 'evil' } },
    { name: 'a compared string', query: '((string_fragment) @match (#eq? @match "evil"))', need: { kind: 'literal', text: 'evil' } },
    { name: 'an expression that may be no name', query: '((_) @match (#eq? @match "evil"))', need: { kind: 'literal', text: 'evil' } },
    {
      name: 'a name in a pattern that is a string as well',
      query: '([(identifier) (string_fragment)] @match (#eq? @match "evil"))',
      need: { kind: 'literal', text: 'evil' },
    },
    {
      name: 'a list of names that is written as a regex',
      query: '((property_identifier) @match (#match? @match "^(?:get|set)$"))',
      need: {
        kind: 'some',
        of: [
          { kind: 'word', text: 'get' },
          { kind: 'word', text: 'set' },
        ],
      },
    },
    { name: 'one name that is written as a regex', query: '((identifier) @match (#match? @match "^evil$"))', need: { kind: 'word', text: 'evil' } },
    {
      name: 'no word of a regex for the ends of names',
      query: '((identifier) @match (#match? @match "^get|evil$"))',
      need: {
        kind: 'some',
        of: [
          { kind: 'literal', text: 'get' },
          { kind: 'literal', text: 'evil' },
        ],
      },
    },
    { name: 'no word of a beginning', query: '((identifier) @match (#match? @match "^evil"))', need: { kind: 'literal', text: 'evil' } },
    {
      name: 'nothing of an optional capture',
      query: '((call_expression function: (identifier)? @f) @match (#eq? @f "evil"))',
      need: { kind: 'anything' },
    },
    {
      name: 'one of several',
      query: '((identifier) @match (#any-of? @match "aa" "bb"))',
      need: {
        kind: 'some',
        of: [
          { kind: 'word', text: 'aa' },
          { kind: 'word', text: 'bb' },
        ],
      },
    },
    { name: 'a keyword', query: '(with_statement "with") @match', need: { kind: 'literal', text: 'with' } },
    {
      name: 'either of two keywords',
      query: '(_ ["let" "const"]) @match',
      need: {
        kind: 'some',
        of: [
          { kind: 'literal', text: 'let' },
          { kind: 'literal', text: 'const' },
        ],
      },
    },
    { name: 'no token that is missing', query: '(MISSING "while") @match', need: { kind: 'anything' } },
    {
      name: 'nothing where one pattern knows nothing',
      query: '(number) @match ((identifier) @match (#eq? @match "evil"))',
      need: { kind: 'anything' },
    },
  ]
  test.each(table)('$name', ({ query, need }) => {
    expect(compile(query).need).toEqual(need)
  })

  test('types are those of the matched node', () => {
    const names = oracle.grammar.names
    expect(compile('(call_expression (arguments [(string) (number)] @match))').types).toEqual(
      new Set([...names.typeIds('string', true), ...names.typeIds('number', true)]),
    )
    expect(compile('(_ (string)) @match').types).toBeUndefined()
  })
})

const mistakes = [
  { name: 'an unknown node', query: '(call_expresion) @match', faults: [['query/unknown-node', 1, 'did you mean `call_expression`?']] },
  { name: 'an unknown token', query: '(binary_expression "=+") @match', faults: [['query/unknown-node', 20, undefined]] },
  { name: 'a token written as a node', query: '(program (while)) @match', faults: [['query/unknown-node', 10, 'It is a token: write `"while"`.']] },
  {
    name: 'an unknown field',
    query: '(call_expression fnction: (identifier)) @match',
    faults: [['query/unknown-field', 17, 'did you mean `function`?']],
  },
  { name: 'an unknown negated field', query: '(catch_clause !paramter) @match', faults: [['query/unknown-field', 15, 'did you mean `parameter`?']] },
  {
    name: 'all unknown names at once',
    query: '(aaaaaaa bbbbbbb: (ccccccc)) @match',
    faults: [
      ['query/unknown-node', 1, undefined],
      ['query/unknown-field', 9, undefined],
      ['query/unknown-node', 19, undefined],
    ],
  },
  { name: 'no match capture', query: '(identifier) @mach', faults: [['query/no-match-capture', 0, 'did you mean `@match` for `@mach`?']] },
  { name: 'one pattern of two without it', query: '(number) @match (identifier)', faults: [['query/no-match-capture', 16, expect.anything()]] },
  {
    name: 'an unknown predicate',
    query: '((identifier) @match (#eqq? @match "a"))',
    faults: [['query/unknown-predicate', 22, 'did you mean `#eq?`?']],
  },
  { name: 'an unknown capture', query: '((identifier) @match (#eq? @mtch "a"))', faults: [['query/unknown-capture', 28, 'did you mean `@match`?']] },
  { name: 'a predicate without a capture', query: '((identifier) @match (#eq? "a" "b"))', faults: [['query/predicate', 28, expect.anything()]] },
  { name: 'too few arguments', query: '((identifier) @match (#eq? @match))', faults: [['query/predicate', 22, undefined]] },
  { name: 'an invalid regex', query: '((identifier) @match (#match? @match "a\\\\d(b"))', faults: [['query/regex', 42, expect.anything()]] },
  { name: 'an open parenthesis', query: '(call_expression', faults: [['query/syntax', 16, undefined]] },
  { name: 'a closing one too many', query: '(identifier) @match )', faults: [['query/syntax', 20, undefined]] },
  { name: 'a bare word', query: 'identifier @match', faults: [['query/syntax', 0, expect.anything()]] },
  { name: 'an open string', query: '(binary_expression "+) @match', faults: [['query/syntax', 19, undefined]] },
  { name: 'an anchor without a sibling', query: '(arguments .) @match', faults: [['query/syntax', 11, expect.anything()]] },
  { name: 'an empty query', query: ' ; nothing', faults: [['query/syntax', 0, expect.anything()]] },
  { name: 'repetition of a possibly empty pattern', query: '(program ((comment)?)+) @match', faults: [['query/empty-repeat', 9, expect.anything()]] },
  {
    name: 'a repeated wildcard whose first child is optional',
    query: '((_ (identifier)?)+ (number)) @match',
    faults: [['query/empty-repeat', 0, expect.anything()]],
  },
  { name: 'a pattern that nothing can match', query: '(identifier (number)) @match', faults: [['query/impossible', 12, expect.anything()]] },
  {
    name: 'two captures of one metavariable',
    query: '(pair key: (_) @a-b value: (_) @a.b) @match',
    faults: [['query/capture-clash', 0, expect.anything()]],
  },
]

test.each(mistakes)('refuses $name', ({ query, faults }) => {
  const compiled = compileQuery(query, oracle.grammar)
  expect('test' in compiled ? [] : compiled.map((fault) => [fault.code, fault.offset, fault.hint])).toEqual(faults)
})

test('nesting of ten thousand is refused, not overflown', () => {
  const compiled = compileQuery(`${'(array '.repeat(10_000)}${')'.repeat(10_000)} @match`, oracle.grammar)
  expect('test' in compiled ? '' : compiled[0]?.code).toBe('query/syntax')
})

describe('work stays bounded', () => {
  const count = (source: string, text: string): { readonly matches: number; readonly steps: number } => {
    let steps = 0
    const matches = findAll(source, text, (more) => {
      steps += more
    }).length
    return { matches, steps }
  }
  const statement = '(expression_statement (call_expression))'
  const table = [
    {
      name: 'gaps between siblings that lead nowhere',
      query: `(program ${`${statement} @a `.repeat(3)} (with_statement)) @match`,
      text: 'f();\n'.repeat(600),
      matches: 0,
    },
    { name: 'gaps without captures', query: `(program ${`${statement} `.repeat(6)}) @match`, text: 'f();\n'.repeat(600), matches: 1 },
    {
      name: 'runs beside runs',
      query: '(program (expression_statement)* @a (with_statement)* @b (expression_statement)* @c (debugger_statement)) @match',
      text: 'f();\n'.repeat(300),
      matches: 0,
    },
    { name: 'a long run', query: '(program (comment)+ @match)', text: '// a\n'.repeat(5000), matches: 5000 },
    {
      name: 'siblings at the root',
      query: '((expression_statement) @match (expression_statement) (with_statement))',
      text: 'f();\n'.repeat(3000),
      matches: 0,
    },
    { name: 'open brackets', query: '(array (array) @x) @match', text: '['.repeat(20_000), matches: 0 },
    { name: 'open brackets and wildcards', query: '(_ (_ (_ (identifier)))) @match', text: '['.repeat(20_000), matches: 0 },
  ]
  test.each(table)('for $name', ({ query, text, matches }) => {
    const result = count(query, text)
    expect(result.matches).toBe(matches)
    expect(result.steps).toBeLessThan(60 * text.length)
  })

  test('the first of many solutions is found immediately, and the budget ends the rest', () => {
    const matcher = compile(`(program ${'(expression_statement) @x '.repeat(5)}) @match`)
    const text = 'f();\n'.repeat(600)
    const tree = oracle.grammar.parse(text)
    if (typeof tree === 'string') throw new Error('no tree')
    let left = 1_000_000
    const context = contextOf(tree, text, (steps) => {
      left -= steps
      if (left < 0) throw new Error('spent')
    })
    expect(matcher.test(context, 0, undefined, () => true)).toBe(true)
    expect(left).toBeGreaterThan(990_000)
    expect(() => matcher.test(context, 0, undefined, () => false)).toThrow('spent')
    left = 1_000_000
    expect(matcher.test(context, 0, undefined, () => true)).toBe(true)
  })
})
