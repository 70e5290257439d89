import type { Barrier } from '../../model/call-models.ts'
import { ALL_CONTEXTS, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { Lowering } from './lowering.ts'
import { type BranchFacts, contextFacts, type GuardFact } from './guard-facts.ts'
import { restrictedString } from './restricted-string.ts'

/** A call for which models may have barriers. */
export interface BarrierCall {
  readonly name: string
  readonly node: number
  /** Facts on the argument at a position; empty if there is none. */
  factsOf(position: number): readonly GuardFact[]
  /** Whether the argument at a position is a list of constants. */
  isConstantList(position: number): boolean
}

/** What the truth of the result of a call proves about its arguments, according to models. Undefined if no model describes the call. */
export function barrierFacts(low: Lowering, call: BarrierCall): BranchFacts | undefined {
  const barriers = low.models.barriersOf(call.name).filter(({ when }) => when !== 'returns')
  if (barriers.length === 0) return undefined
  return {
    whenTrue: barriers.flatMap((barrier) => (barrier.when === true ? factsOfBarrier(low, call, barrier, 'true') : [])),
    whenFalse: barriers.flatMap((barrier) => (barrier.when === false ? factsOfBarrier(low, call, barrier, 'false') : [])),
  }
}

/** What holds after a call that throws otherwise. */
export function factsAfterBarrier(low: Lowering, call: BarrierCall): readonly GuardFact[] {
  return low.models
    .barriersOf(call.name)
    .flatMap((barrier) => (barrier.when === 'returns' && barrier.value !== 'result' ? factsOfBarrier(low, call, barrier, 'end') : []))
}

/** The result of a call as a string with what models say about it. */
export function barrierResult(low: Lowering, name: string, node: number, result: number): number {
  const contexts = low.models
    .barriersOf(name)
    .reduce((all, barrier) => (barrier.value === 'result' ? all | contextsOf(low, barrier) : all), NO_CONTEXTS)
  return restrictedString(low, node, result, contexts)
}

function factsOfBarrier(
  low: Lowering,
  { node, factsOf, isConstantList }: BarrierCall,
  barrier: Barrier,
  outcome: GuardFact['outcome'],
): readonly GuardFact[] {
  const { value, proof } = barrier
  if (value === 'result') return []
  if (proof.kind === 'member') return isConstantList(proof.list) ? factsOf(value) : []
  return contextFacts(factsOf(value), { guard: node, argument: value, outcome, contexts: contextsOf(low, barrier) })
}

/** A string that is restricted for the usual contexts counts for all of them. */
function contextsOf({ regexes }: Lowering, { proof }: Barrier): StringContexts {
  if (proof.kind === 'contexts') return proof.contexts
  if (proof.kind === 'member') return NO_CONTEXTS
  const regex = { text: proof.text, syntax: 'javascript', flags: '' } as const
  return regexes.isRestrictive(regex, 'anywhere') ? ALL_CONTEXTS : regexes.ofTest(regex, 'anywhere').whenTrue
}
