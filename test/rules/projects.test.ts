import { beforeAll, describe, expect, it } from 'vitest'
import { type Diagnostic, type Finding, formatDiagnostic, type Scanner } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { findDoubles } from './find-doubles.ts'
import { listRuleIds } from './list-rule-ids.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'
import { readProjects } from './read-projects.ts'

/** All rules look at all files. */
const projects = readProjects()
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

/** The minimum number of samples applies to a rule's own samples, and lock files only need to exist. */
function isBesideThePoint({ code, file }: Diagnostic): boolean {
  return code === 'fixture/too-few' || (code === 'fixture/not-scanned' && file.endsWith('package-lock.json'))
}

describe.each(projects)('the project $name', ({ name, files }) => {
  it('is reported exactly at its markers, by the named rules; has flows across files, and reports each weakness once', async () => {
    let findings: readonly Finding[] = []
    const scan: Scanner['scan'] = async (project) => {
      const result = await loaded.scanner.scan(project)
      findings = result.findings
      return result
    }
    const { diagnostics } = await judgeFixtures({ rules, files, scanner: { rules: loaded.scanner.rules, scan } })
    const wrong = diagnostics.filter((diagnostic) => !isBesideThePoint(diagnostic))
    expect(wrong.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/projects/${name}/${diagnostic.file}` }))).toEqual([])
    expect(findDoubles(findings)).toEqual([])
    expect(findings.filter(({ trace }) => new Set(trace?.map(({ file }) => file)).size > 1).length).toBeGreaterThan(0)
  }, 60_000)
})
