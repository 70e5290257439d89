import { describe, expect, it } from 'vitest'
import { expectedLines, runCases } from './conformance.ts'
import { GITLEAKS_CASES } from './gitleaks-cases.ts'
import { JAVASCRIPT_CASES, PYTHON_CASES } from './semgrep-code-cases.ts'
import { DOCUMENT_CASES } from './semgrep-document-cases.ts'

const ORIGINS = [
  { format: 'semgrep', name: 'Semgrep', cases: [...JAVASCRIPT_CASES, ...PYTHON_CASES, ...DOCUMENT_CASES] },
  { format: 'gitleaks', name: 'Gitleaks', cases: GITLEAKS_CASES },
] as const
const [semgrep, gitleaks] = ORIGINS
const ran = [
  { ...semgrep, outcomes: await runCases(semgrep.cases, semgrep.format) },
  { ...gitleaks, outcomes: await runCases(gitleaks.cases, gitleaks.format) },
]

describe.each(ran)('rules in the format of $name', ({ format, name, cases, outcomes }) => {
  it('are all carried over but those that have no equivalent', () => {
    const carried = outcomes.filter(({ isImported }) => isImported).length
    console.info(`${carried} of ${cases.length} ${name} rules carried over (${((100 * carried) / cases.length).toFixed(1)} %)`)
    expect(cases.length).toBeGreaterThanOrEqual(200)
    expect(carried).toBe(cases.filter(({ lost }) => lost === undefined).length)
  })

  it.each(cases.map((each, index) => ({ ...each, outcome: outcomes[index] })))('$name', ({ outcome, lost, ...each }) => {
    if (lost === undefined) {
      // An allowlist of commits of Gitleaks is left out with a note.
      if (format === 'semgrep') expect(outcome?.notes.filter(({ effect }) => effect === 'rule' || effect === 'part')).toEqual([])
      expect(outcome?.lines).toEqual(expectedLines(each))
    } else {
      expect(outcome?.isImported).toBe(false)
      expect(outcome?.notes.map(({ reason }) => reason).join('\n')).toContain(lost)
    }
  })
})
