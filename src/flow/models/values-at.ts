import type { ModelArgument } from '../../model/call-models.ts'
import { isInRange } from '../../model/match-arguments.ts'
import type { FlowCall } from '../program/link-program.ts'

/** The values at a position of a call: its receiver, or arguments that are no spreads. */
export function valuesAt({ receiver, arguments: passed }: Pick<FlowCall, 'receiver' | 'arguments'>, at: ModelArgument): readonly number[] {
  if (at.kind === 'receiver') return receiver < 0 ? [] : [receiver]
  return passed.flatMap(({ kind, name, value }, position) => {
    const isAt =
      at.kind === 'keyword' ? kind === 'keyword' && name === at.name : kind === 'positional' && isInRange(passed, position, at.first, at.last)
    return isAt ? [value] : []
  })
}
