import type { Lowering } from './lowering.ts'

/** Nodes of a loop, and parameters, beyond which nobody asks what stays the same in it: loops nest. */
const MOST_NODES = 20_000
const MOST_PARAMETERS = 60

/** Parameters of the function that nothing in the loop assigns or changes. */
export function keptParameters(low: Lowering, loopNode: number): ReadonlySet<number> {
  const { tree, names, frame } = low
  const kept = new Set<number>()
  if (tree.next[loopNode] - loopNode > MOST_NODES || frame.assurable.length > MOST_PARAMETERS) return kept
  for (const { variable } of frame.assurable) if (!names.writtenInside.has(variable) && !names.changedInside.has(variable)) kept.add(variable)
  for (let at = loopNode + 1; at < tree.next[loopNode] && kept.size > 0; at++)
    if (kept.has(names.declarationOf[at]) && names.isAltered(at)) kept.delete(names.declarationOf[at])
  return kept
}
