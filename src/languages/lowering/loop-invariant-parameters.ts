import { BOUNDS } from '../../model/bounds.ts'
import type { Lowering } from './lowering.ts'

/** Larger loops and functions with more parameters are skipped, because loops nest. */
const MAX_NODES = BOUNDS.loopNodes.value
const MAX_PARAMETERS = BOUNDS.loopParameters.value

/** The guardable parameters that the loop neither assigns nor updates. */
export function loopInvariantParameters(low: Lowering, loopNode: number): ReadonlySet<number> {
  const { tree, names, frame } = low
  const kept = new Set<number>()
  if (tree.next[loopNode] - loopNode > MAX_NODES || frame.guardable.length > MAX_PARAMETERS) return kept
  for (const { variable } of frame.guardable) if (!names.assignedByNested.has(variable) && !names.updatedByNested.has(variable)) kept.add(variable)
  for (let at = loopNode + 1; at < tree.next[loopNode] && kept.size > 0; at++)
    if (kept.has(names.declarationOf[at]) && names.isAltered(at)) kept.delete(names.declarationOf[at])
  return kept
}
