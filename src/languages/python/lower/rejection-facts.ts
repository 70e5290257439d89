import { baseFactsOf } from '../../lowering/derived-values.ts'
import { type GuardFact, factsAfterReturn } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Names of functions that raise for invalid arguments. */
export const REJECTING_NAME =
  /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|raise|abort|relative_to|deny/i

/** Names of functions that resolve a host name. Programs resolve in order to check the address. */
const HOST_LOOKUP = /(?:getaddrinfo|gethostbyname(?:_ex)?|resolve[46]?)$/

/** Facts about a URL whose host was resolved: `socket.getaddrinfo(urlsplit(url).hostname, None)`. */
export function hostLookupFacts(low: PythonLowering, call: number, written: string, first: number): readonly GuardFact[] {
  return first >= 0 && HOST_LOOKUP.test(written) ? factsAfterReturn([...factsOn(low, first), ...baseFactsOf(low, first)], call, -1) : []
}
