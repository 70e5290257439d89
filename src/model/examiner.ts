import type { FlowGroup } from './flow.ts'
import type { FileReport, GroupReport } from './file-report.ts'
import type { ScanProfile } from './scan-profile.ts'
import type { Limits } from './scanner.ts'
import type { ScanFile, SourceFile, StoredFile } from './source.ts'

/** The settings of a scan as plain data. */
export interface ExaminationSettings {
  readonly limits: Limits
  readonly includeVendored: boolean
  readonly foreignSuppressions: boolean
  /** Keys of wide requirements. If set, only these are tested, and nothing is reported. */
  readonly lookFor?: readonly string[]
  /** Whether the costs of rules and files are recorded. Then everything runs in this thread. */
  readonly profiled: boolean
}

/** Executes scans: in this thread, in other threads, or with a cache of earlier results. The results are the same. */
export interface Examiner {
  begin(settings: ExaminationSettings): Examination
}

/** A group of files for data-flow analysis. */
export interface GroupWork {
  readonly group: FlowGroup
  /** In any order. */
  readonly files: readonly (SourceFile | StoredFile)[]
  /** UTF-16 units, by index in the group. */
  readonly sizes: readonly number[]
  /** Maximum steps of data-flow analysis. */
  readonly mostSteps: number
}

/** The execution of one scan. */
export interface Examination {
  /** Examines files and yields the report of each, in any order. `signal` stops it between two files; then it throws the signal's reason. */
  examine(files: AsyncIterable<ScanFile>, signal?: AbortSignal): AsyncIterable<FileReport>
  /** Runs data-flow analysis on groups of examined files. Reports are in the order of the groups. */
  follow(works: readonly GroupWork[], signal?: AbortSignal): Promise<readonly GroupReport[]>
  /** Milliseconds by phase so far, all threads together. */
  phases(): Readonly<Record<string, number>>
  /** The costs so far, if the settings request them. */
  profile(): ScanProfile | undefined
  /** Releases all resources, whether the scan was completed or not. */
  end(): Promise<void>
}
