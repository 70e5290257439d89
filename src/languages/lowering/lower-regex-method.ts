import { ALL_CONTEXTS, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { GuardedValues, Lowering } from './lowering.ts'
import { lowerSyntheticFunction } from './lower-synthetic-function.ts'
import type { RegexProof } from './regex-proof.ts'
import { restrictedString } from './restricted-string.ts'

/** A method of a regex in a module constant, which proves something about its argument. Other files import the regex and call the method. */
export function lowerRegexMethod(low: Lowering, node: number, proof: RegexProof): number {
  return lowerSyntheticFunction(low, node, (parameter) => {
    const { frame } = low
    frame.guardable.push({ variable: -1, initial: parameter, parameter, part: undefined })
    frame.guaranteed.true = guardedIn(low, node, parameter, proof.whenTrue)
    frame.guaranteed.false = guardedIn(low, node, parameter, proof.whenFalse)
    frame.dead = true
  })
}

function guardedIn(low: Lowering, node: number, parameter: number, contexts: StringContexts): GuardedValues | undefined {
  if (contexts === NO_CONTEXTS) return undefined
  if (contexts === ALL_CONTEXTS) return new Map([[parameter, 'every']])
  const restricted = restrictedString(low, node, parameter, contexts)
  return new Map([[parameter, [new Map([[`check ${low.store.b(restricted)}`, restricted]])]]])
}
