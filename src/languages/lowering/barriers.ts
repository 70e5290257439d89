import type { Barrier } from '../../model/call-models.ts'
import { ALL_CONTEXTS, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { CallSite } from '../../model/language.ts'
import type { TableLowering } from './language.ts'
import type { Lowering } from './lowering.ts'
import { type BranchFacts, contextFacts, type GuardFact } from './guard-facts.ts'
import { restrictedString } from './restricted-string.ts'

/** Facts of the argument at a position for one barrier. */
type BarrierFacts = (barrier: Barrier, outcome: GuardFact['outcome']) => readonly GuardFact[]

/** What the truth of the result of a call proves about its arguments, according to models. Undefined if no model describes the call. */
export function barrierFacts<L extends TableLowering<L>>(low: L, name: string, node: number, site: CallSite): BranchFacts | undefined {
  const barriers = low.models.barriersOf(name).filter(({ when }) => when !== 'returns')
  if (barriers.length === 0) return undefined
  const factsOf = factsOfBarriers(low, node, site)
  return {
    whenTrue: barriers.flatMap((barrier) => (barrier.when === true ? factsOf(barrier, 'true') : [])),
    whenFalse: barriers.flatMap((barrier) => (barrier.when === false ? factsOf(barrier, 'false') : [])),
  }
}

/** Facts after a call that throws unless an argument passes its check, according to models. */
export function factsAfterCall<L extends TableLowering<L>>(low: L, name: string, node: number, site: CallSite): readonly GuardFact[] {
  const barriers = low.models.barriersOf(name).filter(({ when, value }) => when === 'returns' && value !== 'result')
  const factsOf = factsOfBarriers(low, node, site)
  return barriers.flatMap((barrier) => factsOf(barrier, 'end'))
}

/** The result of a call as a string with what models say about it. */
export function barrierResult(low: Lowering, name: string, node: number, result: number): number {
  const contexts = low.models
    .barriersOf(name)
    .reduce((all, barrier) => (barrier.value === 'result' ? all | contextsOf(low, barrier) : all), NO_CONTEXTS)
  return restrictedString(low, node, result, contexts)
}

/** A check of `Number(x)` is one of `x`. */
function factsOfBarriers<L extends TableLowering<L>>(low: L, node: number, site: CallSite): BarrierFacts {
  const { factsOn, convertedOperand, isConstantCollection } = low.language
  const nodeAt = (position: number): number => site.arguments[position]?.node ?? -1
  const factsAt = (position: number): readonly GuardFact[] => {
    const argument = nodeAt(position)
    return argument < 0 ? [] : factsOn(low, convertedOperand?.(low, argument) ?? argument)
  }
  return (barrier, outcome) => {
    const { value, proof } = barrier
    if (value === 'result') return []
    if (proof.kind === 'member') return nodeAt(proof.list) >= 0 && isConstantCollection(low, nodeAt(proof.list)) ? factsAt(value) : []
    return contextFacts(factsAt(value), { guard: node, argument: value, outcome, contexts: contextsOf(low, barrier) })
  }
}

/** A string that is restricted for the usual contexts counts for all of them. */
function contextsOf({ regexes }: Lowering, { proof }: Barrier): StringContexts {
  if (proof.kind === 'contexts') return proof.contexts
  if (proof.kind === 'member') return NO_CONTEXTS
  const regex = { text: proof.text, syntax: 'javascript', flags: '' } as const
  return regexes.isRestrictive(regex, 'anywhere') ? ALL_CONTEXTS : regexes.ofTest(regex, 'anywhere').whenTrue
}
