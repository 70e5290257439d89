import type { Lowering } from './lowering.ts'
import { lowerSyntheticFunction } from './lower-synthetic-function.ts'

/**
 * A method of a regex in a module constant. If its result is `when`, the argument consists of listed characters. Other files import the regex and
 * call the method.
 */
export function lowerRegexMethod(low: Lowering, node: number, when: 'true' | 'false'): number {
  return lowerSyntheticFunction(low, node, (given) => {
    const { frame } = low
    frame.guardable.push({ variable: -1, initial: given, parameter: given, part: undefined })
    frame.guaranteed[when] = new Map([[given, 'every']])
    frame.dead = true
  })
}
