import type { Finding } from './finding.ts'
import type { PartialFile, ScannedAsIs, SkippedFile, UnreadLanguage } from './gap.ts'
import type { Grade } from './grade.ts'
import type { SuppressedFinding, UnusedSuppression } from './suppression.ts'
import type { TriageSummary } from './triage.ts'
import type { TrustedConfig } from './trusted-config.ts'

/** A pack that ran. */
export interface PackVersion {
  readonly name: string
  readonly version: string
  readonly rules: number
}

/** The number of files by how they were read. Files of `unread` are not counted. */
export interface FilesRead {
  readonly code: number
  readonly configuration: number
  /** No program code: only secrets were searched. */
  readonly text: number
}

/** Why findings that count are not in the list. */
export const HIDING_REASONS = ['filter', 'baseline', 'unchanged', 'limit'] as const
/** One of `HIDING_REASONS`. */
export type HidingReason = (typeof HIDING_REASONS)[number]

/** Findings that count for the grade but are not listed. */
export interface HiddenFindings {
  readonly reason: HidingReason
  readonly findings: number
}

/** The result of a scan: in the library, as JSON on the command line, and over HTTP. The same input gives the same bytes. */
export interface ScanResult {
  readonly grade: Grade
  /** An integer from 0 to 100. */
  readonly score: number
  /** Includes files of `unread`. */
  readonly filesScanned: number
  readonly criticalCount: number
  readonly highCount: number
  readonly mediumCount: number
  readonly lowCount: number
  /** By severity, file, line, column, rule. */
  readonly findings: readonly Finding[]
  /** Findings that are not listed, by reason. Absent if all are listed. */
  readonly hidden?: readonly HiddenFindings[]
  readonly filesRead: FilesRead
  /** By file. */
  readonly skipped: readonly SkippedFile[]
  /** By file, then position. */
  readonly partial: readonly PartialFile[]
  /** Program code in languages that are not read as code, the language with most files first. */
  readonly unread: readonly UnreadLanguage[]
  /** Not empty if all code is vendored, generated or minified. */
  readonly scannedAsIs: readonly ScannedAsIs[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unusedSuppressions: readonly UnusedSuppression[]
  /** Present when findings were put to a triage. Counts, score and grade are then those with triage. */
  readonly triage?: TriageSummary
  /** Present when settings, rules, baseline and ignore files were read from a commit instead of the working tree. */
  readonly trusted?: TrustedConfig
  readonly version: {
    readonly engine: string
    /** Version of the grade's formula. */
    readonly formula: string
    readonly packs: readonly PackVersion[]
  }
}
