import { beforeAll, describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { listRuleIds } from './list-rule-ids.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'
import { readSamples } from './read-samples.ts'

const samples = readSamples()
const ruleIds = listRuleIds()

let loaded: LoadedRules

beforeAll(async () => {
  loaded = await loadRules()
}, 120_000)

describe('the rules of this package', () => {
  it('load without a mistake', () => {
    expect(loaded.faults.map(formatDiagnostic)).toEqual([])
  })

  it('have sample code, and no sample code is without its rule', () => {
    expect(samples.map(({ rule }) => rule)).toEqual(ruleIds)
  })

  it('are checked by sample code that differs: there is some', () => {
    expect(samples.flatMap(({ files }) => files).length).toBeGreaterThanOrEqual(ruleIds.length)
  })
})

it.each(samples)('sample code of $rule is reported where it is marked, and nowhere else', async ({ rule, files }) => {
  const { diagnostics } = await judgeFixtures({ rules: [rule], files, scanner: loaded.scanner })
  expect(diagnostics.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/rules/${rule}/${diagnostic.file}` }))).toEqual([])
})
