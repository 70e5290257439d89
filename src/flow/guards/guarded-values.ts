import { OP, type ProgramGuardFact } from '../../model/program.ts'
import { NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { Project } from '../program/link-program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { createParsedResultTest } from './parsed-comparison.ts'
import { parameterFor } from '../../model/match-arguments.ts'

/** Values that checks have made harmless, whatever a rule knows. */
export interface GuardedValues {
  /** For every rule. */
  readonly sanitized: readonly number[]
  /** Paths within a folder: for every rule that does not say otherwise. */
  readonly containedPaths: readonly number[]
  /** Those of `containedPaths` that may lie in a directory with a longer name. */
  readonly prefixedPaths: ReadonlySet<number>
  /** Strings that a check restricts: harmless in these contexts. */
  readonly restricted: readonly { readonly value: number; readonly contexts: StringContexts }[]
}

/** Finds what checks of the language make harmless, and those that functions of the program make. */
export function findGuardedValues(project: Project, links: CallGraph): GuardedValues {
  const { op, a, b, files, fileOf, firstValue } = project
  const { calls, targets, callbacks } = links
  const found: number[] = []
  const contained: number[] = []
  const prefixed = new Set<number>()
  const restricted: { value: number; contexts: StringContexts }[] = []
  const isParsed = createParsedResultTest(project, links)

  const { assures, selectsSanitized } = createCallGuards(project, links)

  for (let value = 0; value < project.count; value++) {
    if (op[value] !== OP.refine) continue
    if (b[value] < 0) {
      found.push(value)
      continue
    }
    const file = fileOf[value]
    const { callResult, argument, outcome, property, isPathContainment, isPrefixOnly, contexts, schemaParse } = files[file].program.guards[b[value]]
    if (isPathContainment) contained.push(value)
    if (isPrefixOnly) prefixed.add(value)
    if (contexts !== NO_CONTEXTS) restricted.push({ value, contexts })
    if (isPathContainment || callResult < 0) continue
    const callIndex = a[firstValue[file] + callResult]
    if (schemaParse !== undefined) {
      if (isParsed(callIndex, argument, property, schemaParse)) found.push(value)
      continue
    }
    const { spelledName } = calls[callIndex]
    if (assures(callIndex, argument, outcome, property)) found.push(value)
    else if (
      argument < 0 &&
      property === undefined &&
      ((outcome === 'true' && spelledName === 'every' && selectsSanitized(callIndex, 'true')) ||
        (outcome === 'false' && FINDERS.has(spelledName) && selectsSanitized(callIndex, 'false')))
    )
      found.push(value)
  }
  for (const [index, call] of calls.entries()) {
    if (targets[index].length === 0) continue
    for (const [position, { postUpdate }] of call.arguments.entries()) if (postUpdate >= 0 && assures(index, position, 'end')) found.push(postUpdate)
  }
  for (const index of callbacks.keys()) {
    const { spelledName: written, result, receiverPostUpdate } = calls[index]
    if ((written === 'filter' || written === 'find' || written === 'findLast') && selectsSanitized(index, 'true')) found.push(result)
    if (written === 'forEach' && receiverPostUpdate >= 0 && selectsSanitized(index, 'end')) found.push(receiverPostUpdate)
  }
  return { sanitized: found, containedPaths: contained, prefixedPaths: prefixed, restricted }
}

/** What the functions of a call prove about its arguments and about the elements that they are called with. */
function createCallGuards({ functions }: Pick<Project, 'functions'>, { calls, targets, callbacks }: CallGraph) {
  /** Whether every function that the call reaches makes sure of the argument. */
  const assures = (callIndex: number, argument: number, when: ProgramGuardFact['outcome'], resultProperty?: string): boolean => {
    const reached = targets[callIndex]
    return (
      reached.length > 0 &&
      argument >= 0 &&
      reached.every((target) =>
        isAssured(
          functions[target].guardFacts,
          parameterFor(functions[target].parameters, calls[callIndex].arguments, argument),
          when,
          resultProperty,
        ),
      )
    )
  }

  /** Whether functions that are passed to the call say yes (or no) to harmless elements alone. */
  const selectsSanitized = (callIndex: number, when: ProgramGuardFact['outcome']): boolean => {
    const passed = callbacks.get(callIndex)
    return passed !== undefined && passed.every((each) => each.functions.every((target) => isAssured(functions[target].guardFacts, 0, when)))
  }

  return { assures, selectsSanitized }
}

/** Calls that find nothing where a function says no to every element. */
const FINDERS: ReadonlySet<string> = new Set(['some', 'find', 'findLast', 'filter'])

function isAssured(assures: readonly ProgramGuardFact[], parameter: number, when: ProgramGuardFact['outcome'], resultProperty?: string): boolean {
  return (
    parameter >= 0 &&
    assures.some(
      (each) =>
        each.parameter === parameter &&
        each.property === undefined &&
        each.outcome === when &&
        each.resultProperty === resultProperty &&
        each.guardedValues.length === 0,
    )
  )
}
