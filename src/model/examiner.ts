import type { FlowGroup } from './flow.ts'
import type { FileReport, GroupReport } from './file-report.ts'
import type { ScanProfile } from './scan-profile.ts'
import type { Limits } from './scanner.ts'
import type { ScanFile, SourceFile, StoredFile } from './source.ts'

/** What a scan may be told, as plain data. */
export interface ExaminationSettings {
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly foreignSuppressions: boolean
  /** Keys of wide requirements: these alone are looked for, and nothing is found. */
  readonly lookFor?: readonly string[]
  /** Whether it is noted what rules and files cost. Then all is done in this thread. */
  readonly profiled: boolean
}

/** Does the work of scans: in this thread, in others, or by looking up what was found before. All give the same. */
export interface Examiner {
  begin(settings: ExaminationSettings): Examination
}

/** A group of files, and what they hold. */
export interface GroupWork {
  readonly group: FlowGroup
  /** In any order. */
  readonly files: readonly (SourceFile | StoredFile)[]
  /** UTF-16 units, by place in the group. */
  readonly sizes: readonly number[]
  /** Steps that following data through it may take. */
  readonly mostSteps: number
}

/** The work of one scan. */
export interface Examination {
  /** Examines files and gives each its report, in any order. `signal` stops it between two files; it throws the signal's reason then. */
  examine(files: AsyncIterable<ScanFile>, signal?: AbortSignal): AsyncIterable<FileReport>
  /** Follows data through groups of examined files. Reports come in the order of the groups. */
  follow(works: readonly GroupWork[], signal?: AbortSignal): Promise<readonly GroupReport[]>
  /** Milliseconds by phase so far, all threads together. */
  phases(): Readonly<Record<string, number>>
  /** What it cost so far, when the settings ask for it. */
  profile(): ScanProfile | undefined
  /** Lets go of everything it holds, whether the scan came to its end or not. */
  end(): Promise<void>
}
