import type { Lowering } from './lowering.ts'
import { load, storeField } from './values.ts'

/** Elements that are followed by index after a rest has moved them. */
const MOVED = 4

/** The elements from an index on: those that are known by index move to the front. */
export function loadRest(low: Lowering, given: number, from: number, node: number): number {
  if (from === 0) return given
  const moved = Array.from({ length: MOVED }, (_, index) => load(low, given, String(from + index), node))
  return moved.reduce((made, part, index) => storeField(low, made, String(index), part, node), given)
}
