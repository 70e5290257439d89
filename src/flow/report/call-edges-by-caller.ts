import type { IncomingEdge } from '../solver/entry-facts.ts'
import type { SolverState } from '../solver/solver-state.ts'

/** A call edge between entries: data of the caller's entry enters the callee's entry fact. */
export interface CallEdge {
  readonly incoming: IncomingEdge
  readonly callee: number
}

/** The inverse of the incoming sets: by entry (a source group is -1 - its index), the calls at which its facts enter functions. */
export function callEdgesByCaller({ entryFacts, facts }: SolverState): ReadonlyMap<number, readonly CallEdge[]> {
  const byCaller = new Map<number, CallEdge[]>()
  for (const [callee, { incoming }] of entryFacts.entries()) {
    for (const edge of incoming) {
      const caller = facts.entry[edge.fact]
      const known = byCaller.get(caller)
      if (known === undefined) byCaller.set(caller, [{ incoming: edge, callee }])
      else known.push({ incoming: edge, callee })
    }
  }
  return byCaller
}
