import type { CausedFinding, Finding } from './finding.ts'
import type { FlowCandidate } from './flow.ts'
import type { PartialFile, SkippedFile } from './gap.ts'
import type { Suppression } from './suppression.ts'

/** What examining one file gave, as plain data: it can be sent to another thread, and kept for the next scan. Holds no source text but that of configurations. */
export type FileReport = SkippedReport | ScannedReport

export interface SkippedReport {
  readonly kind: 'skipped'
  readonly skipped: SkippedFile
  /** UTF-16 units of a file that is vendored, generated or minified. */
  readonly size?: number
}

/** As what a file was read. `text`, in which secrets alone are looked for, is no program code. */
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
  /** What examining it took: counted, and so the same whenever it is done. */
  readonly steps: number
  /** Whether no rule's literals occur, so that nothing was parsed or matched. */
  readonly spared: boolean
  /** Whether all of this was found by an earlier scan. */
  readonly cached?: boolean
  /** By place. Those that suppressions silence are among them. */
  readonly findings: readonly Finding[]
  /** Keys of wide requirements that the file meets. */
  readonly met: readonly string[]
  /** Keys of those that it may meet, for which it would have to be parsed: they are looked for when a finding depends on them. */
  readonly open?: readonly string[]
  readonly suppressions: readonly Suppression[]
  /** Those of other tools: when they silence nothing, that is no fault. */
  readonly foreign: readonly Suppression[]
  readonly partial: readonly PartialFile[]
  /** Its part in data flow, when it may have one. */
  readonly flow?: FlowCandidate
  /** The whole text, of a configuration that says where modules lie. */
  readonly config?: string
}

/** What following data through a group of files gave, as plain data. */
export interface GroupReport {
  /** By file, then place. */
  readonly findings: readonly CausedFinding[]
  readonly gaps: readonly PartialFile[]
  /** The files whose trees were looked at, by their place in the group: the report depends on their content, and of the others on what `FlowGroup` says. */
  readonly looked: readonly number[]
  /** What it took, as that of a file. */
  readonly steps: number
  /** Whether it needs more than there were: then the report is that of what could be done. */
  readonly cut: boolean
  /** Whether a file was another one when it was read again: the report holds for no content. */
  readonly changed: boolean
}
