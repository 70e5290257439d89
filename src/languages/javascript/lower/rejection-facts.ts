import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { baseFactsOf } from '../../lowering/derived-values.ts'
import { type GuardFact, factsAfterReturn } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Names of functions that throw or respond with an error for invalid arguments. */
const REJECTING_NAME = /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|throw/i

/** Names of functions that resolve a host name. Programs resolve in order to check the address. */
const HOST_LOOKUP = /(?:lookup|resolve[46]?)(?:Async)?$/i

/** Facts about a URL whose host was resolved: `const { address } = await dns.lookup(url.hostname)`. */
export function hostLookupFacts(low: JavaScriptLowering, node: number): readonly GuardFact[] {
  const call = low.syntax.unwrap(low.tree, node)
  const site = call < 0 ? undefined : low.syntax.callAt(low.tree, low.text, call)
  const first = site?.arguments[0]
  if (site === undefined || first === undefined || !HOST_LOOKUP.test(nodeText(low.tree, low.text, site.callee).slice(-20))) return []
  return factsAfterReturn(baseFactsOf(low, first.node), call, -1)
}

/** Facts after a statement that calls a rejecting function: `assertName(req.params.name)`. */
export function rejectionFacts(low: JavaScriptLowering, node: number): readonly GuardFact[] {
  const { tree, text } = low
  let call = low.syntax.unwrap(tree, node)
  if (kindOf(low, call) === low.kinds.id.await_expression) call = low.syntax.unwrap(tree, firstNamedChild(tree, call))
  const site = call < 0 ? undefined : low.syntax.callAt(tree, text, call)
  if (site === undefined || !REJECTING_NAME.test(nodeText(tree, text, site.callee).slice(-60))) return []
  return site.arguments.flatMap((argument, index) => [
    ...factsAfterReturn(
      factsOn(low, argument.node).filter(({ target }) => 'path' in target),
      call,
      index,
    ),
    ...factsAfterReturn(baseFactsOf(low, argument.node), call, -1),
  ])
}
