import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { type Checked, outlived } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { type JavaScriptLowering, kindOf } from './javascript-lowering.ts'
import { placesBehind } from './parts-of-places.ts'

/** Names of functions that throw, or answer, where what they are given is not allowed. */
const REFUSALS = /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|throw/i

/** Names of functions that look up what a host stands for: nobody does without looking at the answer. */
const LOOKUPS = /(?:lookup|resolve[46]?)(?:Async)?$/i

/** What is known of an address after its host was looked up: `const { address } = await dns.lookup(url.hostname)`. */
export function readLookup(low: JavaScriptLowering, node: number): readonly Checked[] {
  const call = low.syntax.unwrap(low.tree, node)
  const site = call < 0 ? undefined : low.syntax.callAt(low.tree, low.text, call)
  const first = site?.arguments[0]
  if (site === undefined || first === undefined || !LOOKUPS.test(nodeText(low.tree, low.text, site.callee).slice(-20))) return []
  return outlived(placesBehind(low, first.node), call, -1)
}

/** What is known of paths after a statement that has them looked at: `assertName(req.params.name)`. */
export function readRefusal(low: JavaScriptLowering, node: number): readonly Checked[] {
  const { tree, text } = low
  let call = low.syntax.unwrap(tree, node)
  if (kindOf(low, call) === low.kinds.id.await_expression) call = low.syntax.unwrap(tree, firstNamedChild(tree, call))
  const site = call < 0 ? undefined : low.syntax.callAt(tree, text, call)
  if (site === undefined || !REFUSALS.test(nodeText(tree, text, site.callee).slice(-60))) return []
  return site.arguments.flatMap((argument, index) => [
    ...outlived(
      places(low, argument.node).filter(({ place }) => 'path' in place),
      call,
      index,
    ),
    ...outlived(placesBehind(low, argument.node), call, -1),
  ])
}
