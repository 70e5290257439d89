import type { TraceStep } from '../../model/finding.ts'
import type { Span } from '../../model/position.ts'
import type { Confidence, Severity } from '../../model/severity.ts'

/** A match of a rule in a file, before suppressions and sorting. Offsets are UTF-16 in the file's text. */
export interface RawFinding extends Span {
  /** Index in `Ruleset.rules`. */
  readonly rule: number
  /** The bound code of metavariables, by name with `$`. */
  readonly captures: ReadonlyMap<string, Capture>
  /** Absent: those of the rule. */
  readonly severity?: Severity
  readonly confidence?: Confidence
  readonly trace?: readonly TraceStep[]
  readonly alternatives?: number
  readonly causes?: readonly string[]
}

/** Without offsets if it is empty: an ellipsis without nodes. */
export interface Capture extends Partial<Span> {
  readonly text: string
}
