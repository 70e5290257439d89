import type { Confidence, Severity } from './severity.ts'

/** One step of the way a value took from source to sink. */
export interface TraceStep {
  readonly kind: 'source' | 'step' | 'sink'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** What happened here: "passed to `render` as `body`". */
  readonly what: string
}

/** Replace this stretch of the file by `text`. Positions as in a finding. */
export interface TextEdit {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly text: string
}

/** A place in a file. */
export interface FindingPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** One weakness a rule saw at one place. Of source text it holds what its description quotes, a few words, and what its autofix writes. The first nine fields are the fixed contract of the HTTP answer. */
export interface Finding {
  /** Fingerprint that survives moved lines: hash of rule, path, matched code with white space folded, and occurrence. */
  readonly id: string
  readonly rule: string
  readonly severity: Severity
  readonly title: string
  /** The rule's message with its metavariables filled in, or its description. */
  readonly description: string
  /** The path as the caller gave it. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** How to mend it. */
  readonly fix?: string
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly endLine: number
  /** Exclusive. */
  readonly endColumn: number
  readonly confidence: Confidence
  readonly category: string
  readonly cwe: readonly string[]
  readonly owasp: readonly string[]
  readonly references: readonly string[]
  readonly trace?: readonly TraceStep[]
  /** Other flows into the same sink from the same source, counted and not listed. */
  readonly alternatives?: number
  /** Where the same cause does harm beside: what mends it here mends it there. By file and place. */
  readonly places?: readonly FindingPlace[]
  readonly autofix?: readonly TextEdit[]
}

/** A finding while those of one cause are still apart. */
export interface CausedFinding extends Finding {
  /** What brought it about, in words that mean nothing outside of a scan: findings of a rule that share one have one cause. */
  readonly causes?: readonly string[]
}
