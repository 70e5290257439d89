import type { ExaminationSettings, GroupWork } from '../model/examiner.ts'
import type { FileReport, GroupReport } from '../model/file-report.ts'
import type { ScanFile } from '../model/source.ts'

/** A part of a scan's work for a thread. */
export interface ExamineJob {
  /** Number of the scan. A thread keeps the data of one scan until the next one starts. */
  readonly scan: number
  readonly settings: ExaminationSettings
  readonly work: ExamineWork
}

/** Files to examine, or groups of them to follow data through. */
export type ExamineWork =
  | { readonly kind: 'files'; readonly files: readonly ScanFile[] }
  | { readonly kind: 'groups'; readonly groups: readonly GroupWork[] }

/** The reports of a thread. */
export interface ExamineReply {
  /** In the order of the files. Empty for groups. */
  readonly files: readonly FileReport[]
  /** In the order of the groups. Empty for files. */
  readonly groups: readonly GroupReport[]
  /** Milliseconds by phase. */
  readonly phases: Readonly<Record<string, number>>
}
