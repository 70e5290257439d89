import type { Lowering } from './lowering.ts'

/** Nodes of a loop, and parameters, beyond which nobody asks what stays the same in it: loops nest. */
const MAX_NODES = 20_000
const MAX_PARAMETERS = 60

/** Parameters of the function that nothing in the loop assigns or changes. */
export function loopInvariantParameters(low: Lowering, loopNode: number): ReadonlySet<number> {
  const { tree, names, frame } = low
  const kept = new Set<number>()
  if (tree.next[loopNode] - loopNode > MAX_NODES || frame.guardable.length > MAX_PARAMETERS) return kept
  for (const { variable } of frame.guardable) if (!names.assignedByNested.has(variable) && !names.updatedByNested.has(variable)) kept.add(variable)
  for (let at = loopNode + 1; at < tree.next[loopNode] && kept.size > 0; at++)
    if (kept.has(names.declarationOf[at]) && names.isAltered(at)) kept.delete(names.declarationOf[at])
  return kept
}
