import { nodeText } from '../../model/tree-access.ts'
import type { Lowering } from './lowering.ts'
import { guardedBy, type GuardFact, type BranchFacts, hasSameValue, NO_FACTS } from './refine.ts'

/** A host behind a name, within an address, of a text: no more steps than these are told apart. */
const MAX_STEPS = 8

/** Expressions looked at behind one part: a path that is joined of joined paths may be made of any number. */
const MAX_EXPRESSIONS = 60

/** What a language knows of expressions that are parts or other forms of others. */
export interface DerivationReader<L extends Lowering> {
  /** Expressions that the node is made of, one step back; -1 for one that is not known. */
  derivedFrom(low: L, node: number): readonly number[]
  /** Whether the node is a name: what it holds was made further up. */
  isName(low: L, node: number): boolean
  /** Places that the expression reads. */
  factsOn(low: L, node: number): readonly GuardFact[]
}

/**
 * Places that what is looked at is a part or another form of: `url` and `text` for `host`, after `url = parse(text)` and `host = url.host`. A rule knows what a
 * look at the part tells of them.
 */
export function findBaseFacts<L extends Lowering>(low: L, node: number, { derivedFrom, isName, factsOn }: DerivationReader<L>): GuardFact[] {
  const here: GuardFact[] = []
  const above: GuardFact[] = []
  const seen = new Set<number>()
  const add = (whole: number, isAbove: boolean, steps: number): void => {
    if (whole < 0 || steps > MAX_STEPS || seen.has(whole) || seen.size >= MAX_EXPRESSIONS) return
    seen.add(whole)
    ;(isAbove ? above : here).push(...factsOn(low, whole))
    for (const each of derivedFrom(low, whole)) add(each, isAbove || isName(low, whole), steps + 1)
  }
  for (const whole of derivedFrom(low, node)) add(whole, isName(low, node), 1)
  return [...here, ...above.filter((each) => hasSameValue(low, each, true))]
}

/** What a look at a part, such as the host of an address, may tell of the whole. */
export function guardBases<L extends Lowering>(low: L, looked: number, check: number, reader: DerivationReader<L>): BranchFacts {
  if (looked < 0) return NO_FACTS
  const behind = findBaseFacts(low, looked, reader)
  return behind.length === 0 ? NO_FACTS : guardedBy(behind, check, -1, nodeText(low.tree, low.text, looked))
}
