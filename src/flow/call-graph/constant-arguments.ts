import type { AskedParameter } from '../../model/program-branch.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { FlowCall, FlowFunction } from '../program/link-program.ts'

/** The constant that a call passes for a parameter, or a part of one; its default where it passes none; undefined where that is not plain to see. */
export function constantArgument(asked: AskedParameter, func: FlowFunction, call: FlowCall): Scalar | undefined {
  const at = func.parameters.findIndex(({ value }) => value === asked.parameter)
  if (at < 0 || call.arguments.some(({ kind }) => kind === 'spread' || kind === 'keyword-spread')) return undefined
  return asked.part === undefined ? wholePassed(at, func, call) : partPassed(at, { ...asked, part: asked.part }, func, call)
}

function wholePassed(at: number, { parameters }: FlowFunction, call: FlowCall): Scalar | undefined {
  const { kind, fallback } = parameters[at]
  if (kind === 'rest') return isSeen(call) && call.arguments.filter((each) => each.kind === 'positional').length <= at ? false : undefined
  if (kind !== 'positional') return undefined
  const argument = argumentFor(at, parameters, call)
  return argument !== undefined ? argument.constant : isSeen(call) ? fallback : undefined
}

function partPassed(
  at: number,
  { part, absent = null }: AskedParameter & { readonly part: string },
  { parameters }: FlowFunction,
  call: FlowCall,
): Scalar | undefined {
  const { kind, fallback, fallbackParts } = parameters[at]
  if (kind === 'keywords') {
    const given = call.arguments.find((each) => each.kind === 'keyword' && each.name === part)
    return given !== undefined ? given.constant : isSeen(call) ? absent : undefined
  }
  if (kind !== 'positional') return undefined
  const argument = argumentFor(at, parameters, call)
  if (argument === undefined && !isSeen(call)) return undefined
  const parts = argument === undefined ? fallbackParts : argument.parts
  if (parts !== undefined) return parts.has(part) ? parts.get(part) : absent
  return argument === undefined && fallback === null ? absent : undefined
}

/** The argument of a call that a parameter holds. */
export function argumentFor(at: number, parameters: FlowFunction['parameters'], call: FlowCall): FlowCall['arguments'][number] | undefined {
  const given = call.arguments[at]
  return given?.kind === 'positional' ? given : call.arguments.find((each) => each.kind === 'keyword' && each.name === parameters[at].name)
}

/** A call that stands for another may pass more than is seen. */
function isSeen(call: FlowCall): boolean {
  return call.result >= 0 && !call.byHand && !call.tagged
}
