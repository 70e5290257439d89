import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'

/** Maximum number of updates between the value and its creation. */
const MAX_CHANGES = BOUNDS.dictionaryChanges.value

/** Whether the value is a dictionary that this function created, possibly updated since. */
export function isDictionary({ dictionaries, store }: Lowering, valueId: number): boolean {
  if (dictionaries.size === 0) return false
  let at = valueId
  for (let steps = 0; steps < MAX_CHANGES && at >= 0; steps++) {
    if (dictionaries.has(at)) return true
    const op = store.op(at)
    if (op !== OP.store && op !== OP.postUpdate && op !== OP.refine && op !== OP.phi) return false
    at = store.a(at)
  }
  return false
}
