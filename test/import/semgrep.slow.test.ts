import { describe, expect, test } from 'vitest'
import { expectedLines, runCases } from './conformance.ts'
import { JAVASCRIPT_CASES, PYTHON_CASES } from './semgrep-code-cases.ts'

const CASES = [...JAVASCRIPT_CASES, ...PYTHON_CASES]
const outcomes = await runCases(CASES, 'semgrep')

describe('rules in the format of Semgrep', () => {
  test.each(CASES.map((each, index) => ({ ...each, outcome: outcomes[index] })))('$name', ({ outcome, lost, ...each }) => {
    if (lost === undefined) {
      expect(outcome?.notes.filter(({ effect }) => effect === 'rule' || effect === 'part')).toEqual([])
      expect(outcome?.lines).toEqual(expectedLines(each))
    } else {
      expect(outcome?.isImported).toBe(false)
      expect(outcome?.notes.map(({ reason }) => reason).join('\n')).toContain(lost)
    }
  })
})
