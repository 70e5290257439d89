import { BOUNDS } from '../../model/bounds.ts'
import { OP, type ProgramGuardFact, type ProgramGuard } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { parameterFor } from '../../model/match-arguments.ts'

/** Nested calls of helpers that check. */
const MAX_LEVELS = BOUNDS.helperCheckLevels.value

/** An argument that functions of the program have checked. */
export interface GuardedArgument {
  readonly value: number
  /**
   * For each path through each possible callee: the values of the parameter after its checks. A rule accepts the check if one value of each path is
   * harmless for it.
   */
  readonly by: readonly (readonly number[])[]
}

/**
 * Finds arguments of functions whose checks some rules accept: `assertInside(root, path)`, which throws if `path.relative` leads out of the folder.
 */
export function findGuardedArguments(project: Project, { calls, targets, callbacks }: CallGraph): readonly GuardedArgument[] {
  const { op, a, b, files, fileOf, firstValue, functions } = project
  const found: GuardedArgument[] = []
  const checksOf = (
    target: number,
    parameter: number,
    when: ProgramGuardFact['outcome'],
    resultProperty?: string,
  ): readonly (readonly number[])[] => {
    const { guardFacts, file } = functions[target]
    const known = guardFacts.filter(
      (each) =>
        each.parameter === parameter &&
        each.property === undefined &&
        each.outcome === when &&
        each.resultProperty === resultProperty &&
        each.guardedValues.length > 0,
    )
    const by =
      known.length > 1 && known.every((each) => each.guardedValues.length === 1)
        ? [known.flatMap((each) => each.guardedValues[0])]
        : (known[0]?.guardedValues ?? [])
    return by.map((branch) => branch.map((made) => firstValue[file] + made))
  }
  const addAll = (value: number, by: readonly (readonly (readonly number[])[])[]): void => {
    if (by.length > 0 && by.every((branches) => branches.length > 0)) found.push({ value, by: by.flat() })
  }
  const add = (value: number, call: number, argument: number, { outcome, property }: Pick<ProgramGuard, 'outcome' | 'property'>): void => {
    if (argument < 0) return
    addAll(
      value,
      targets[call].map((target) => checksOf(target, parameterFor(functions[target].parameters, calls[call].arguments, argument), outcome, property)),
    )
  }
  for (let value = 0; value < project.count; value++) {
    if (op[value] !== OP.refine || b[value] < 0) continue
    const { callResult, argument, outcome: when, property: part, schemaParse } = files[fileOf[value]].program.guards[b[value]]
    if (callResult >= 0 && schemaParse === undefined)
      add(value, a[firstValue[fileOf[value]] + callResult], argument, { outcome: when, property: part })
  }
  for (const [index, call] of calls.entries()) {
    if (targets[index].length === 0) continue
    for (const [position, { postUpdate }] of call.arguments.entries())
      if (postUpdate >= 0) add(postUpdate, index, position, { outcome: 'end', property: undefined })
  }
  // `names.filter((name) => !name.includes('..'))`
  for (const [index, passed] of callbacks) {
    const { spelledName, result } = calls[index]
    if (!CHOOSERS.has(spelledName)) continue
    addAll(
      result,
      passed.flatMap((each) => each.functions.map((target) => checksOf(target, 0, 'true'))),
    )
  }
  return found
}

const CHOOSERS: ReadonlySet<string> = new Set(['filter', 'find', 'findLast'])

/** Adds to the sanitized labels of arguments those of rules that accept the checks of the callees. */
export function propagateSanitizers(checks: readonly GuardedArgument[], sanitized: Int32Array): void {
  for (let level = 0, changed = true; changed && level < MAX_LEVELS; level++) {
    changed = false
    for (const { value, by } of checks) {
      const bits = by.reduce((common, values) => common & values.reduce((any, made) => any | sanitized[made], 0), -1)
      if ((bits & ~sanitized[value]) === 0) continue
      sanitized[value] |= bits
      changed = true
    }
  }
}
