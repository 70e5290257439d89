import { OP } from '../../model/program.ts'
import type { ParameterTerm, BranchCondition } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { Lowering } from './lowering.ts'
import { originOf } from './variables.ts'

export const UNKNOWN_CONDITION: BranchCondition = { kind: 'unknown' }

/** `mode == 'raw'`, `options.mode in ('raw', 'html')`, of what still is as it was passed. */
export function equalsAny(asked: ParameterTerm | undefined, constants: readonly Scalar[]): BranchCondition {
  return asked === undefined ? UNKNOWN_CONDITION : { kind: 'equals', ...asked, constants, holds: true }
}

/** `raw`, `options.raw`, of what still is as it was passed. */
export function countsAsTrue(asked: ParameterTerm | undefined): BranchCondition {
  return asked === undefined ? UNKNOWN_CONDITION : { kind: 'truth', ...asked, holds: true }
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

/** The parameter that the variable still holds as it was passed, or the part of one. */
export function askedOf(low: Lowering, variable: number): ParameterTerm | undefined {
  const held = low.frame.table.read(variable)
  if (held === undefined || low.names.writtenInside.has(variable)) return undefined
  const origin = originOf(low, held)
  const whole = low.frame.assurable.find((each) => each.variable === variable && each.part === undefined && each.initial === origin)
  if (whole !== undefined) return { parameter: whole.parameter }
  return low.frame.options.find((each) => each.variable === variable && each.initial === origin)?.asked
}

/** The part of a parameter that the variable still holds: `options.raw`. */
export function askedPartOf(low: Lowering, variable: number, property: string): ParameterTerm | undefined {
  const held = low.frame.table.read(variable)
  const asked = held === undefined || low.names.changedInside.has(variable) || !isUntouched(low, held) ? undefined : askedOf(low, variable)
  return asked === undefined || asked.property !== undefined ? undefined : { parameter: asked.parameter, property }
}

/** Branches and checks that a value went through since it was passed. */
const MOST_STEPS = 12

/** Whether no call was given the value since the function has it, but `options.get('raw')`: `Object.assign(options, …)` changes its parts. */
export function isUntouched(low: Lowering, held: number, steps = 0): boolean {
  if (steps > MOST_STEPS) return false
  const op = low.store.op(held)
  if (op === OP.refine || (op === OP.postUpdate && low.calls[low.store.b(held)]?.spelledName === 'get'))
    return isUntouched(low, low.store.a(held), steps + 1)
  const views = op === OP.phi ? low.sameOrigin.get(held)?.views : undefined
  return views === undefined ? op !== OP.postUpdate : views.every((view) => isUntouched(low, view, steps + 1))
}

/** A pattern has given a part of what was passed to a name. */
export function noteOption(low: Lowering, variable: number, asked: ParameterTerm): void {
  const held = low.frame.table.read(variable)
  if (held !== undefined) low.frame.options.push({ variable, initial: originOf(low, held), asked })
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
        ? oppositeOf(equalsAny(asked, named))
        : UNKNOWN_CONDITION
      : equalsAny(constants === undefined ? undefined : asked, constants ?? [])
    const before = index > 0 && cases[index - 1].fallsThrough ? conditions[index - 1] : undefined
    conditions.push(before === undefined ? own : { kind: 'any', of: [before, own] })
  }
  return conditions
}
