import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { baseFactsOf } from '../../lowering/derived-values.ts'
import { type GuardFact, factsAfterReturn } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Names of functions that raise for invalid arguments. */
const REJECTING_NAME =
  /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|raise|abort|relative_to|deny/i

/** Names of functions that resolve a host name. Programs resolve in order to check the address. */
const HOST_LOOKUP = /(?:getaddrinfo|gethostbyname(?:_ex)?|resolve[46]?)$/

/** Facts about a URL whose host was resolved: `socket.getaddrinfo(urlsplit(url).hostname, None)`. */
export function hostLookupFacts(low: PythonLowering, call: number, written: string, first: number): readonly GuardFact[] {
  return first >= 0 && HOST_LOOKUP.test(written) ? factsAfterReturn([...factsOn(low, first), ...baseFactsOf(low, first)], call, -1) : []
}

/** Facts after a statement that calls a rejecting function: `check_url(body.url)`, `(ROOT / name).resolve().relative_to(ROOT)`. */
export function rejectionFacts(low: PythonLowering, node: number): readonly GuardFact[] {
  const { tree, text, kinds } = low
  let call = low.syntax.unwrap(tree, node)
  if (kindOf(low, call) === kinds.id.await) call = low.syntax.unwrap(tree, firstNamedChild(tree, call))
  const site = call < 0 ? undefined : low.syntax.callAt(tree, text, call)
  if (site === undefined || !REJECTING_NAME.test(nodeText(tree, text, site.callee).slice(-60))) return []
  const callee = low.syntax.unwrap(tree, site.callee)
  const object = kindOf(low, callee) === kinds.id.attribute ? firstNamedChild(tree, callee) : -1
  return [
    ...(object < 0 ? [] : factsAfterReturn(baseFactsOf(low, object), call, -1)),
    ...site.arguments.flatMap((argument, index) => [
      ...factsAfterReturn(
        factsOn(low, argument.node).filter(({ target }) => 'path' in target),
        call,
        index,
      ),
      ...factsAfterReturn(baseFactsOf(low, argument.node), call, -1),
    ]),
  ]
}
