import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { type Checked, outlived } from '../../lowering/refine.ts'
import { places } from './checked-places.ts'
import { placesBehind } from './parts-of-places.ts'
import { kindOf, type PythonLowering } from './python-lowering.ts'

/** Names of functions that raise where what they are given is not allowed. */
const REFUSALS = /assert|ensure|valid|check|verif|guard|requir|must|enforce|reject|refuse|forbid|restrict|prevent|block|raise|abort|relative_to|deny/i

/** Names of functions that look up what a host stands for: nobody does without looking at the answer. */
const LOOKUPS = /(?:getaddrinfo|gethostbyname(?:_ex)?|resolve[46]?)$/

/** What is known of an address after its host was looked up: `socket.getaddrinfo(urlsplit(url).hostname, None)`. */
export function readLookup(low: PythonLowering, call: number, written: string, first: number): readonly Checked[] {
  return first >= 0 && LOOKUPS.test(written) ? outlived([...places(low, first), ...placesBehind(low, first)], call, -1) : []
}

/** What is known of paths after a statement that has them looked at: `check_url(body.url)`, `(ROOT / name).resolve().relative_to(ROOT)`. */
export function readRefusal(low: PythonLowering, node: number): readonly Checked[] {
  const { tree, text, kinds } = low
  let call = low.syntax.unwrap(tree, node)
  if (kindOf(low, call) === kinds.id.await) call = low.syntax.unwrap(tree, firstNamedChild(tree, call))
  const site = call < 0 ? undefined : low.syntax.callAt(tree, text, call)
  if (site === undefined || !REFUSALS.test(nodeText(tree, text, site.callee).slice(-60))) return []
  const callee = low.syntax.unwrap(tree, site.callee)
  const object = kindOf(low, callee) === kinds.id.attribute ? firstNamedChild(tree, callee) : -1
  return [
    ...(object < 0 ? [] : outlived(placesBehind(low, object), call, -1)),
    ...site.arguments.flatMap((argument, index) => [
      ...outlived(
        places(low, argument.node).filter(({ place }) => 'path' in place),
        call,
        index,
      ),
      ...outlived(placesBehind(low, argument.node), call, -1),
    ]),
  ]
}
