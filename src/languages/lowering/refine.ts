import { OP } from '../../model/program.ts'
import { NOT_CHECKED } from './control-flow.ts'
import { type Lowering, readVariable, value, writeVariable } from './create-lowering.ts'

/** What a condition makes sure of. */
export interface Checked {
  /** The variable that is checked, or the path from one (`req.query.id`), which is then checked wherever it stands again. */
  readonly place: { readonly variable: number } | { readonly path: string }
  readonly node: number
  /** The call that is the check, when a rule must say that it is one; -1 when the check makes anything harmless. */
  readonly check: number
}

/** What is known where a condition holds, and where it does not. */
export interface Condition {
  readonly whenTrue: readonly Checked[]
  readonly whenFalse: readonly Checked[]
}

export const NOTHING_CHECKED: Condition = { whenTrue: [], whenFalse: [] }

export function negated({ whenTrue, whenFalse }: Condition): Condition {
  return { whenTrue: whenFalse, whenFalse: whenTrue }
}

export function bothHold(left: Condition, right: Condition): Condition {
  return { whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: [] }
}

export function oneHolds(left: Condition, right: Condition): Condition {
  // `x === 'a' || x === 'b'`: whichever holds, x is checked.
  const common = left.whenTrue.filter((checked) => checked.check < 0 && right.whenTrue.some((other) => other.check < 0 && samePlace(checked, other)))
  return { whenTrue: common, whenFalse: [...left.whenFalse, ...right.whenFalse] }
}

function samePlace(left: Checked, right: Checked): boolean {
  if ('variable' in left.place) return 'variable' in right.place && left.place.variable === right.place.variable
  return 'path' in right.place && left.place.path === right.place.path
}

/** From here on in this branch the places are checked. */
export function refine(low: Lowering, known: readonly Checked[]): void {
  for (const { place, node, check } of known) {
    const index = check < 0 ? -1 : checkIndex(low, check)
    if ('variable' in place) writeVariable(low, place.variable, value(low, OP.refine, node, readVariable(low, place.variable, node), index))
    else low.frame.table.write(low.guardVariable(place.path), index + 1)
  }
}

/** The value, refined when its path is checked here. */
export function refinedPath(low: Lowering, path: string, made: number, node: number): number {
  const guard = low.frame.table.read(low.guardVariable(path))
  return guard === undefined || guard === NOT_CHECKED ? made : value(low, OP.refine, node, made, guard - 1)
}

function checkIndex(low: Lowering, check: number): number {
  const known = low.checks.indexOf(check)
  if (known >= 0) return known
  low.checks.push(check)
  return low.checks.length - 1
}
