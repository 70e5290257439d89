import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addGradeInputs } from '../../src/grade/add-grade-inputs.ts'
import { FORMULA_VERSION, gradeScan } from '../../src/grade/grade-scan.ts'
import type { GradeInput, SeverityCounts } from '../../src/model/grade.ts'
import { SEVERITIES } from '../../src/model/severity.ts'

const none: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0 }
const clean: GradeInput = { counts: none, filesScanned: 1, codeFilesRead: 1, codeFilesUnread: 0, filesSkippedForCause: 0, filesPartial: 0 }
const empty: GradeInput = { ...clean, filesScanned: 0, codeFilesRead: 0 }
const withCounts = (counts: Partial<SeverityCounts>): GradeInput => ({ ...clean, counts: { ...none, ...counts } })

const anyCount = fc.oneof(fc.nat(3), fc.nat(40), fc.nat(1000))
const anyInput: fc.Arbitrary<GradeInput> = fc.record({
  counts: fc.record({ critical: anyCount, high: anyCount, medium: anyCount, low: anyCount }),
  filesScanned: fc.integer({ min: 1, max: 1000 }),
  codeFilesRead: fc.oneof(fc.constant(0), fc.nat(5)),
  codeFilesUnread: fc.oneof(fc.constant(0), fc.nat(5)),
  filesSkippedForCause: fc.oneof(fc.constant(0), fc.nat(5)),
  filesPartial: fc.oneof(fc.constant(0), fc.nat(5)),
})
const add = (inputs: readonly GradeInput[]) => inputs.reduce(addGradeInputs, empty)

