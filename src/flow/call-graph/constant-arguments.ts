import { argumentFor } from '../../model/match-arguments.ts'
import type { ParameterTerm } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { FlowCall, FlowFunction } from '../program/link-program.ts'

/** The constant that a call passes for a parameter or a property of one, or the default if it passes none. Undefined if it is unknown. */
export function constantArgument(term: ParameterTerm, func: FlowFunction, call: FlowCall): Scalar | undefined {
  const at = func.parameters.findIndex(({ value }) => value === term.parameter)
  if (at < 0 || call.arguments.some(({ kind }) => kind === 'spread' || kind === 'keyword-spread')) return undefined
  return term.property === undefined ? constantAt(at, func, call) : partPassed(at, { ...term, property: term.property }, func, call)
}

function constantAt(at: number, { parameters }: FlowFunction, call: FlowCall): Scalar | undefined {
  const { kind, defaultValue } = parameters[at]
  if (kind === 'rest') return isSeen(call) && call.arguments.filter((each) => each.kind === 'positional').length <= at ? false : undefined
  if (kind !== 'positional') return undefined
  const argument = argumentFor(parameters, call.arguments, at)
  return argument !== undefined ? argument.constant : isSeen(call) ? defaultValue : undefined
}

function partPassed(
  at: number,
  { property, defaultValue: absent = null }: ParameterTerm & { readonly property: string },
  { parameters }: FlowFunction,
  call: FlowCall,
): Scalar | undefined {
  const { kind, defaultValue, defaultProperties } = parameters[at]
  if (kind === 'keywords') {
    const keyword = call.arguments.find((each) => each.kind === 'keyword' && each.name === property)
    return keyword !== undefined ? keyword.constant : isSeen(call) ? absent : undefined
  }
  if (kind !== 'positional') return undefined
  const argument = argumentFor(parameters, call.arguments, at)
  if (argument === undefined && !isSeen(call)) return undefined
  const parts = argument === undefined ? defaultProperties : argument.constantProperties
  if (parts !== undefined) return parts.has(property) ? parts.get(property) : absent
  return argument === undefined && defaultValue === null ? absent : undefined
}

/** An implicit call may pass more arguments than the code shows. */
function isSeen(call: FlowCall): boolean {
  return call.result >= 0 && !call.hasExplicitReceiver && !call.isTaggedTemplate
}
