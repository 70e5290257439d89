import type { FlowGroup } from './flow.ts'
import type { FileReport, GroupReport } from './file-report.ts'
import type { Limits } from './scanner.ts'
import type { ScanFile } from './source.ts'

/** What a scan may be told, as plain data. */
export interface ExaminationSettings {
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly foreignSuppressions: boolean
}

/** Does the work of scans: in this thread, in others, or by looking up what was found before. All give the same. */
export interface Examiner {
  begin(settings: ExaminationSettings): Examination
}

/** The work of one scan. It remembers the files it was given, so that data can be followed through them. */
export interface Examination {
  /** Examines files and gives each its report, in any order. `signal` stops it between two files; it throws the signal's reason then. */
  examine(files: AsyncIterable<ScanFile>, signal?: AbortSignal): AsyncIterable<FileReport>
  /** Follows data through groups of examined files. Reports come in the order of the groups. */
  follow(groups: readonly FlowGroup[], signal?: AbortSignal): Promise<readonly GroupReport[]>
  /** Milliseconds by phase so far, all threads together. */
  phases(): Readonly<Record<string, number>>
  /** Lets go of everything it holds, whether the scan came to its end or not. */
  end(): Promise<void>
}
