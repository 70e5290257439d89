import type { Lowering } from './lowering.ts'
import { guardedByResult, type GuardFact, type BranchFacts, NO_FACTS, unionFacts } from './guard-facts.ts'
import { stillValid } from './refine.ts'
import { callResultAt } from './call-result.ts'

/**
 * Facts of `if (ok)` after `const { ok, error } = check(x)`, or of `if result.ok:`: what the callee proves about its arguments. `places` returns the
 * guarded expressions of an argument.
 */
export function callResultFacts<Low extends Lowering>(low: Low, node: number, places: (low: Low, node: number) => readonly GuardFact[]): BranchFacts {
  const found = callResultAt(low, low.valueAt[node])
  const site = found === undefined ? undefined : low.syntax.callAt(low.tree, low.text, found.call)
  if (found === undefined || site === undefined || site.arguments.length === 0) return NO_FACTS
  const facts = site.arguments.map((argument, index) => guardedByResult(places(low, argument.node), found.call, index, found.part))
  return stillValid(low, unionFacts(facts))
}
