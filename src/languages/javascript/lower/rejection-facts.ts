import { nodeText } from '../../../model/tree-access.ts'
import { baseFactsOf } from '../../lowering/derived-values.ts'
import { type GuardFact, factsAfterReturn } from '../../lowering/guard-facts.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Names of functions that throw or respond with an error for invalid arguments. */
export const REJECTING_NAME = /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|throw/i

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
