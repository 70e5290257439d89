import { BOUNDS } from '../../model/bounds.ts'
import { EDGE, type DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { liesIn } from '../program/nested-in.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { type CallEffect, type CallEffects, hasNoOutput } from '../models/call-effects.ts'

/** Values of one function that are looked at; what takes more may do anything. */
const MAX_VALUES = BOUNDS.applicationCallValues.value
/** Functions that call each other. */
const MAX_DEPTH = BOUNDS.applicationCallDepth.value

/**
 * Tells of calls that they reach functions of the program alone, which hand nothing that they get to others: whatever they are called, none of them
 * is a library's, nor stands in for one.
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
    // Within a circle nothing more is handed on.
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

/** Whether a function does anything: what an abstract class or an interface names does what others say. */
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

/** What tells whether functions of the program keep what they get. */
export interface EscapeInput {
  readonly project: Project
  readonly edges: DataFlowEdges
  readonly links: CallGraph
  readonly effectOf: CallEffects
}

/** Whether what a function gets for its parameters goes to functions alone that keep it, and to those of which it is known that they do. */
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

/** Whether what is passed to a function outside of the program goes no further than to a text of it. */
export function isNonEscapingArgument({ name }: Project['calls'][number], position: number, effect: CallEffect): boolean {
  if (position < 0 || PLAIN.test(name)) return true
  return effect.kind === 'rows' ? !hasNoOutput(effect) : effect.kind === 'operation'
}

/** Functions that make a text of what they get, or write it down. */
const PLAIN = /^(?:String|JSON\.\w+|console\.\w+|str|repr|print|format|logging\.\w+|\w*[Ll]og(?:ger)?\.\w+|(?:\w*Error|Exception))$/
