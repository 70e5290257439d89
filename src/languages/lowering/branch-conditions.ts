import type { BranchCondition } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { Lowering } from './lowering.ts'
import { originOf } from './variables.ts'

export const UNKNOWN_CONDITION: BranchCondition = { kind: 'unknown' }

/** `mode == 'raw'`, `mode in ('raw', 'html')`, of a variable that still holds what was passed. */
export function equalsAny(low: Lowering, variable: number, constants: readonly Scalar[]): BranchCondition {
  const parameter = parameterIn(low, variable)
  return parameter < 0 ? UNKNOWN_CONDITION : { kind: 'equals', parameter, constants, holds: true }
}

/** `raw`, of a variable that still holds what was passed. */
export function countsAsTrue(low: Lowering, variable: number): BranchCondition {
  const parameter = parameterIn(low, variable)
  return parameter < 0 ? UNKNOWN_CONDITION : { kind: 'truth', parameter, holds: true }
}

export function oppositeOf(condition: BranchCondition): BranchCondition {
  switch (condition.kind) {
    case 'unknown':
      return condition
    case 'all':
    case 'any':
      return { kind: condition.kind === 'all' ? 'any' : 'all', of: condition.of.map(oppositeOf) }
    default:
      return { ...condition, holds: !condition.holds }
  }
}

/** Notes that the code between two offsets runs where the condition holds alone. */
export function noteBranch(low: Lowering, condition: BranchCondition, start: number, end: number): void {
  if (start < end && asksAnything(condition)) low.branches.push({ start, end, owner: low.frame.index, condition })
}

function asksAnything(condition: BranchCondition): boolean {
  return condition.kind === 'all' || condition.kind === 'any' ? condition.of.some(asksAnything) : condition.kind !== 'unknown'
}

/** The parameter of the function that the variable still holds as it was passed, -1 when there is none. */
function parameterIn(low: Lowering, variable: number): number {
  const held = low.frame.table.read(variable)
  if (held === undefined || low.names.writtenInside.has(variable)) return -1
  const origin = originOf(low, held)
  return low.frame.assurable.find((each) => each.variable === variable && each.part === undefined && each.initial === origin)?.parameter ?? -1
}
