import { ANSWERING } from '../../model/symbols.ts'
import { childByField, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Collector } from './collector.ts'

/** Methods that register a handler of requests for a path: those of HTTP, and all of them. */
const REGISTERS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'del', 'head', 'options', 'all', 'use'])

/** Second parameters that go on with the request, or are called as another framework's are. */
const OTHERS = /^_?(?:res|response|reply|next|done|cb|callback|h|ctx|context|args|params)$/

/**
 * The usual name of a parameter by which a handler answers, where its own is another one: `rs` of `router.post('/x', (rq, rs) => rs.send(…))`, and the third of a
 * handler of errors, `app.use((err, rq, rs, next) => …)`. Rules know it by the usual name.
 */
export function namedAsUsual(collector: Collector, owner: number, pattern: number, index: number): { readonly imported: string } | undefined {
  const { kinds, tree, text } = collector
  if (pattern < 0 || index === 0 || index > 2 || kinds.table[tree.type[pattern]] !== kinds.id.identifier) return undefined
  const list = childByField(tree, owner, kinds.field.parameters)
  const count = list < 0 ? 0 : namedChildren(tree, list).filter((each) => kinds.table[tree.type[each]] !== 0).length
  if (count > 4 || index !== (count === 4 ? 2 : 1) || OTHERS.test(nodeText(tree, text, pattern))) return undefined
  return isHandler(collector, owner, count) ? { imported: ANSWERING } : undefined
}

/** Whether a function is handed to a call that registers it for a path, or for the errors of all. */
function isHandler({ kinds, tree, text }: Collector, owner: number, count: number): boolean {
  const { id, field, table } = kinds
  const list = tree.parent[owner]
  const call = list < 0 || table[tree.type[list]] !== id.arguments ? -1 : tree.parent[list]
  const callee = call < 0 ? -1 : childByField(tree, call, field.function)
  if (callee < 0 || table[tree.type[callee]] !== id.member_expression) return false
  const verb = nodeText(tree, text, childByField(tree, callee, field.property))
  if (!REGISTERS.has(verb)) return false
  if (count === 4) return true
  const [first = -1] = namedChildren(tree, list)
  if (first >= 0 && /^['"`][/*]/.test(nodeText(tree, text, first).slice(0, 2))) return true
  // `router.route('/x').get((rq, rs) => …)`
  const object = childByField(tree, callee, field.object)
  return (
    object >= 0 && table[tree.type[object]] === id.call_expression && /\.route\(\s*['"`]\/[^()]*\)$/.test(nodeText(tree, text, object).slice(-200))
  )
}
