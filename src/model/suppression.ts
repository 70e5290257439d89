/** A comment that silences rules at a place. */
export interface Suppression {
  /** `file` silences the whole file, `line` the code on the comment's own line, or the statement below it when no code stands before it. */
  readonly scope: 'line' | 'file'
  /** Empty means every rule. */
  readonly rules: readonly string[]
  /** What stands after ` -- `. */
  readonly reason?: string
  /** The line where the comment begins, from 1. */
  readonly line: number
  /** Lines it silences, from 1, both inclusive. */
  readonly firstLine: number
  readonly lastLine: number
}

/** A finding that a comment or the settings of the project silenced. It stays countable. */
export interface SuppressedFinding {
  readonly id: string
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly reason?: string
  /** The settings of the project silenced it, and no comment. */
  readonly by?: 'settings'
}

/** A suppression comment that silenced nothing. */
export interface UnusedSuppression {
  readonly file: string
  readonly line: number
  readonly rules: readonly string[]
}
