import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatDiagnostic, readFixtures, toJson } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { prepareFixtures } from '../../src/testing/prepare-fixtures.ts'
import { root } from '../../tools/root.mjs'
import { listRuleIds } from './list-rule-ids.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'

const folder = join(root, 'fixtures/rules')
const fixtures = existsSync(folder) ? readFixtures(folder) : []
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
    expect(fixtures.map(({ rule }) => rule)).toEqual(ruleIds)
  })

  it('are checked by sample code that differs: there is some', () => {
    expect(fixtures.flatMap(({ files }) => files).length).toBeGreaterThanOrEqual(ruleIds.length)
  })
})

describe.each(fixtures)('sample code of $rule', ({ rule, files }) => {
  it('is reported where it is marked, and nowhere else', async () => {
    const { diagnostics } = await judgeFixtures({ rules: [rule], files, scanner: loaded.usual })
    expect(diagnostics.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/rules/${rule}/${diagnostic.file}` }))).toEqual([])
  }, 60_000)

  it('gives the same bytes without the prefilter, by the cursor, and in any order', async () => {
    for (const { files: project } of prepareFixtures(files).projects) {
      const usual = toJson(await loaded.usual.scan(project))
      expect(toJson(await loaded.withoutPrefilter.scan(project)), 'without the prefilter').toBe(usual)
      expect(toJson(await loaded.cursor.scan(project)), 'by the cursor').toBe(usual)
      expect(toJson(await loaded.usual.scan(project.toReversed())), 'in reverse order').toBe(usual)
      expect(toJson(await loaded.usual.scan(rotate(project))), 'from the middle').toBe(usual)
    }
    // The first one compiles every rule for three scanners.
  }, 120_000)
})

function rotate<T>(items: readonly T[]): readonly T[] {
  const middle = Math.floor(items.length / 2)
  return [...items.slice(middle), ...items.slice(0, middle)]
}
