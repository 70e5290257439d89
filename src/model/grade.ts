/** Best first. `N/A` if nothing was scanned, or no program code was read although there is some. */
export const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F', 'N/A'] as const
export type Grade = (typeof GRADES)[number]

/** Number of findings per severity, without suppressed ones. */
export interface SeverityCounts {
  readonly critical: number
  readonly high: number
  readonly medium: number
  readonly low: number
}

/** The complete input of the grade. Inputs of batches can be added. */
export interface GradeInput {
  readonly counts: SeverityCounts
  readonly filesScanned: number
  /** Files that were read as program code. */
  readonly codeFilesRead: number
  /** Files of program code that were not: in a language that is not read, or skipped for cause. */
  readonly codeFilesUnread: number
  /** Files skipped for cause: too large, undecodable, over budget, unreadable. */
  readonly filesSkippedForCause: number
  /** Files analysed in part. */
  readonly filesPartial: number
}

/** The result of grading. */
export interface GradeResult {
  readonly grade: Grade
  /** An integer from 0 to 100. */
  readonly score: number
}
