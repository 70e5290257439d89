import type { Finding } from './finding.ts'
import type { PartialFile, ScannedAsIs, SkippedFile, UnreadLanguage } from './gap.ts'
import type { Grade } from './grade.ts'
import type { SuppressedFinding, UnusedSuppression } from './suppression.ts'
import type { TrustedConfig } from './trusted-config.ts'

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

/** Why findings that count are not in the list. */
export const HIDING_REASONS = ['filter', 'baseline', 'unchanged', 'limit'] as const
/** One of `HIDING_REASONS`. */
export type HidingReason = (typeof HIDING_REASONS)[number]

/** Findings that count, and that whoever asked does not want to see. */
export interface HiddenFindings {
  readonly reason: HidingReason
  readonly findings: number
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
  /** What the list leaves out, by reason. Absent when it is whole. */
  readonly hidden?: readonly HiddenFindings[]
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
  /** Present when settings, rules, baseline and ignore files were read from a commit instead of the working tree. */
  readonly trusted?: TrustedConfig
  readonly version: {
    readonly engine: string
    /** Version of the grade's formula. */
    readonly formula: string
    readonly packs: readonly PackVersion[]
  }
}
