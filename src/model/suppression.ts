import type { FindingTriage } from './triage.ts'

/** A comment that suppresses findings. */
export interface Suppression {
  /**
   * `file` applies to the whole file. `line` applies to the code on the comment's line, or to the next statement if there is no code before the
   * comment.
   */
  readonly scope: 'line' | 'file'
  /** Empty means every rule. */
  readonly rules: readonly string[]
  /** The text after ` -- `. */
  readonly reason?: string
  /** The line where the comment begins, from 1. */
  readonly line: number
  /** Lines it silences, from 1, both inclusive. */
  readonly firstLine: number
  readonly lastLine: number
}

/** A finding suppressed by a comment or by settings. It is still counted separately. */
export interface SuppressedFinding {
  readonly id: string
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly reason?: string
  /** What silenced it: the settings of the project, or a triage. Absent for a comment. */
  readonly by?: 'settings' | 'triage'
  /** The verdict, for `by: 'triage'`. */
  readonly triage?: FindingTriage
}

/** A suppression comment without effect. */
export interface UnusedSuppression {
  readonly file: string
  readonly line: number
  readonly rules: readonly string[]
}
