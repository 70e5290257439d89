import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Diagnostic, formatDiagnostic, readFixtures, toJson } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { root } from '../../tools/root.mjs'
import { findDoubles } from './find-doubles.ts'
import { listRuleIds } from './list-rule-ids.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'

/** Whole projects, whose weaknesses begin in one file and end in another. All rules look at all files. */
const projects = readFixtures(join(root, 'fixtures/projects')).map(({ rule, files }) => ({ name: rule, files }))
const rules = listRuleIds()

let loaded: LoadedRules

beforeAll(async () => {
  loaded = await loadRules()
}, 400_000)

describe('projects of several files', () => {
  it('are there', () => {
    expect(projects.length).toBeGreaterThanOrEqual(20)
  })
})

/** How many samples prove a rule is counted over its own; and lock files are there to be there. */
function isBesideThePoint({ code, file }: Diagnostic): boolean {
  return code === 'fixture/too-few' || (code === 'fixture/not-scanned' && file.endsWith('package-lock.json'))
}

describe.each(projects)('the project $name', ({ name, files }) => {
  it('is reported where it is marked, by the rules that are named, and nowhere else', async () => {
    const { diagnostics } = await judgeFixtures({ rules, files, scanner: loaded.scanner })
    const wrong = diagnostics.filter((diagnostic) => !isBesideThePoint(diagnostic))
    expect(wrong.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/projects/${name}/${diagnostic.file}` }))).toEqual([])
  }, 60_000)

  it('has flows from one file to another, and tells each weakness once', async () => {
    const { findings } = await loaded.scanner.scan(files)
    expect(findDoubles(findings)).toEqual([])
    expect(findings.filter(({ trace }) => new Set(trace?.map(({ file }) => file)).size > 1).length).toBeGreaterThan(0)
  }, 60_000)

  it('gives the same bytes in any order', async () => {
    expect(toJson(await loaded.scanner.scan(files.toReversed()))).toBe(toJson(await loaded.scanner.scan(files)))
  }, 60_000)
})
