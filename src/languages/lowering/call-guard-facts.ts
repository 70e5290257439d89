import type { CallSite } from '../../model/language.ts'
import { type BranchFacts, guardedBy, membershipFacts, unionFacts } from './guard-facts.ts'
import type { TableLowering } from './language.ts'

/** Any call may be a guard that a rule knows or that the callee contains. */
export function callGuardFacts<L extends TableLowering<L>>(low: L, node: number, site: CallSite, object: number): BranchFacts {
  const { factsOn, queryFacts } = low.language
  return unionFacts([
    ...site.arguments.map((argument, index) => guardedBy(factsOn(low, argument.node), node, index)),
    ...(object < 0 ? [] : [guardedBy(factsOn(low, object), node, -1)]),
    membershipFacts(queryFacts(low, node), node),
  ])
}
