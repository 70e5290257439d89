import { allocationSiteOf } from '../call-graph/event-calls.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { JumpStep } from '../program/data-flow-edges.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { OP } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'

const MAKES_VARIABLE = /^(?:(?:contextvars\.)?ContextVar|(?:async_hooks\.)?AsyncLocalStorage)$/

/** Methods that store a value in a context variable, with their minimal and maximal number of arguments. */
const WRITES: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['set', [1, 1]],
  // `scope.run({ tenant }, next)`, with the arguments of the function.
  ['run', [2, 9]],
  ['enterWith', [1, 1]],
])
const READS: ReadonlySet<string> = new Set(['get', 'getStore'])

/**
 * Values that are stored in context variables, and their reads: from `tenant.set(x)` to `tenant.get()` of the same `ContextVar`, from `scope.run(x,
 * next)` to `scope.getStore()` of the same `AsyncLocalStorage`, which both files may import.
 */
export interface ContextVariables {
  readonly jumpSteps: readonly JumpStep[]
  /** Stored values that other files may read. */
  readonly escaping: readonly number[]
}

export function findContextVariables(project: Project, modules: ModuleLinks, { pointsTo }: CallGraph): ContextVariables {
  const { calls, op, a, owner } = project
  const written = new Map<string, number[]>()
  if (!calls.some(({ name }) => MAKES_VARIABLE.test(name))) return { jumpSteps: [], escaping: [] }
  const isMade = (value: number): boolean => op[value] === OP.result && MAKES_VARIABLE.test(calls[a[value]].name)
  // A function that captures a variable sees its value after any of its stores.
  const isVariable = (value: number): boolean =>
    isMade(value) || (op[value] === OP.captured && extraOperandsOf(project, value).some((each) => isMade(pointsTo.rootOf(each))))
  const variableOf = (receiver: number): string | undefined => {
    const { id, value } = allocationSiteOf(project, modules, pointsTo, receiver)
    return isVariable(value) ? id : undefined
  }
  for (const { spelledName: verb, receiver, arguments: passed } of calls) {
    const [least, most] = WRITES.get(verb) ?? NEVER
    const variable = receiver >= 0 && passed.length >= least && passed.length <= most ? variableOf(receiver) : undefined
    if (variable !== undefined) addToGroup(written, variable, passed[0].value)
  }
  const kept: JumpStep[] = []
  for (const { spelledName: verb, receiver, result } of calls) {
    const variable = READS.has(verb) && receiver >= 0 && written.size > 0 ? variableOf(receiver) : undefined
    for (const from of (variable === undefined ? undefined : written.get(variable)) ?? [])
      if (owner[from] !== owner[result]) kept.push({ from, to: result })
  }
  return { jumpSteps: kept, escaping: [...written.values()].flat() }
}

const NEVER = [1, 0] as const
