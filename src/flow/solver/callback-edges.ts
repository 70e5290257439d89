import type { ModelPart } from '../../model/call-models.ts'
import { isAt, keyOf } from './apply-model.ts'
import type { IncomingEdge } from './entry-facts.ts'
import { enterFunction } from './interprocedural-edges.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { EMPTY_PATH } from './path-table.ts'
import { labelsOfProperties } from './propagate.ts'
import type { SolverState } from './solver-state.ts'

type PassedCallback = NonNullable<ReturnType<CallGraph['callbacks']['get']>>[number]

/** Passes a fact to the callbacks of a call as models describe it. Returns true if the call does nothing else with the data. */
export function passToCallbacks(s: SolverState, fact: number, callIndex: number, position: number, known: readonly PassedCallback[]): boolean {
  const call = s.project.calls[callIndex]
  const others = call.arguments.length - known.length
  let consumed = false
  for (const each of known) {
    const edge: IncomingEdge = { call: callIndex, callback: each.position, fact }
    for (const target of each.functions) if (passToCallback(s, edge, each, position, target, others)) consumed = true
    const { returns, passes } = each.does
    if (returns !== 'none' && passes.length > 0 && !KEEPS_RECEIVER.has(call.spelledName)) consumed = true
  }
  return consumed
}

/** Calls whose result includes the receiver's data, whatever the callback does. */
const KEEPS_RECEIVER: ReadonlySet<string> = new Set(['catch', 'finally', 'replace', 'replaceAll'])

/** @param others how many arguments are no callbacks */
function passToCallback(
  s: SolverState,
  edge: IncomingEdge,
  { position: at, does }: PassedCallback,
  position: number,
  target: number,
  others: number,
): boolean {
  const { project, facts, paths } = s
  const { parameters } = project.functions[target]
  const path = facts.path[edge.fact]
  const { passesRest } = does
  const isThread = passesRest === -1
  if (isThread && position >= 0 && position !== at) {
    // `args=(x, y)`, `kwargs={"name": x}`
    const isNamed = project.calls[edge.call].arguments[position]?.name === 'kwargs'
    for (const [index, { name, value }] of parameters.entries())
      enterFunction(s, target, value, paths.suffix(path, project.keyId(isNamed ? name : String(index))), edge)
    return false
  }
  if (does.jumps !== undefined) return passStored(s, edge, position, target, does.jumps)
  if (passesRest !== undefined && !isThread && position > at + passesRest) {
    const parameter = parameters[position - at - 1 - passesRest]
    if (parameter !== undefined) enterFunction(s, target, parameter.value, path, edge)
    return true
  }
  // `useMemo(() => clean(x), [x])` returns what the callback returns.
  if (does.watches === true && position !== at) return true
  if (does.passes.length === 0 || position === at) return false
  if (does.accumulates === true && position >= 0) {
    // The initial value of the accumulator.
    if (parameters[0] !== undefined) enterFunction(s, target, parameters[0].value, path, edge)
    return false
  }
  // `map.forEach((value, name) => …)`
  if (paths.firstKey(path) === s.keys.keys && project.calls[edge.call].spelledName === 'forEach' && parameters[1] !== undefined) {
    enterFunction(s, target, parameters[1].value, EMPTY_PATH, edge)
    return false
  }
  for (const { parameter, from } of does.passes) {
    const passed = isAt({ call: project.calls[edge.call], position }, from.at) ? pathOfParts(s, edge.fact, from.parts) : -1
    if (passed < 0) continue
    // Without an initial value, the accumulator starts as the first element.
    const receiving = does.accumulates === true && others < 1 ? [0, parameter] : [parameter]
    for (const index of receiving) if (parameters[index] !== undefined) enterFunction(s, target, parameters[index].value, passed, edge)
  }
  return false
}

/** Passes an argument that the call stores to the function that reads it. Returns whether it is one of these arguments. */
function passStored(
  s: SolverState,
  edge: IncomingEdge,
  position: number,
  target: number,
  jumps: NonNullable<PassedCallback['does']['jumps']>,
): boolean {
  let isStored = false
  for (const { from, to } of jumps) {
    const stored = isAt({ call: s.project.calls[edge.call], position }, from.at) ? pathOfParts(s, edge.fact, from.parts) : -1
    if (stored < 0 || to.parameter === undefined) continue
    isStored = true
    const first = from.at.kind === 'argument' ? from.at.first : position
    const parameter = s.project.functions[target].parameters[to.parameter.index + (to.parameter.isRest ? position - first : 0)]
    const path = to.parts.reduceRight((inner, part) => s.paths.prefix(keyOf(s, part), inner), stored)
    if (parameter !== undefined) enterFunction(s, target, parameter.value, path, edge)
  }
  return isStored
}

/** The path of a fact below these parts of its value; -1 if it has no data there. */
function pathOfParts(s: SolverState, fact: number, parts: readonly ModelPart[]): number {
  const { facts, paths } = s
  const path = facts.path[fact]
  if (parts.length === 0) return path
  if (labelsOfProperties(s, path, facts.labels[fact]) === 0) return -1
  const [first, ...rest] = parts
  const start = first?.kind === 'element' ? paths.elementSuffix(path) : first === undefined ? path : paths.suffix(path, keyOf(s, first))
  return rest.reduce((inner, part) => (inner < 0 ? inner : paths.suffix(inner, keyOf(s, part))), start)
}
