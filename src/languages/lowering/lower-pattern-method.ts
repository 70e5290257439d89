import type { Lowering } from './lowering.ts'
import { lowerUnwritten } from './lower-unwritten.ts'

/** A method of a pattern that the module keeps: where it says `when`, what it was given is made of listed characters. Other files import the pattern, and ask it. */
export function lowerPatternMethod(low: Lowering, node: number, when: 'true' | 'false'): number {
  return lowerUnwritten(low, node, (given) => {
    const { frame } = low
    frame.assurable.push({ variable: -1, initial: given, parameter: given, part: undefined })
    frame.assured[when] = new Map([[given, 'every']])
    frame.dead = true
  })
}
