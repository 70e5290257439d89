import type { Bindings } from '../model/bindings.ts'
import type { TraceStep } from '../model/finding.ts'

/** A match of a rule in a file, before suppressions and order. Offsets are UTF-16 into the file's text. */
export interface RawFinding {
  /** Index in `Ruleset.rules`. */
  readonly rule: number
  readonly start: number
  readonly end: number
  readonly bindings: Bindings
  readonly trace?: readonly TraceStep[]
  readonly alternatives?: number
}
