import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'

/** Changes of one value that are looked through for how it was made. */
const MAX_CHANGES = 60

/** Whether the value is a dictionary that was made in this function, whatever has been put into it since. */
export function isDictionary({ dictionaries, store }: Lowering, held: number): boolean {
  if (dictionaries.size === 0) return false
  let at = held
  for (let steps = 0; steps < MAX_CHANGES && at >= 0; steps++) {
    if (dictionaries.has(at)) return true
    const op = store.op(at)
    if (op !== OP.store && op !== OP.postUpdate && op !== OP.refine && op !== OP.phi) return false
    at = store.a(at)
  }
  return false
}
