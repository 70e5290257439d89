import type { GradeInput } from '../model/grade.ts'

/** Merges two batches that share no file. The grade of the sum is that of one scan over all files. */
export function addGradeInputs(left: GradeInput, right: GradeInput): GradeInput {
  return {
    counts: {
      critical: left.counts.critical + right.counts.critical,
      high: left.counts.high + right.counts.high,
      medium: left.counts.medium + right.counts.medium,
      low: left.counts.low + right.counts.low,
    },
    filesScanned: left.filesScanned + right.filesScanned,
    codeFilesRead: left.codeFilesRead + right.codeFilesRead,
    codeFilesUnread: left.codeFilesUnread + right.codeFilesUnread,
    filesSkippedForCause: left.filesSkippedForCause + right.filesSkippedForCause,
    filesPartial: left.filesPartial + right.filesPartial,
  }
}
