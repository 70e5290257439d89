import { BOUNDS } from '../../model/bounds.ts'
import { nodeText } from '../../model/tree-access.ts'
import type { TableLowering } from './language.ts'
import { guardedBy, type GuardFact, type BranchFacts, NO_FACTS } from './guard-facts.ts'
import { hasSameValue } from './refine.ts'
import { kindOf } from './visit-nodes.ts'

/** Maximum number of derivation steps. */
const MAX_STEPS = BOUNDS.derivationSteps.value

/** Maximum number of expressions. Nested path joins may contain any number. */
const MAX_EXPRESSIONS = BOUNDS.derivedExpressions.value

/**
 * The guarded expressions that the node is derived from: `url` and `text` for `host`, after `url = parse(text)` and `host = url.host`. Rules know
 * what a check of the derived value proves about the base.
 */
export function baseFactsOf<L extends TableLowering<L>>(low: L, node: number): GuardFact[] {
  const { derivedFrom, factsOn } = low.language
  // A variable was computed earlier.
  const isName = (whole: number): boolean => kindOf(low, low.syntax.unwrap(low.tree, whole)) === low.kinds.id.identifier
  const here: GuardFact[] = []
  const above: GuardFact[] = []
  const seen = new Set<number>()
  const add = (whole: number, isAbove: boolean, steps: number): void => {
    if (whole < 0 || steps > MAX_STEPS || seen.has(whole) || seen.size >= MAX_EXPRESSIONS) return
    seen.add(whole)
    ;(isAbove ? above : here).push(...factsOn(low, whole))
    for (const each of derivedFrom(low, whole)) add(each, isAbove || isName(whole), steps + 1)
  }
  for (const whole of derivedFrom(low, node)) add(whole, isName(node), 1)
  return [...here, ...above.filter((each) => hasSameValue(low, each, true))]
}

/** Facts about the base expressions of a value that a guard tests, for example the host of a URL. */
export function guardBasesOf<L extends TableLowering<L>>(low: L, testedNode: number, guardNode: number): BranchFacts {
  if (testedNode < 0) return NO_FACTS
  const behind = baseFactsOf(low, testedNode)
  return behind.length === 0 ? NO_FACTS : guardedBy(behind, guardNode, -1, nodeText(low.tree, low.text, testedNode))
}
