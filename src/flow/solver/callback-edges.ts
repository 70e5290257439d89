import { EMPTY_PATH } from './access-paths.ts'
import { enterFunction } from './interprocedural-edges.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { labelsOfProperties, type IncomingEdge, type SolverState } from './solver-state.ts'

type PassedCallback = NonNullable<ReturnType<CallGraph['callbacks']['get']>>[number]

/** Data is passed to a call that gets functions too, of which it is known what it does with them. True when nothing else happens to the data. */
export function passToCallbacks(s: SolverState, fact: number, callIndex: number, position: number, known: readonly PassedCallback[]): boolean {
  const call = s.project.calls[callIndex]
  const others = call.arguments.length - known.length
  let consumed = false
  for (const each of known) {
    const caller: IncomingEdge = { call: callIndex, callback: each.position, fact }
    for (const target of each.functions) if (passToCallback(s, caller, each, position, target, others)) consumed = true
    const { returns, passes: gives } = each.does
    if (returns !== 'none' && gives !== 'none' && !KEEPS_RECEIVER.has(call.spelledName)) consumed = true
  }
  return consumed
}

/** Calls that give what they are called on too, whatever the function does. */
const KEEPS_RECEIVER: ReadonlySet<string> = new Set(['catch', 'finally', 'replace', 'replaceAll'])

/** `others` is how many arguments are no functions. True when nothing else happens to the data. */
function passToCallback(
  s: SolverState,
  caller: IncomingEdge,
  { position: at, does }: PassedCallback,
  position: number,
  target: number,
  others: number,
): boolean {
  const { project, facts, paths } = s
  const { parameters } = project.functions[target]
  const path = facts.path[caller.fact]
  const { passesRest } = does
  const isThread = passesRest === -1
  if (isThread && position >= 0 && position !== at) {
    // `args=(x, y)`, `kwargs={"name": x}`
    const isNamed = project.calls[caller.call].arguments[position]?.name === 'kwargs'
    for (const [index, { name, value }] of parameters.entries())
      enterFunction(s, target, value, paths.suffix(path, project.keyId(isNamed ? name : String(index))), caller)
    return false
  }
  if (does.property !== undefined) {
    if ((position === 0 || position === 1) && parameters[0] !== undefined)
      enterFunction(s, target, parameters[0].value, paths.prefix(project.keyId(does.property), path), caller)
    return false
  }
  if (passesRest !== undefined && !isThread && position > at + passesRest) {
    const parameter = parameters[position - at - 1 - passesRest]
    if (parameter !== undefined) enterFunction(s, target, parameter.value, path, caller)
    return true
  }
  // `useMemo(() => clean(x), [x])`: what it gives is what the function gives.
  if (does.watches === true && position !== at) return true
  if (does.passes === 'none' || position === at) return false
  if (does.accumulates === true && position >= 0) {
    // The first value of what is accumulated.
    if (parameters[0] !== undefined) enterFunction(s, target, parameters[0].value, path, caller)
    return false
  }
  // `map.forEach((value, name) => …)`
  if (paths.firstKey(path) === s.keys.keys && project.calls[caller.call].spelledName === 'forEach' && parameters[1] !== undefined) {
    enterFunction(s, target, parameters[1].value, EMPTY_PATH, caller)
    return false
  }
  if (does.passes === 'element' && labelsOfProperties(s, path, facts.labels[caller.fact]) === 0) return false
  const elementPath = does.passes === 'element' ? paths.elementSuffix(path) : path
  if (elementPath < 0) return false
  // Without a first value, the first element is.
  const receiving = does.accumulates === true && others < 1 ? [0, 1] : does.parameters
  for (const index of receiving) if (parameters[index] !== undefined) enterFunction(s, target, parameters[index].value, elementPath, caller)
  return false
}
