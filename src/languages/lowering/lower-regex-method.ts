import type { Lowering } from './lowering.ts'
import { lowerSyntheticFunction } from './lower-synthetic-function.ts'

/** A method of a pattern that the module keeps: where it says `when`, what it was given is made of listed characters. Other files import the pattern, and ask it. */
export function lowerRegexMethod(low: Lowering, node: number, when: 'true' | 'false'): number {
  return lowerSyntheticFunction(low, node, (given) => {
    const { frame } = low
    frame.guardable.push({ variable: -1, initial: given, parameter: given, part: undefined })
    frame.guaranteed[when] = new Map([[given, 'every']])
    frame.dead = true
  })
}
