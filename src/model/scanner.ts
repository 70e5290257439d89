import type { Explanation, ExplainRequest } from './explanation.ts'
import type { ScanResult } from './result.ts'
import type { RuleInfo } from './rule-info.ts'
import type { ScanProfile } from './scan-profile.ts'
import type { ScanFile, SourceFile } from './source.ts'
import type { FileSyntax } from './syntax.ts'
import type { Suppression } from './suppression.ts'

/** Bounds of a scan. Each is a named constant in `scan/limits.ts`, and reaching one is a gap in the result. */
export interface Limits {
  /** Bytes of UTF-8. A larger file is skipped as `too-large`. */
  readonly maxFileBytes: number
  /** Maximum nesting of syntax nodes. Deeper files are analysed only by text rules. */
  readonly maxNesting: number
  /** Maximum findings of one rule in one file. */
  readonly maxMatchesPerRule: number
  /** Maximum matching steps of one rule in one file. */
  readonly maxStepsPerRule: number
  /** Maximum values in the code of a group of files in data-flow analysis. Further files are left out. */
  readonly maxFlowValues: number
  /**
   * Maximum steps of the whole scan. Files use them in the order of their paths, at most half of them. Data flow gets the rest, divided among groups
   * of linked files in proportion to the steps of their files. The remainder is a gap.
   */
  readonly maxScanSteps: number
}

/** The progress of a scan. */
export interface ScanProgress {
  readonly filesDone: number
  /** The file that was finished last. */
  readonly file: string
  readonly findings: number
}

/** Statistics of a scan. Not part of the result, which is deterministic. */
export interface ScanStats {
  readonly files: number
  readonly bytes: number
  readonly lines: number
  readonly filesParsed: number
  /** Files in which no rule's literals occur, so that nothing was parsed or matched. */
  readonly filesSpared: number
  /** Files whose findings come from an earlier scan. */
  readonly filesCached: number
  /** Used steps of `maxScanSteps`. Deterministic. */
  readonly steps: number
  /** Milliseconds by phase: `decode`, `prefilter`, `parse`, `match`, … */
  readonly phases: Readonly<Record<string, number>>
}

/** Options of one scan. All are optional. */
export interface ScanOptions {
  /** Stops the scan between two files, or while it waits for one: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ScanProgress) => void
  /** Called once at the end. */
  readonly onStats?: (stats: ScanStats) => void
  /** Called once at the end. Such a scan is slower: every rule is timed, and everything runs in one thread. */
  readonly onProfile?: (profile: ScanProfile) => void
  /** Scan vendored, generated and minified files too. */
  readonly includeVendored?: boolean
  /**
   * Respects suppression comments of other tools: `nosemgrep`, `nosem`, `nosec`, `NOSONAR`, `eslint-disable-line` and `eslint-disable-next-line`
   * without rules or with one about security, and for rules `secret-*` `gitleaks:allow` and `pragma: allowlist secret`.
   */
  readonly foreignSuppressions?: boolean
  /** Called once for each suppression comment. If it returns `false`, the comment has no effect and is not reported as unused. */
  readonly acceptSuppression?: (file: string, suppression: Suppression) => boolean
  readonly limits?: Partial<Limits>
}

/** Rules that are ready to scan. */
export interface Scanner {
  /** In id order. */
  readonly rules: readonly RuleInfo[]
  /**
   * Scans all files and grades the result. Paths are only names: they are reported and never opened. Files are read one after the other, so an async
   * iterable keeps memory low. Throws `DuplicatePathError` if two files (including skipped ones) have the same path, `RangeError` for an invalid
   * limit, `TypeError` for invalid files and options, and the signal's reason when aborted.
   */
  scan(files: Iterable<ScanFile> | AsyncIterable<ScanFile>, options?: ScanOptions): Promise<ScanResult>
  /** Reads the syntax tree of one file, with the names, types and constants that rules see. Nothing is scanned. */
  readSyntax(file: SourceFile): Promise<FileSyntax>
  /**
   * Explains why a rule reports something in a file, or at a line of it, or why not. Throws `RangeError` if the scanner has no such rule, or if `file` is
   * not among the files. Runs in this thread.
   */
  explain(request: ExplainRequest): Promise<Explanation>
  /** Ends its threads and releases its resources. Can be called again. */
  close(): Promise<void>
}
