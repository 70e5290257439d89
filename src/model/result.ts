import type { Finding } from './finding.ts'
import type { PartialFile, ScannedAsIs, SkippedFile, UnreadLanguage } from './gap.ts'
import type { Grade } from './grade.ts'
import type { SuppressedFinding, UnusedSuppression } from './suppression.ts'

/** A pack that ran. */
export interface PackVersion {
  readonly name: string
  readonly version: string
  readonly rules: number
}

/** As what files were read. Those of `unread` are in none of these. */
export interface FilesRead {
  readonly code: number
  readonly configuration: number
  /** No program code: secrets alone were looked for. */
  readonly text: number
}

/** What a scan returns: to the library, on the command line as JSON, and over HTTP. The same bytes for the same input. */
export interface ScanResult {
  readonly grade: Grade
  /** 0 to 100, whole. */
  readonly score: number
  /** Those that were read, and those of `unread`. */
  readonly filesScanned: number
  readonly criticalCount: number
  readonly highCount: number
  readonly mediumCount: number
  readonly lowCount: number
  /** By severity, file, line, column, rule. */
  readonly findings: readonly Finding[]
  readonly filesRead: FilesRead
  /** By file. */
  readonly skipped: readonly SkippedFile[]
  /** By file, then place. */
  readonly partial: readonly PartialFile[]
  /** Program code in languages that are not read as code, the language with most files first. */
  readonly unread: readonly UnreadLanguage[]
  /** Not empty where all code is vendored, generated or minified. */
  readonly scannedAsIs: readonly ScannedAsIs[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unusedSuppressions: readonly UnusedSuppression[]
  readonly version: {
    readonly engine: string
    /** Version of the grade's formula. */
    readonly formula: string
    readonly packs: readonly PackVersion[]
  }
}
