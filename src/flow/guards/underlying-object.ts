import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'

/** Longer chains occur in hostile input only. */
const MAX_STEPS = BOUNDS.underlyingObjectSteps.value

/** The object before all calls, stores and checks. */
export function underlyingObject({ op, a }: Project, value: number): number {
  let at = value
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    if (op[at] !== OP.postUpdate && op[at] !== OP.store && op[at] !== OP.refine) break
    at = a[at]
  }
  return at
}
