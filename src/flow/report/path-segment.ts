import type { ContextSensitiveCall } from '../call-graph/context-sensitive-calls.ts'
import type { SinkFact } from '../solver/sink-facts.ts'

/** A data-flow path from its last call, or from a source, to a sink: data with these labels reaches the sink from the entry of `fact`. */
export interface PathSegment extends SinkFact {
  /** If `fact` is passed to a call: the path within its callee. */
  readonly callee: PathSegment | undefined
  /** That call; -1 if the sink is in this function. */
  readonly call: number
  /** Facts on the path. */
  readonly distance: number
  /** What callers of the function must choose for the path to exist: the callee of one of their calls. */
  readonly chosen: ChosenCallee | undefined
  /** The number of the path condition on the arguments of callers; 0 for no condition. */
  readonly condition: number
}

/** A callee that the callers of a function choose. */
export interface ChosenCallee {
  readonly call: ContextSensitiveCall
  readonly target: number
}
