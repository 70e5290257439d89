import type { Lowering } from './lowering.ts'
import { load, storeField } from './values.ts'

/** Number of elements that keep a known index after a rest pattern. */
const MOVED = 4

/** The elements from an index on, moved to the front. */
export function loadRest(low: Lowering, given: number, from: number, node: number): number {
  if (from === 0) return given
  const moved = Array.from({ length: MOVED }, (_, index) => load(low, given, String(from + index), node))
  return moved.reduce((made, part, index) => storeField(low, made, String(index), part, node), given)
}
