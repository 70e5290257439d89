import { describe, expect, test } from 'vitest'
import { expectedLines, runCases } from './conformance.ts'
import { JAVASCRIPT_CASES, PYTHON_CASES } from './semgrep-code-cases.ts'
import { DOCUMENT_CASES } from './semgrep-document-cases.ts'

const CASES = [...JAVASCRIPT_CASES, ...PYTHON_CASES, ...DOCUMENT_CASES]
const outcomes = await runCases(CASES, 'semgrep')

const wanted = CASES.filter(({ lost }) => lost === undefined).length
const carried = outcomes.filter(({ isImported }) => isImported).length
console.info(`${carried} of ${CASES.length} Semgrep rules carried over (${((100 * carried) / CASES.length).toFixed(1)} %)`)

test('all rules but those that have no equivalent are carried over', () => expect(carried).toBe(wanted))

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
