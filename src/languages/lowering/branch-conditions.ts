import { OP } from '../../model/program.ts'
import type { ParameterTerm, BranchCondition } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { Lowering } from './lowering.ts'
import { mustAliasRoot } from './variables.ts'

export const UNKNOWN_CONDITION: BranchCondition = { kind: 'unknown' }

/** `mode == 'raw'`, `options.mode in ('raw', 'html')`, of what still is as it was passed. */
export function equalsAny(asked: ParameterTerm | undefined, constants: readonly Scalar[]): BranchCondition {
  return asked === undefined ? UNKNOWN_CONDITION : { kind: 'equals', ...asked, constants, holds: true }
}

/** `raw`, `options.raw`, of what still is as it was passed. */
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

/** Notes that the code between two offsets runs where the condition holds alone. */
export function recordBranch(low: Lowering, condition: BranchCondition, start: number, end: number): void {
  if (start < end && isKnownCondition(condition)) low.branches.push({ start, end, owner: low.frame.index, condition })
}

function isKnownCondition(condition: BranchCondition): boolean {
  return condition.kind === 'all' || condition.kind === 'any' ? condition.of.some(isKnownCondition) : condition.kind !== 'unknown'
}

/** The parameter that the variable still holds as it was passed, or the part of one. */
export function parameterTerm(low: Lowering, variable: number): ParameterTerm | undefined {
  const held = low.frame.table.read(variable)
  if (held === undefined || low.names.assignedByNested.has(variable)) return undefined
  const origin = mustAliasRoot(low, held)
  const whole = low.frame.guardable.find((each) => each.variable === variable && each.part === undefined && each.initial === origin)
  if (whole !== undefined) return { parameter: whole.parameter }
  return low.frame.destructured.find((each) => each.variable === variable && each.initial === origin)?.term
}

/** The part of a parameter that the variable still holds: `options.raw`. */
export function propertyTerm(low: Lowering, variable: number, property: string): ParameterTerm | undefined {
  const held = low.frame.table.read(variable)
  const asked = held === undefined || low.names.updatedByNested.has(variable) || !isUnmodified(low, held) ? undefined : parameterTerm(low, variable)
  return asked === undefined || asked.property !== undefined ? undefined : { parameter: asked.parameter, property }
}

/** Branches and checks that a value went through since it was passed. */
const MAX_STEPS = 12

/** Whether no call was given the value since the function has it, but `options.get('raw')`: `Object.assign(options, …)` changes its parts. */
export function isUnmodified(low: Lowering, held: number, steps = 0): boolean {
  if (steps > MAX_STEPS) return false
  const op = low.store.op(held)
  if (op === OP.refine || (op === OP.postUpdate && low.calls[low.store.b(held)]?.spelledName === 'get'))
    return isUnmodified(low, low.store.a(held), steps + 1)
  const views = op === OP.phi ? low.mustAliasPhis.get(held)?.incoming : undefined
  return views === undefined ? op !== OP.postUpdate : views.every((view) => isUnmodified(low, view, steps + 1))
}

/** A pattern has given a part of what was passed to a name. */
export function recordDestructured(low: Lowering, variable: number, term: ParameterTerm): void {
  const held = low.frame.table.read(variable)
  if (held !== undefined) low.frame.destructured.push({ variable, initial: mustAliasRoot(low, held), term })
}

/** Conditions under which the cases of a switch run, in order; `constants` of one that names something else are undefined, and the last that names none takes what is left. */
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
