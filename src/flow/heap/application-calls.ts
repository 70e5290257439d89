import { BOUNDS } from '../../model/bounds.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { liesIn } from '../program/nested-in.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { type CallEffect, type CallEffects, hasNoOutput } from '../models/call-effects.ts'

/** Values of one function that are visited. A larger function counts as leaking its arguments. */
const MAX_VALUES = BOUNDS.applicationCallValues.value
/** Nested calls that are followed. */
const MAX_DEPTH = BOUNDS.applicationCallDepth.value

/**
 * Tests whether a call reaches only functions of the program that keep their arguments to themselves. Then it is no call of a library function, nor
 * of a wrapper of one, whatever its name.
 */
export function createApplicationCallTest(
  project: Project,
  edges: DataFlowEdges,
  links: CallGraph,
  effectOf: CallEffects,
): (file: number, call: number) => boolean {
  const known = new Map<number, boolean>()
  const keeps = (func: number, depth: number): boolean => {
    const answer = known.get(func)
    if (answer !== undefined) return answer
    if (depth > MAX_DEPTH) return false
    // In a recursion nothing more escapes.
    known.set(func, true)
    const found = hasBody(project, edges, func) && keepsParameters({ project, edges, links, effectOf }, func, (next) => keeps(next, depth + 1))
    known.set(func, found)
    return found
  }
  return (file, call) => {
    const reached = links.targets[project.firstCall[file] + call]
    return reached.length > 0 && reached.every((func) => keeps(func, 0))
  }
}

/** Whether a function has a body. Methods of interfaces and abstract classes are implemented elsewhere. */
export function hasBody({ functions, classes, operandStart }: Project, edges: DataFlowEdges, func: number): boolean {
  const { parameters, result, classIndex } = functions[func]
  if (classIndex >= 0 && classes[classIndex].isInterface) return false
  if (operandStart[result + 1] > operandStart[result]) return true
  return parameters.some(({ value, atExit }) => {
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++)
      if (edges.kind[edge] !== EDGE.copy || edges.target[edge] !== atExit) return true
    return false
  })
}

/** What the escape analysis of functions needs. */
export interface EscapeInput {
  readonly project: Project
  readonly edges: DataFlowEdges
  readonly links: CallGraph
  readonly effectOf: CallEffects
}

/** Whether the arguments of a function escape only to functions that keep them to themselves. */
function keepsParameters({ project, edges, links, effectOf }: EscapeInput, func: number, keeps: (func: number) => boolean): boolean {
  const { targets, callbacks } = links
  const { calls, functions, owner } = project
  const open = new Set(functions[func].parameters.map(({ value }) => value))
  for (const value of open) {
    if (open.size > MAX_VALUES) return false
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const target = edges.target[edge]
      if (edges.kind[edge] !== EDGE.argument) {
        if (liesIn(project, owner[target], func)) open.add(target)
        continue
      }
      const call = calls[target]
      if (
        targets[target].length > 0
          ? !targets[target].every(keeps)
          : callbacks.has(target) || !isNonEscapingArgument(call, edges.extra[edge], effectOf(target))
      )
        return false
      if (call.result >= 0) open.add(call.result)
    }
  }
  return true
}

/** Whether an argument of a library function leaves it only as part of a string. */
export function isNonEscapingArgument({ name }: Project['calls'][number], position: number, effect: CallEffect): boolean {
  if (position < 0 || PLAIN.test(name)) return true
  return effect.kind === 'rows' ? !hasNoOutput(effect) : effect.kind === 'operation'
}

/** Functions that convert their argument to a string, or print it. */
const PLAIN = /^(?:String|JSON\.\w+|console\.\w+|str|repr|print|format|logging\.\w+|\w*[Ll]og(?:ger)?\.\w+|(?:\w*Error|Exception))$/
