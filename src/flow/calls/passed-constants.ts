import type { Scalar } from '../../model/scalar.ts'
import type { FlowCall, FlowFunction } from '../project/build-project.ts'

/** The constant that a call passes for a parameter, its default where it passes none; undefined where that is not plain to see. */
export function constantPassedFor(parameter: number, { parameters }: FlowFunction, call: FlowCall): Scalar | undefined {
  const at = parameters.findIndex(({ value }) => value === parameter)
  if (at < 0) return undefined
  const { name, kind, fallback } = parameters[at]
  const given = call.arguments
  if (given.some((each) => each.kind === 'spread' || each.kind === 'keyword-spread')) return undefined
  // A call that stands for another may pass more than is seen.
  const isSeen = call.result >= 0 && !call.byHand && !call.tagged
  if (kind === 'rest') return isSeen && given.filter((each) => each.kind === 'positional').length <= at ? false : undefined
  if (kind !== 'positional') return undefined
  const positional = given[at]?.kind === 'positional' ? given[at] : undefined
  const argument = positional ?? given.find((each) => each.kind === 'keyword' && each.name === name)
  return argument !== undefined ? argument.constant : isSeen ? fallback : undefined
}
