import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'

/** Longer chains are hostile. */
const MAX_STEPS = BOUNDS.underlyingObjectSteps.value

/** The object before anything was called on it, put into it or checked. */
export function underlyingObject({ op, a }: Project, value: number): number {
  let at = value
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    if (op[at] !== OP.postUpdate && op[at] !== OP.store && op[at] !== OP.refine) break
    at = a[at]
  }
  return at
}
