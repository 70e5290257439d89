import type { ScanResult } from './result.ts'
import type { RuleInfo } from './rule-info.ts'
import type { ScanProfile } from './scan-profile.ts'
import type { ScanFile } from './source.ts'
import type { Suppression } from './suppression.ts'

/** Bounds of a scan. Each is a named constant in `scan/limits.ts`, and reaching one is a gap in the result. */
export interface Limits {
  /** Bytes of UTF-8. A larger file is skipped as `too-large`. */
  readonly maxFileBytes: number
  /** Nesting of syntax nodes beyond which a file is analysed by text rules alone. */
  readonly maxNesting: number
  /** Findings of one rule in one file. */
  readonly maxMatchesPerRule: number
  /** Matching steps of one rule in one file. */
  readonly maxStepsPerRule: number
  /** Values in the code of the files that data is followed through together. Files that data gets to beyond it are left out. */
  readonly maxFlowValues: number
  /**
   * Steps of the whole scan. Files get theirs in the order of their paths, half of the steps at most; data flow gets what they leave, each group of linked files by what its files took. What there
   * are none left for is left out.
   */
  readonly maxScanSteps: number
}

/** How far a scan has come. */
export interface ScanProgress {
  readonly filesDone: number
  /** The file that was finished last. */
  readonly file: string
  readonly findings: number
}

/** Where a scan's time went. Not part of the result, which never varies. */
export interface ScanStats {
  readonly files: number
  readonly bytes: number
  readonly lines: number
  readonly filesParsed: number
  /** Files in which no rule's literals occur, so that nothing was parsed or matched. */
  readonly filesSpared: number
  /** Files of which an earlier scan's findings were taken. */
  readonly filesCached: number
  /** What the scan took of `maxScanSteps`: the same for the same files. */
  readonly steps: number
  /** Milliseconds by phase: `decode`, `prefilter`, `parse`, `match`, … */
  readonly phases: Readonly<Record<string, number>>
}

/** What one scan is asked for. Nothing of it is required. */
export interface ScanOptions {
  /** Stops the scan between two files, and while it waits for one: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ScanProgress) => void
  /** Called once at the end. */
  readonly onStats?: (stats: ScanStats) => void
  /** Called once at the end. A scan that is asked for this takes longer: every rule is timed wherever it is tried, and all is done in one thread. */
  readonly onProfile?: (profile: ScanProfile) => void
  /** Scan vendored, generated and minified files too. */
  readonly includeVendored?: boolean
  /**
   * Honour suppression comments of other tools: `nosemgrep`, `nosem`, `nosec`, `NOSONAR`, `eslint-disable-line` and `eslint-disable-next-line` of no rule or of one
   * about security, and for rules `secret-*` `gitleaks:allow` and `pragma: allowlist secret`.
   */
  readonly foreignSuppressions?: boolean
  /** Called once for each suppression comment. When it returns `false`, the comment silences nothing and is not reported as unused. */
  readonly acceptSuppression?: (file: string, suppression: Suppression) => boolean
  readonly limits?: Partial<Limits>
}

/** Rules that are ready to scan. */
export interface Scanner {
  /** In id order. */
  readonly rules: readonly RuleInfo[]
  /**
   * Scans all files and grades them. Paths are names: they are reported back and never opened. Files are read one after the other, so an
   * async iterable keeps memory flat. Throws `DuplicatePathError` when two files (skipped ones included) have the same path, `RangeError` for a limit that
   * cannot be one, `TypeError` for what is no file and for an option that there is not or that cannot be one, and the signal's reason when aborted.
   */
  scan(files: Iterable<ScanFile> | AsyncIterable<ScanFile>, options?: ScanOptions): Promise<ScanResult>
  /** Ends its threads and lets go of what it loaded. May be called again. */
  close(): Promise<void>
}
