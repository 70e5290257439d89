import { beforeAll, describe, expect, it } from 'vitest'
import { formatDiagnostic, type Scanner } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { findDoubles } from './find-doubles.ts'
import { listRuleIds } from './list-rule-ids.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'
import { readSamples } from './read-samples.ts'

const samples = readSamples()
const ruleIds = listRuleIds()

let loaded: LoadedRules

beforeAll(async () => {
  loaded = await loadRules()
}, 400_000)

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

it.each(samples)(
  'sample code of $rule is reported exactly at its markers, and all rules together report each weakness once',
  async ({ rule, files }) => {
    const doubles: string[] = []
    const scan: Scanner['scan'] = async (project) => {
      const result = await loaded.scanner.scan(project)
      doubles.push(...findDoubles(result.findings))
      return result
    }
    const { diagnostics } = await judgeFixtures({ rules: [rule], files, scanner: { rules: loaded.scanner.rules, scan } })
    expect(diagnostics.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/rules/${rule}/${diagnostic.file}` }))).toEqual([])
    expect(doubles).toEqual([])
  },
)
