import { expect, test } from 'vitest'
import type { MatcherSpec } from '../../src/model/rule-spec.ts'
import { JS, type Row, ruleOf, scannerOf, testRows } from './test-rows.ts'

/** A call of a function that the file does not declare. */
const UNDECLARED: MatcherSpec = {
  query: '(call_expression function: (identifier) @fn) @match',
  not: { inside: { kind: 'program', has: { query: '(function_declaration name: (identifier) @fn) @match' } } },
}

/** A call with an argument that is also the value of a variable in the file. */
const HELD: MatcherSpec = { pattern: 'f($X)', inside: { kind: 'program', has: { pattern: '$_ = g($X)' } } }

/** The same, where the meaning of the name matters and not only its text. */
const GLOBAL: MatcherSpec = {
  query: '(call_expression function: (identifier) @fn) @match',
  inside: { kind: 'program', has: { query: '(assignment_expression right: (identifier) @fn) @match', where: { $FN: { symbol: 'run' } } } },
}

const filler = Array.from({ length: 40 }, (_, index) => `v${index} = w(${index}, 'x');\n`).join('')
const row = (match: MatcherSpec, name: string, code: string): Row => ({ name, match, code })

testRows('what is not found for one text is looked for again for another', JS, [
  row(UNDECLARED, 'names', `function w() {}\nfunction a() {}\n${filler}a(); ⟦b()⟧; a(); ⟦b()⟧; ⟦c()⟧`),
  row(HELD, 'values', `${filler}f(a); ⟦f(b.c)⟧; f(a); x = g(b.c); ⟦f( b . c )⟧; f(b.d)`),
  row(GLOBAL, 'meanings', `${filler}x = run;\n{ const run = require('m').other; run(); }\n⟦run()⟧`),
])

test('a file that calls one name and declares others thousands of times is looked through once', async () => {
  const scanner = await scannerOf([ruleOf('undeclared', UNDECLARED, ['javascript'])])
  const count = 3_000
  const content = Array.from({ length: count }, (_, index) => `function f${index}() { exec(${index}) }\n`).join('')
  const { findings, partial } = await scanner.scan([{ path: 'a.js', content }], { limits: { maxMatchesPerRule: count } })
  await scanner.close()
  expect(partial).toEqual([])
  expect(findings).toHaveLength(count)
})
