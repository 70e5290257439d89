import { OP, type ProgramAssurance } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { createParsedResultTest } from './parsed-comparison.ts'
import { parameterOf } from '../program/parameter-of.ts'

/** Values that checks have made harmless, whatever a rule knows. */
export interface GuardedValues {
  /** For every rule. */
  readonly sanitized: readonly number[]
  /** Paths within a folder: for every rule that does not say otherwise. */
  readonly containedPaths: readonly number[]
}

/** Finds what checks of the language make harmless, and those that functions of the program make. */
export function findGuardedValues(project: Project, links: CallGraph): GuardedValues {
  const { op, a, b, files, fileOf, firstValue, functions } = project
  const { calls, targets, callbacks } = links
  const found: number[] = []
  const contained: number[] = []
  const isParsed = createParsedResultTest(project, links)

  /** Whether every function that the call reaches makes sure of the argument. */
  const assures = (callIndex: number, argument: number, when: ProgramAssurance['when'], told?: string): boolean => {
    const reached = targets[callIndex]
    return (
      reached.length > 0 &&
      argument >= 0 &&
      reached.every((target) => isAssured(functions[target].assures, parameterOf(functions[target], calls[callIndex], argument), when, told))
    )
  }

  /** Whether functions that are passed to the call say yes (or no) to harmless elements alone. */
  const choosesHarmless = (callIndex: number, when: ProgramAssurance['when']): boolean => {
    const passed = callbacks.get(callIndex)
    return passed !== undefined && passed.every((each) => each.functions.every((target) => isAssured(functions[target].assures, 0, when)))
  }

  for (let value = 0; value < project.count; value++) {
    if (op[value] !== OP.refine) continue
    if (b[value] < 0) {
      found.push(value)
      continue
    }
    const file = fileOf[value]
    const { result, argument, when, part, isContained, parsed } = files[file].program.checks[b[value]]
    if (isContained) contained.push(value)
    if (isContained || result < 0) continue
    const callIndex = a[firstValue[file] + result]
    if (parsed !== undefined) {
      if (isParsed(callIndex, argument, part, parsed)) found.push(value)
      continue
    }
    const { written } = calls[callIndex]
    if (assures(callIndex, argument, when, part)) found.push(value)
    else if (
      argument < 0 &&
      part === undefined &&
      ((when === 'true' && written === 'every' && choosesHarmless(callIndex, 'true')) ||
        (when === 'false' && FINDERS.has(written) && choosesHarmless(callIndex, 'false')))
    )
      found.push(value)
  }
  for (const [index, call] of calls.entries()) {
    if (targets[index].length === 0) continue
    for (const [position, { after }] of call.arguments.entries()) if (after >= 0 && assures(index, position, 'end')) found.push(after)
  }
  for (const index of callbacks.keys()) {
    const { written, result, receiverAfter } = calls[index]
    if ((written === 'filter' || written === 'find' || written === 'findLast') && choosesHarmless(index, 'true')) found.push(result)
    if (written === 'forEach' && receiverAfter >= 0 && choosesHarmless(index, 'end')) found.push(receiverAfter)
  }
  return { sanitized: found, containedPaths: contained }
}

/** Calls that find nothing where a function says no to every element. */
const FINDERS: ReadonlySet<string> = new Set(['some', 'find', 'findLast', 'filter'])

function isAssured(assures: readonly ProgramAssurance[], parameter: number, when: ProgramAssurance['when'], told?: string): boolean {
  return (
    parameter >= 0 &&
    assures.some(
      (each) => each.parameter === parameter && each.part === undefined && each.when === when && each.told === told && each.by.length === 0,
    )
  )
}
