import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { CallEffects } from '../models/call-effects.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { liesIn } from '../program/nested-in.ts'
import { parameterFor } from '../../model/match-arguments.ts'
import { hasBody, isNonEscapingArgument, type EscapeInput } from './application-calls.ts'

/** Values of one function that are visited. A larger function counts as leaking its arguments. */
const MAX_VALUES = BOUNDS.nonEscapingValues.value
/** Nested calls that are followed. */
const MAX_DEPTH = BOUNDS.nonEscapingCalls.value

/** Whether a call, by its index in a file, passes these arguments only to functions of the program that read fields of them. */
export type NonEscapingTest = (file: number, call: number, passed: readonly number[]) => boolean

/**
 * Tests whether a call reaches only functions of the program that read named fields of an object: `create({ name, email })`, `data.name`, `pick(data,
 * FIELDS)`. The object as a whole does not escape, whatever the functions are called.
 */
export function createNonEscapingTest(project: Project, edges: DataFlowEdges, links: CallGraph, effectOf: CallEffects): NonEscapingTest {
  const { calls, functions } = project
  const { targets } = links
  const known = new Map<number, boolean>()
  /** Whether all callees use only fields of the argument. */
  const takesApart = (call: number, position: number, depth: number): boolean =>
    targets[call].length > 0 &&
    targets[call].every((func) => {
      const parameter = functions[func].parameters[parameterFor(functions[func].parameters, calls[call].arguments, position)]
      if (parameter === undefined || parameter.kind === 'rest' || depth > MAX_DEPTH || !hasBody(project, edges, func)) return false
      const answer = known.get(parameter.value)
      if (answer !== undefined) return answer
      // In a recursion nothing more escapes.
      known.set(parameter.value, true)
      const found = hasFieldOnlyUse({ project, edges, links, effectOf }, func, parameter.value, (next, at) => takesApart(next, at, depth + 1))
      known.set(parameter.value, found)
      return found
    })
  return (file, index, passed) => {
    const call = project.firstCall[file] + index
    if (targets[call].length === 0) return false
    const wanted = passed.map((value) => calls[call].arguments.findIndex((each) => each.value === value + project.firstValue[file]))
    return wanted.length > 0 && wanted.every((position) => position >= 0 && takesApart(call, position, 0))
  }
}

/** Whether an object as a whole reaches only functions that use its fields. */
function hasFieldOnlyUse(
  { project, edges, links: { targets, callbacks }, effectOf }: EscapeInput,
  func: number,
  object: number,
  takesApart: (call: number, position: number) => boolean,
): boolean {
  const { calls, owner } = project
  const open = new Set([object])
  for (const value of open) {
    if (open.size > MAX_VALUES) return false
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const target = edges.target[edge]
      if (edges.kind[edge] !== EDGE.argument) {
        if (!liesIn(project, owner[target], func)) continue
        const use = usedPartOf(project, edges, edge)
        if (use === 'each') return false
        if (use === 'all') open.add(target)
        continue
      }
      const call = calls[target]
      if (targets[target].length > 0) {
        if (!takesApart(target, edges.extra[edge])) return false
      } else if (LISTING.test(call.name)) {
        if (!isChosenFrom(project, edges, call.result)) return false
        continue
      } else if (PICKING.test(call.spelledName) && !call.name.startsWith('JSON.')) continue
      else if (callbacks.has(target) || !isNonEscapingArgument(call, edges.extra[edge], effectOf(target))) return false
      if (call.result >= 0) open.add(call.result)
    }
  }
  return true
}

/** How much of an object is used: a field (`data.name`, `data.name + 'x'`), all fields one by one, or the object itself. */
function usedPartOf({ op, b, key }: Project, edges: DataFlowEdges, edge: number): 'field' | 'each' | 'all' {
  const target = edges.target[edge]
  if (edges.kind[edge] === EDGE.combine) return 'field'
  if (edges.kind[edge] !== EDGE.load || op[target] !== OP.load) return 'all'
  return key[target] < 0 && b[target] === 0 ? 'each' : 'field'
}

/** Whether the names of fields are tested one by one and not used otherwise: `Object.keys(data).filter(isKnown)`. */
function isChosenFrom({ calls }: Project, edges: DataFlowEdges, names: number): boolean {
  if (names < 0) return true
  for (let edge = edges.start[names]; edge < edges.start[names + 1]; edge++) {
    const target = edges.target[edge]
    // The load is the method that is called.
    if (edges.kind[edge] === EDGE.load && edges.start[target + 1] === edges.start[target]) continue
    if (edges.kind[edge] !== EDGE.argument || edges.extra[edge] >= 0 || !CHOOSING.test(calls[target].spelledName)) return false
  }
  return edges.start[names + 1] > edges.start[names]
}

/** Functions that select known fields of an object. */
const PICKING = /^(?:pick\w*|omit|parse|parseAsync|safeParse|safeParseAsync|validate|validateSync|validateAsync|matchedData)$/
const LISTING = /^Object\.(?:keys|entries)$/
/** Methods that test each name. */
const CHOOSING = /^(?:filter|every|some|includes|find)$/
