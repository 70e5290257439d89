import type { ContextFact, Evidence } from './evidence.ts'
import type { Confidence, Severity } from './severity.ts'
import type { FindingTriage } from './triage.ts'

/** One step of a data-flow path from source to sink. */
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

/** Replaces this range of the file by `text`. Positions are those of a finding. */
export interface TextEdit {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly text: string
}

/** A location in a file. */
export interface FindingPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A commit that added a version of a file. */
export interface FindingCommit {
  /** Hexadecimal. */
  readonly id: string
  /** The author date in ISO 8601. */
  readonly date: string
  /** The id of the version of the file. */
  readonly blob: string
}

/**
 * One weakness that a rule reports at one location. It contains source text only where its description quotes a few words, and in its autofix. The
 * first nine fields are the fixed contract of the HTTP API.
 */
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
  /** How to fix it. */
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
  /** Other locations with the same cause, which the same fix corrects. By file and position. */
  readonly places?: readonly FindingPlace[]
  readonly autofix?: readonly TextEdit[]
  /** The commit that added the secret. Only of a scan of the history. */
  readonly commit?: FindingCommit
  /** What a triage says about it. */
  readonly triage?: FindingTriage
  /** Why the finding has its confidence. Absent for rules without reviewed findings: those of other packages. */
  readonly evidence?: Evidence
}

/** A finding before its confidence is computed. */
export interface WeighableFinding extends Finding {
  /** Facts about the code around the location. */
  readonly context?: readonly ContextFact[]
}

/** A finding before findings with the same cause are merged. */
export interface CausedFinding extends WeighableFinding {
  /** Identifiers of causes, valid within one scan. Findings of a rule with a common identifier have the same cause. */
  readonly causes?: readonly string[]
}
