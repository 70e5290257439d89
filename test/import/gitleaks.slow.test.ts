import { describe, expect, test } from 'vitest'
import { expectedLines, runCases } from './conformance.ts'
import { GITLEAKS_CASES } from './gitleaks-cases.ts'

const outcomes = await runCases(GITLEAKS_CASES, 'gitleaks')

const wanted = GITLEAKS_CASES.filter(({ lost }) => lost === undefined).length
const carried = outcomes.filter(({ isImported }) => isImported).length
console.info(`${carried} of ${GITLEAKS_CASES.length} Gitleaks rules carried over (${((100 * carried) / GITLEAKS_CASES.length).toFixed(1)} %)`)

test('all rules but those that have no equivalent are carried over', () => expect(carried).toBe(wanted))

describe('rules in the format of Gitleaks', () => {
  test.each(GITLEAKS_CASES.map((each, index) => ({ ...each, outcome: outcomes[index] })))('$name', ({ outcome, lost, ...each }) => {
    if (lost === undefined) expect(outcome?.lines).toEqual(expectedLines(each))
    else {
      expect(outcome?.isImported).toBe(false)
      expect(outcome?.notes.map(({ reason }) => reason).join('\n')).toContain(lost)
    }
  })
})
