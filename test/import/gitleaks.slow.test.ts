import { describe, expect, test } from 'vitest'
import { expectedLines, runCases } from './conformance.ts'
import { GITLEAKS_CASES } from './gitleaks-cases.ts'

const outcomes = await runCases(GITLEAKS_CASES, 'gitleaks')

describe('rules in the format of Gitleaks', () => {
  test.each(GITLEAKS_CASES.map((each, index) => ({ ...each, outcome: outcomes[index] })))('$name', ({ outcome, lost, ...each }) => {
    if (lost === undefined) expect(outcome?.lines).toEqual(expectedLines(each))
    else {
      expect(outcome?.isImported).toBe(false)
      expect(outcome?.notes.map(({ reason }) => reason).join('\n')).toContain(lost)
    }
  })
})
