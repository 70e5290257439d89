import { BOUNDS } from '../../model/bounds.ts'
import { nodeText } from '../../model/tree-access.ts'
import type { Lowering } from './lowering.ts'
import { guardedBy, type GuardFact, type BranchFacts, NO_FACTS } from './guard-facts.ts'
import { hasSameValue } from './refine.ts'

/** Maximum number of derivation steps. */
const MAX_STEPS = BOUNDS.derivationSteps.value

/** Maximum number of expressions. Nested path joins may contain any number. */
const MAX_EXPRESSIONS = BOUNDS.derivedExpressions.value

/** The derivations that a language knows: an expression that is a property, a part or another form of a base expression. */
export interface DerivationReader<L extends Lowering> {
  /** The base expressions of the node, one step back; -1 for an unknown one. */
  derivedFrom(low: L, node: number): readonly number[]
  /** Whether the node is a variable, whose value was computed earlier. */
  isName(low: L, node: number): boolean
  /** The guarded expressions that the expression reads. */
  factsOn(low: L, node: number): readonly GuardFact[]
}

/**
 * The guarded expressions that the node is derived from: `url` and `text` for `host`, after `url = parse(text)` and `host = url.host`. Rules know
 * what a check of the derived value proves about the base.
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

/** Facts about the base expressions of a value that a guard tests, for example the host of a URL. */
export function guardBases<L extends Lowering>(low: L, testedNode: number, guardNode: number, reader: DerivationReader<L>): BranchFacts {
  if (testedNode < 0) return NO_FACTS
  const behind = findBaseFacts(low, testedNode, reader)
  return behind.length === 0 ? NO_FACTS : guardedBy(behind, guardNode, -1, nodeText(low.tree, low.text, testedNode))
}