describe('gradeScan', () => {
  it.each([
    { name: 'a clean scan', input: clean, score: 100, grade: 'A+' },
    { name: 'one low', input: withCounts({ low: 1 }), score: 99, grade: 'A+' },
    { name: 'two low', input: withCounts({ low: 2 }), score: 98, grade: 'A+' },
    { name: 'three low', input: withCounts({ low: 3 }), score: 97, grade: 'A+' },
    { name: 'four low', input: withCounts({ low: 4 }), score: 96, grade: 'A' },
    { name: 'one medium, 97 by the formula', input: withCounts({ medium: 1 }), score: 96, grade: 'A' },
    { name: 'two medium', input: withCounts({ medium: 2 }), score: 94, grade: 'A' },
    { name: 'one high, 93 by the formula', input: withCounts({ high: 1 }), score: 89, grade: 'B' },
    { name: 'two high', input: withCounts({ high: 2 }), score: 86, grade: 'B' },
    { name: 'one critical, 85 by the formula', input: withCounts({ critical: 1 }), score: 69, grade: 'D' },
    { name: 'two critical', input: withCounts({ critical: 2 }), score: 69, grade: 'D' },
    { name: 'three critical', input: withCounts({ critical: 3 }), score: 61, grade: 'D' },
    { name: 'four critical', input: withCounts({ critical: 4 }), score: 52, grade: 'F' },
    { name: 'some of each', input: withCounts({ critical: 1, high: 2, medium: 3, low: 4 }), score: 64, grade: 'D' },
    { name: 'a multitude', input: withCounts({ critical: 1e6, high: 1e6, medium: 1e6, low: 1e6 }), score: 0, grade: 'F' },
    { name: 'the last point', input: withCounts({ critical: 28 }), score: 1, grade: 'F' },
    { name: 'the first nought', input: withCounts({ critical: 29 }), score: 0, grade: 'F' },
    { name: 'ten low', input: withCounts({ low: 10 }), score: 90, grade: 'A' },
    { name: 'any number of low', input: withCounts({ low: 1e6 }), score: 90, grade: 'A' },
    { name: 'eleven medium', input: withCounts({ medium: 11 }), score: 71, grade: 'C' },
    { name: 'any number of medium', input: withCounts({ medium: 1e6 }), score: 70, grade: 'C' },
    { name: 'any number of medium and low', input: withCounts({ medium: 1e6, low: 1e6 }), score: 63, grade: 'D' },
    { name: 'clean code beside some that was not read', input: { ...clean, codeFilesUnread: 1 }, score: 96, grade: 'A' },
    { name: 'code of which none was read', input: { ...clean, codeFilesRead: 0, codeFilesUnread: 1 }, score: 0, grade: 'N/A' },
    {
      name: 'a critical finding in code that was not read',
      input: { ...withCounts({ critical: 1 }), codeFilesRead: 0, codeFilesUnread: 1 },
      score: 0,
      grade: 'N/A',
    },
    { name: 'no code at all', input: { ...clean, codeFilesRead: 0 }, score: 100, grade: 'A+' },
    { name: 'a clean scan that skipped a file for cause', input: { ...clean, filesSkippedForCause: 1 }, score: 89, grade: 'B' },
    { name: 'a clean scan with a partial file', input: { ...clean, filesPartial: 1 }, score: 96, grade: 'A' },
    { name: 'nothing scanned', input: empty, score: 0, grade: 'N/A' },
    { name: 'nothing scanned because all was skipped', input: { ...empty, filesSkippedForCause: 3 }, score: 0, grade: 'N/A' },
  ])('gives $grade and $score to $name', ({ input, score, grade }) => expect(gradeScan(input)).toEqual({ score, grade }))

  describe.each([
    { name: 'critical', withCount: (critical: number) => withCounts({ critical }) },
    { name: 'high', withCount: (high: number) => withCounts({ high }) },
    { name: 'medium', withCount: (medium: number) => withCounts({ medium }) },
    { name: 'low', withCount: (low: number) => withCounts({ low }) },
    { name: 'filesScanned', withCount: (filesScanned: number) => ({ ...clean, filesScanned }) },
    { name: 'codeFilesRead', withCount: (codeFilesRead: number) => ({ ...clean, codeFilesRead }) },
    { name: 'codeFilesUnread', withCount: (codeFilesUnread: number) => ({ ...clean, codeFilesUnread }) },
    { name: 'filesSkippedForCause', withCount: (filesSkippedForCause: number) => ({ ...clean, filesSkippedForCause }) },
    { name: 'filesPartial', withCount: (filesPartial: number) => ({ ...clean, filesPartial }) },
  ])('refuses as $name', ({ name, withCount }) => {
    it.each([-1, 0.5, 1000.5, Number.NaN, Number.POSITIVE_INFINITY])('%d', (count) => {
      expect(() => gradeScan(withCount(count))).toThrow(new RangeError(`\`${name}\` must be a whole number from 0.`))
    })
  })

  it('states its version', () => expect(FORMULA_VERSION).toBe('2'))

  it('never rises by a further finding or gap', () => {
    const further: readonly GradeInput[] = [
      ...SEVERITIES.map((severity) => ({ ...empty, counts: { ...none, [severity]: 1 } })),
      { ...empty, filesSkippedForCause: 1 },
      { ...empty, filesPartial: 1 },
      { ...empty, filesScanned: 1, codeFilesUnread: 1 },
    ]
    fc.assert(
      fc.property(anyInput, fc.constantFrom(...further), (input, one) => {
        expect(gradeScan(addGradeInputs(input, one)).score).toBeLessThanOrEqual(gradeScan(input).score)
      }),
    )
  })

  it('never rises by a worse severity, as long as medium findings cost anything', () => {
    fc.assert(
      fc.property(anyInput, fc.nat(2), (input, index) => {
        const [worse, better] = [SEVERITIES[index], SEVERITIES[index + 1]]
        // 0.97^12 is below 0.70: from the twelfth on a medium finding has no further effect, but a low one has.
        fc.pre(worse !== 'medium' || input.counts.medium < 12)
        const plus = (severity: string) => gradeScan(addGradeInputs(input, { ...empty, counts: { ...none, [severity]: 1 } })).score
        expect(plus(worse)).toBeLessThanOrEqual(plus(better))
      }),
    )
  })

  it('does not depend on order or on how files are split into batches', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { minLength: 1, maxLength: 6 }), fc.nat(6), (batches, cut) => {
        const whole = gradeScan(add(batches))
        expect(gradeScan(add(batches.toReversed()))).toEqual(whole)
        expect(gradeScan(addGradeInputs(add(batches.slice(0, cut)), add(batches.slice(cut))))).toEqual(whole)
      }),
    )
  })

  const cleanCode = fc.integer({ min: 1, max: 1e6 }).map((files): GradeInput => ({ ...empty, filesScanned: files, codeFilesRead: files }))

  it('is not lifted by clean code', () => {
    fc.assert(
      fc.property(anyInput, cleanCode, (input, code) => {
        const before = gradeScan(input)
        fc.pre(before.grade !== 'N/A')
        expect(gradeScan(addGradeInputs(input, code))).toEqual(before)
      }),
    )
  })

  it('does not improve when the first clean file is added to unread code, and further clean files do not improve it', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 5 }), cleanCode, cleanCode, (input, codeFilesUnread, first, more) => {
        const ungraded = { ...input, codeFilesRead: 0, codeFilesUnread }
        expect(gradeScan(ungraded)).toEqual({ grade: 'N/A', score: 0 })
        const graded = gradeScan(addGradeInputs(ungraded, first))
        expect(graded.score).toBeLessThanOrEqual(96)
        expect(graded).toEqual(gradeScan({ ...ungraded, codeFilesRead: 1 }))
        expect(gradeScan(addGradeInputs(addGradeInputs(ungraded, first), more))).toEqual(graded)
      }),
    )
  })

  it('has no grade, and the score 0, exactly when nothing was scanned or none of the code was read', () => {
    fc.assert(
      fc.property(anyInput, fc.boolean(), (input, scanned) => {
        const given = scanned ? input : { ...input, filesScanned: 0 }
        const { grade, score } = gradeScan(given)
        expect(grade === 'N/A').toBe(!scanned || (input.codeFilesUnread > 0 && input.codeFilesRead === 0))
        if (grade === 'N/A') expect(score).toBe(0)
      }),
    )
  })

  it('never has a letter that contradicts the number, and respects the caps', () => {
    const lowest = { 'A+': 97, A: 90, B: 80, C: 70, D: 60, F: 0, 'N/A': 0 }
    const highest = { 'A+': 100, A: 96, B: 89, C: 79, D: 69, F: 59, 'N/A': 0 }
    fc.assert(
      fc.property(anyInput, (input) => {
        const { grade, score } = gradeScan(input)
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBeGreaterThanOrEqual(lowest[grade])
        expect(score).toBeLessThanOrEqual(highest[grade])
        if (input.counts.critical > 0) expect(score).toBeLessThanOrEqual(69)
        if (input.counts.high > 0 || input.filesSkippedForCause > 0) expect(score).toBeLessThanOrEqual(89)
        if (input.counts.medium > 0 || input.filesPartial > 0 || input.codeFilesUnread > 0) expect(score).toBeLessThanOrEqual(96)
      }),
    )
  })

  it('equals the documented formula exactly', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { critical, high, medium, low } = input.counts
        const capped =
          critical > 0 ? 69 : high + input.filesSkippedForCause > 0 ? 89 : medium + input.filesPartial + input.codeFilesUnread > 0 ? 96 : 100
        const written = 100 * 0.85 ** critical * 0.93 ** high * Math.max(0.7, 0.97 ** medium) * Math.max(0.9, 0.99 ** low)
        const { score } = gradeScan({ ...input, codeFilesRead: 1 })
        expect(score).toBeLessThanOrEqual(written + 1e-9)
        if (score < capped) expect(score).toBeGreaterThan(written - 1 - 1e-9)
      }),
    )
  })
})
