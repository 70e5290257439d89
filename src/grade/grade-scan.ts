import type { Grade, GradeInput, GradeResult } from '../model/grade.ts'

/** Changes whenever the same input could give another score or grade. */
export const FORMULA_VERSION = '1'

/** What one finding leaves of the score, as a fraction, and beyond how many findings less than one point of 100 is left. */
const SHARES = [
  { severity: 'critical', numerator: 17n, denominator: 20n, exhausted: 29 },
  { severity: 'high', numerator: 93n, denominator: 100n, exhausted: 64 },
  { severity: 'medium', numerator: 97n, denominator: 100n, exhausted: 152 },
  { severity: 'low', numerator: 99n, denominator: 100n, exhausted: 459 },
] as const

const LOWEST_SCORES: readonly (readonly [Grade, number])[] = [
  ['A+', 97],
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
  ['F', 0],
]

/** Grades what was seen. Pure, exact and the same in every JavaScript engine. Throws `RangeError` when a count is not a whole number from 0. */
export function gradeScan(input: GradeInput): GradeResult {
  checkCounts(input)
  if (input.filesScanned === 0) return { grade: 'N/A', score: 0 }
  const score = Math.min(scoreOf(input), capOf(input))
  return { grade: gradeOf(score), score }
}

function checkCounts({ counts, filesScanned, filesSkippedForCause, filesPartial }: GradeInput): void {
  const { critical, high, medium, low } = counts
  for (const [name, count] of Object.entries({ critical, high, medium, low, filesScanned, filesSkippedForCause, filesPartial }))
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`\`${name}\` must be a whole number from 0.`)
}

/**
 * floor(100 · 0.85^critical · 0.93^high · 0.97^medium · 0.99^low), in whole numbers: powers of binary fractions round differently
 * from engine to engine, and 84.999… where 85 is meant would cost a point.
 */
function scoreOf({ counts }: GradeInput): number {
  let numerator = 100n
  let denominator = 1n
  for (const share of SHARES) {
    const exponent = BigInt(Math.min(counts[share.severity], share.exhausted))
    numerator *= share.numerator ** exponent
    denominator *= share.denominator ** exponent
  }
  return Number(numerator / denominator)
}

function capOf({ counts, filesSkippedForCause, filesPartial }: GradeInput): number {
  if (counts.critical > 0) return 69
  if (counts.high > 0 || filesSkippedForCause > 0) return 89
  return counts.medium > 0 || filesPartial > 0 ? 96 : 100
}

function gradeOf(score: number): Grade {
  return LOWEST_SCORES.find(([, lowest]) => score >= lowest)?.[0] ?? 'F'
}
