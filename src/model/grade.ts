/** Best first; `N/A` when nothing was scanned, or when there is program code and none of it was read. */
export const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F', 'N/A'] as const
export type Grade = (typeof GRADES)[number]

/** How many findings of each severity count, suppressed ones left out. */
export interface SeverityCounts {
  readonly critical: number
  readonly high: number
  readonly medium: number
  readonly low: number
}

/** All the grade is made of. Two of these can be added, so batches can be merged. */
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

/** What a scan is graded with. */
export interface GradeResult {
  readonly grade: Grade
  /** 0 to 100, whole. */
  readonly score: number
}
