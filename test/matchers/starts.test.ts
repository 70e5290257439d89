import { expect, test } from 'vitest'
import type { MatcherSpec } from '../../src/model/rule-spec.ts'
import { JS, type Row, ruleOf, scannerOf, testRows } from './test-rows.ts'

const NAMED: MatcherSpec = { kind: 'identifier', regex: '^secret' }
const IN_CATCH: MatcherSpec = { kind: 'identifier', regex: '^e$', inside: { kind: 'catch_clause' } }
const IN_CATCH_OF_FUNCTION: MatcherSpec = { ...IN_CATCH, inside: { kind: 'catch_clause', until: { kind: 'arrow_function' } } }
const IN_LOOP_AND_CATCH: MatcherSpec = {
  kind: 'identifier',
  all: [{ inside: { kind: 'while_statement' } }, { inside: { kind: 'catch_clause' } }],
}
const EITHER: MatcherSpec = { kind: ['identifier', 'string'], any: [{ regex: '^secret' }, { regex: '^"token' }] }
const EITHER_OR_ANY: MatcherSpec = { kind: 'identifier', any: [{ regex: '^secret' }, { inside: { kind: 'catch_clause' } }] }
const NOT_NAMED: MatcherSpec = { kind: 'identifier', not: { regex: '^secret' } }
const LONG = 'x'.repeat(80)

const row = (name: string, match: MatcherSpec, code: string): Row => ({ name, match, code })

testRows('where matchers start', JS, [
  row('a name that occurs again', NAMED, '⟦secret⟧; other; ⟦secret⟧; ⟦secrets⟧; other'),
  row('a text of more than 64 characters', { kind: 'string', regex: 'end"$' }, `⟦"${LONG}end"⟧; "${LONG}"; ⟦"end"⟧; "other"`),
  row('below an ancestor, directly and deeply', IN_CATCH, 'e; try { e } catch { ⟦e⟧; f(() => { ⟦e⟧ }) } e'),
  row('below the inner and the outer of two ancestors', IN_CATCH, 'try {} catch { try { ⟦e⟧ } catch { ⟦e⟧ } ⟦e⟧ } e'),
  row('below an ancestor, up to a limit', IN_CATCH_OF_FUNCTION, 'try {} catch { ⟦e⟧; (() => { e }) } e'),
  row('below two ancestors of different types', IN_LOOP_AND_CATCH, 'while (1) { a; try {} catch { ⟦b⟧ } } try {} catch { while (1) { ⟦c⟧ } d }'),
  row('one of two texts', EITHER, '⟦secret⟧; "secret"; ⟦"token"⟧; token'),
  row('a text, or an ancestor', EITHER_OR_ANY, '⟦secret⟧; a; try {} catch { ⟦b⟧; ⟦secret⟧ } c'),
  row('any text but one', NOT_NAMED, 'secret; ⟦other⟧; secret'),
])

test('every name of many files is found, where they have more names than are remembered', async () => {
  const scanner = await scannerOf([ruleOf('odd', { kind: 'identifier', regex: '[13579]$' }, ['javascript'])])
  const [files, names] = [8, 4_000]
  const contentOf = (file: number): string => Array.from({ length: names }, (_, name) => `v${file * names + name};`).join('\n')
  const sources = Array.from({ length: files }, (_, file) => ({ path: `${file}.js`, content: contentOf(file) }))
  const { findings, partial } = await scanner.scan([...sources, { path: 'again.js', content: contentOf(0) }], {
    limits: { maxMatchesPerRule: names },
  })
  await scanner.close()
  expect(partial).toEqual([])
  const odd = Array.from({ length: names / 2 }, (_, index) => 2 * index + 2)
  for (const { path } of [...sources, { path: 'again.js' }]) expect(findings.flatMap(({ file, line }) => (file === path ? [line] : []))).toEqual(odd)
})
