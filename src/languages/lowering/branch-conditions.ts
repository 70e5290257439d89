import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { ParameterTerm, BranchCondition } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

export const UNKNOWN_CONDITION: BranchCondition = { kind: 'unknown' }

/** The condition `mode == 'raw'` or `options.mode in ('raw', 'html')` of an unmodified parameter or property. */
export function equalsAny(asked: ParameterTerm | undefined, constants: readonly Scalar[]): BranchCondition {
  return asked === undefined ? UNKNOWN_CONDITION : { kind: 'equals', ...asked, constants, holds: true }
}

/** The condition `raw` or `options.raw` of an unmodified parameter or property. */
export function isTruthy(asked: ParameterTerm | undefined): BranchCondition {
  return asked === undefined ? UNKNOWN_CONDITION : { kind: 'truth', ...asked, holds: true }
}

export function negateCondition(condition: BranchCondition): BranchCondition {
  switch (condition.kind) {
    case 'unknown':
      return condition
    case 'all':
    case 'any':
      return { kind: condition.kind === 'all' ? 'any' : 'all', of: condition.of.map(negateCondition) }
    default:
      return { ...condition, holds: !condition.holds }
  }
}

/** Records that the code between two offsets runs only where the condition holds. */
export function recordBranch(low: Lowering, condition: BranchCondition, start: number, end: number): void {
  if (start < end && isKnownCondition(condition)) low.branches.push({ start, end, owner: low.frame.index, condition })
}

function isKnownCondition(condition: BranchCondition): boolean {
  return condition.kind === 'all' || condition.kind === 'any' ? condition.of.some(isKnownCondition) : condition.kind !== 'unknown'
}

/** The unmodified parameter, or property of a parameter, that the variable contains. */
export function parameterTerm(low: Lowering, variable: number): ParameterTerm | undefined {
  const valueId = low.frame.table.read(variable)
  if (valueId === undefined || low.names.assignedByNested.has(variable)) return undefined
  const origin = mustAliasRoot(low, valueId)
  const whole = low.frame.guardable.find((each) => each.variable === variable && each.part === undefined && each.initial === origin)
  if (whole !== undefined) return { parameter: whole.parameter }
  return low.frame.destructured.find((each) => each.variable === variable && each.initial === origin)?.term
}

/** The property of an unmodified parameter that the variable contains: `options.raw`. */
export function propertyTerm(low: Lowering, variable: number, property: string): ParameterTerm | undefined {
  const valueId = low.frame.table.read(variable)
  const asked =
    valueId === undefined || low.names.updatedByNested.has(variable) || !isUnmodified(low, valueId) ? undefined : parameterTerm(low, variable)
  return asked === undefined || asked.property !== undefined ? undefined : { parameter: asked.parameter, property }
}

/** Maximum number of instructions from a value back to the parameter. */
const MAX_STEPS = BOUNDS.conditionParameterSteps.value

/**
 * Whether the value was passed to no call since the function received it, except `options.get('raw')`. Calls such as `Object.assign(options, …)` may
 * change its properties.
 */
export function isUnmodified(low: Lowering, valueId: number, steps = 0): boolean {
  if (steps > MAX_STEPS) return false
  const op = low.store.op(valueId)
  if (op === OP.refine || (op === OP.postUpdate && low.calls[low.store.b(valueId)]?.spelledName === 'get'))
    return isUnmodified(low, low.store.a(valueId), steps + 1)
  const views = op === OP.phi ? low.mustAliasPhis.get(valueId)?.incoming : undefined
  return views === undefined ? op !== OP.postUpdate : views.every((view) => isUnmodified(low, view, steps + 1))
}

/** Records that a destructuring pattern bound a property of a parameter to a variable. */
export function recordDestructured(low: Lowering, variable: number, term: ParameterTerm): void {
  const valueId = low.frame.table.read(variable)
  if (valueId !== undefined) low.frame.destructured.push({ variable, initial: mustAliasRoot(low, valueId), term })
}

/**
 * The path conditions of the cases of a switch, in order. `constants` is undefined for a case that is not constant. The default case takes the
 * remaining constants.
 */
export function caseConditions(
  asked: ParameterTerm | undefined,
  cases: readonly { readonly constants: readonly Scalar[] | undefined; readonly isDefault: boolean; readonly fallsThrough: boolean }[],
): readonly BranchCondition[] {
  if (asked === undefined) return cases.map(() => UNKNOWN_CONDITION)
  const named = cases.flatMap(({ constants }) => constants ?? [])
  const isNamed = cases.every(({ constants, isDefault }) => isDefault || constants !== undefined)
  const conditions: BranchCondition[] = []
  for (const [index, { constants, isDefault }] of cases.entries()) {
    const own = isDefault
      ? isNamed
        ? negateCondition(equalsAny(asked, named))
        : UNKNOWN_CONDITION
      : equalsAny(constants === undefined ? undefined : asked, constants ?? [])
    const before = index > 0 && cases[index - 1].fallsThrough ? conditions[index - 1] : undefined
    conditions.push(before === undefined ? own : { kind: 'any', of: [before, own] })
  }
  return conditions
}
