import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'

/** Stores into one object that are followed. */
const MAX_CHAIN = BOUNDS.contextValueStores.value

/** The last value that was stored in a property of an object; -1 if it is unknown. */
export function storedProperty({ op, a, b, key, keys }: Project, object: number, name: string): number {
  let at = object
  for (let steps = 0; steps < MAX_CHAIN && at >= 0 && op[at] === OP.store; steps++) {
    if (key[at] >= 0 && keys[key[at]] === name) return b[at]
    at = a[at]
  }
  return -1
}
