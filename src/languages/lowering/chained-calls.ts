import { BOUNDS } from '../../model/bounds.ts'
import type { CallSite } from '../../model/language.ts'
import type { Lowering } from './lowering.ts'

/** Maximum length of a call chain. */
const MAX_CHAINED = BOUNDS.queryChain.value

/**
 * The calls of a chain such as `query(T).filter_by(name=name).first()`, the last one first. `receiverOf` gives the object of a method access, -1 for
 * other callees.
 */
export function chainedCalls(low: Lowering, call: number, receiverOf: (callee: number) => number): readonly CallSite[] {
  const { tree, text, syntax } = low
  const sites: CallSite[] = []
  let at = call
  for (let steps = 0; steps < MAX_CHAINED; steps++) {
    const site = syntax.callAt(tree, text, at)
    if (site === undefined) break
    sites.push(site)
    const receiver = receiverOf(syntax.unwrap(tree, site.callee))
    if (receiver < 0) break
    at = syntax.unwrap(tree, receiver)
  }
  return sites
}
