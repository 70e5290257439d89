import type { CallSite } from '../../../model/language.ts'
import { type BranchFacts, guardedBy, membershipFacts, unionFacts } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import type { PythonLowering } from './python-lowering.ts'
import { queryFacts } from './query-facts.ts'

/** Any call may be a guard that a rule knows or that the callee contains. */
export function callGuardFacts(low: PythonLowering, node: number, site: CallSite, object: number): BranchFacts {
  return unionFacts([
    ...site.arguments.map((argument, index) => guardedBy(factsOn(low, argument.node), node, index)),
    ...(object < 0 ? [] : [guardedBy(factsOn(low, object), node, -1)]),
    membershipFacts(queryFacts(low, node), node),
  ])
}
