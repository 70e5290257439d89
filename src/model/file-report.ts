import type { CausedFinding, Finding } from './finding.ts'
import type { FlowCandidate } from './flow.ts'
import type { PartialFile, SkippedFile } from './gap.ts'
import type { Suppression } from './suppression.ts'

/**
 * The report of one file as plain data, which can be sent to another thread and cached. It contains no source text, except that of configurations.
 */
export type FileReport = SkippedReport | ScannedReport

export interface SkippedReport {
  readonly kind: 'skipped'
  readonly skipped: SkippedFile
  /** UTF-16 units of a file that is vendored, generated or minified. */
  readonly size?: number
}

/** How a file was read. `text` means no program code: only secrets are searched. */
export type FileRole =
  | { readonly kind: 'code' | 'configuration' | 'text' }
  | { readonly kind: 'unread'; readonly language: string; readonly bytes: number }

export interface ScannedReport {
  readonly kind: 'scanned'
  readonly path: string
  /** UTF-16 units. */
  readonly size: number
  readonly lines: number
  readonly role: FileRole
  readonly parsed: boolean
  /** Deterministic number of steps. */
  readonly steps: number
  /** Whether no rule's literals occur, so that nothing was parsed or matched. */
  readonly spared: boolean
  /** Whether the whole report comes from an earlier scan. */
  readonly cached?: boolean
  /** By position. Includes suppressed findings. */
  readonly findings: readonly Finding[]
  /** Keys of wide requirements that the file meets. */
  readonly met: readonly string[]
  /** Keys of wide requirements whose test needs the syntax tree. They are tested if a finding depends on them. */
  readonly open?: readonly string[]
  readonly suppressions: readonly Suppression[]
  /** Suppressions of other tools. Unused ones are not reported. */
  readonly foreign: readonly Suppression[]
  readonly partial: readonly PartialFile[]
  /** Its part in data flow, if it may have one. */
  readonly flow?: FlowCandidate
  /** The whole text of a configuration that defines module paths. */
  readonly config?: string
}

/** The report of data-flow analysis for a group of files, as plain data. */
export interface GroupReport {
  /** By file, then position. */
  readonly findings: readonly CausedFinding[]
  readonly gaps: readonly PartialFile[]
  /** The indexes of files whose trees were read. The report depends on their content, and for other files on `FlowGroup`. */
  readonly looked: readonly number[]
  /** Number of steps, as for a file. */
  readonly steps: number
  /** Whether the steps were not sufficient. Then the report is incomplete. */
  readonly cut: boolean
  /** Whether a file changed while it was read again. Then the report must not be cached. */
  readonly changed: boolean
}
