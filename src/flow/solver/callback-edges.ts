import { WHOLE } from './access-paths.ts'
import { enter } from './interprocedural-edges.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import { carriedByParts, type Caller, type Solving } from './solver-state.ts'

type Passed = NonNullable<ReturnType<CallGraph['callbacks']['get']>>[number]

/** Data is passed to a call that gets functions too, of which it is known what it does with them. True when nothing else happens to the data. */
export function passToCallbacks(s: Solving, fact: number, callIndex: number, position: number, known: readonly Passed[]): boolean {
  const call = s.project.calls[callIndex]
  const others = call.arguments.length - known.length
  let consumed = false
  for (const each of known) {
    const caller: Caller = { call: callIndex, callback: each.position, fact }
    for (const target of each.functions) if (passToCallback(s, caller, each, position, target, others)) consumed = true
    const { returns, passes: gives } = each.does
    if (returns !== 'none' && gives !== 'none' && !KEEPS_RECEIVER.has(call.written)) consumed = true
  }
  return consumed
}

/** Calls that give what they are called on too, whatever the function does. */
const KEEPS_RECEIVER: ReadonlySet<string> = new Set(['catch', 'finally', 'replace', 'replaceAll'])

/** `others` is how many arguments are no functions. True when nothing else happens to the data. */
function passToCallback(s: Solving, caller: Caller, { position: at, does }: Passed, position: number, target: number, others: number): boolean {
  const { project, facts, paths } = s
  const { parameters } = project.functions[target]
  const part = facts.path[caller.fact]
  const { passesRest } = does
  const isThread = passesRest === -1
  if (isThread && position >= 0 && position !== at) {
    // `args=(x, y)`, `kwargs={"name": x}`
    const isNamed = project.calls[caller.call].arguments[position]?.name === 'kwargs'
    for (const [index, { name, value }] of parameters.entries())
      enter(s, target, value, paths.within(part, project.keyId(isNamed ? name : String(index))), caller)
    return false
  }
  if (does.property !== undefined) {
    if ((position === 0 || position === 1) && parameters[0] !== undefined)
      enter(s, target, parameters[0].value, paths.prefix(project.keyId(does.property), part), caller)
    return false
  }
  if (passesRest !== undefined && !isThread && position > at + passesRest) {
    const parameter = parameters[position - at - 1 - passesRest]
    if (parameter !== undefined) enter(s, target, parameter.value, part, caller)
    return true
  }
  // `useMemo(() => clean(x), [x])`: what it gives is what the function gives.
  if (does.watches === true && position !== at) return true
  if (does.passes === 'none' || position === at) return false
  if (does.accumulates === true && position >= 0) {
    // The first value of what is accumulated.
    if (parameters[0] !== undefined) enter(s, target, parameters[0].value, part, caller)
    return false
  }
  // `map.forEach((value, name) => …)`
  if (paths.headOf(part) === s.keys.keys && project.calls[caller.call].written === 'forEach' && parameters[1] !== undefined) {
    enter(s, target, parameters[1].value, WHOLE, caller)
    return false
  }
  if (does.passes === 'element' && carriedByParts(s, part, facts.bits[caller.fact]) === 0) return false
  const given = does.passes === 'element' ? paths.element(part) : part
  if (given < 0) return false
  // Without a first value, the first element is.
  const chosen = does.accumulates === true && others < 1 ? [0, 1] : does.parameters
  for (const index of chosen) if (parameters[index] !== undefined) enter(s, target, parameters[index].value, given, caller)
  return false
}
