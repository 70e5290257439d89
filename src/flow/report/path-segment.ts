import type { ContextSensitiveCall } from '../call-graph/context-sensitive-calls.ts'
import type { SinkFact } from '../solver/sink-facts.ts'

/** A data-flow path from its last call, or from a source, to a sink: data with these labels reaches the sink from the entry of `fact`. */
export interface PathSegment extends SinkFact {
  /** Where `fact` is passed to a call: the path within its callee. */
  readonly callee: PathSegment | undefined
  /** That call; -1 where the sink is in this function. */
  readonly call: number
  /** Facts on the path. */
  readonly distance: number
  /** What callers of the function must choose for the path to exist: the function that a call of theirs enters. */
  readonly chosen: ChosenCallee | undefined
  /** What callers must pass for the path to exist, by number; 0 for anything. */
  readonly condition: number
}

/** A callee that the callers of a function choose. */
export interface ChosenCallee {
  readonly call: ContextSensitiveCall
  readonly target: number
}
