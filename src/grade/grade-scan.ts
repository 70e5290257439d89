import type { Grade, GradeInput, GradeResult } from '../model/grade.ts'

/** Changes whenever the same input could produce another score or grade. */
export const FORMULA_VERSION = '2'

/**
 * Factors of the score by severity, and the lowest total factor of a severity. Only severe findings can fail a project. After `enough` findings, the
 * factor does not change any more.
 */
const SHARES = [
  { severity: 'critical', numerator: 85n, least: 0n, enough: 29 },
  { severity: 'high', numerator: 93n, least: 0n, enough: 64 },
  { severity: 'medium', numerator: 97n, least: 70n, enough: 12 },
  { severity: 'low', numerator: 99n, least: 90n, enough: 11 },
] as const

const LOWEST_SCORES: readonly (readonly [Grade, number])[] = [
  ['A+', 97],
  ['A', 90],
  ['B', 80],
  ['C', 70],
  ['D', 60],
  ['F', 0],
]

/**
 * Grades the counts. The function is pure and exact, and returns the same value in every JavaScript engine. Throws `RangeError` if a count is not a
 * non-negative integer.
 */
export function gradeScan(input: GradeInput): GradeResult {
  checkCounts(input)
  const { filesScanned, codeFilesRead, codeFilesUnread } = input
  if (filesScanned === 0 || (codeFilesUnread > 0 && codeFilesRead === 0)) return { grade: 'N/A', score: 0 }
  const score = Math.min(scoreOf(input), capOf(input))
  return { grade: gradeOf(score), score }
}

function checkCounts({ counts, filesScanned, codeFilesRead, codeFilesUnread, filesSkippedForCause, filesPartial }: GradeInput): void {
  const { critical, high, medium, low } = counts
  const files = { filesScanned, codeFilesRead, codeFilesUnread, filesSkippedForCause, filesPartial }
  for (const [name, count] of Object.entries({ critical, high, medium, low, ...files }))
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`\`${name}\` must be a whole number from 0.`)
}

/**
 * floor(100 · 0.85^critical · 0.93^high · max(0.70, 0.97^medium) · max(0.90, 0.99^low)), in integer arithmetic. Floating-point powers round
 * differently in different engines, and 84.999… instead of 85 would cost a point.
 */
function scoreOf({ counts }: GradeInput): number {
  let numerator = 100n
  let denominator = 1n
  for (const { severity, numerator: share, least, enough } of SHARES) {
    const exponent = BigInt(Math.min(counts[severity], enough))
    const whole = 100n ** exponent
    const left = share ** exponent
    const isLeast = left * 100n < least * whole
    numerator *= isLeast ? least : left
    denominator *= isLeast ? 100n : whole
  }
  return Number(numerator / denominator)
}

function capOf({ counts, filesSkippedForCause, filesPartial, codeFilesUnread }: GradeInput): number {
  if (counts.critical > 0) return 69
  if (counts.high > 0 || filesSkippedForCause > 0) return 89
  return counts.medium > 0 || filesPartial > 0 || codeFilesUnread > 0 ? 96 : 100
}

function gradeOf(score: number): Grade {
  return LOWEST_SCORES.find(([, lowest]) => score >= lowest)?.[0] ?? 'F'
}
