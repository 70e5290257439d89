import { isForCause } from '../model/gap.ts'
import type { GradeInput } from '../model/grade.ts'
import type { ScanResult } from '../model/result.ts'

type Graded = Pick<
  ScanResult,
  'filesScanned' | 'filesRead' | 'criticalCount' | 'highCount' | 'mediumCount' | 'lowCount' | 'skipped' | 'partial' | 'unread'
>

/** The input of the grade of a result. Use it to verify a grade, or to grade the results of several scans together. */
export function toGradeInput(result: Graded): GradeInput {
  const forCause = result.skipped.filter(({ reason }) => isForCause(reason))
  const inUnreadLanguages = result.unread.reduce((sum, { files }) => sum + files, 0)
  return {
    counts: { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount },
    filesScanned: result.filesScanned,
    codeFilesRead: result.filesRead.code,
    codeFilesUnread: inUnreadLanguages + forCause.filter(({ language }) => language !== undefined).length,
    filesSkippedForCause: forCause.length,
    filesPartial: new Set(result.partial.map(({ file }) => file)).size,
  }
}
