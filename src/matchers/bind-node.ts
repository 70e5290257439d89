import type { Bindings } from '../model/bindings.ts'
import { bind, boundText, lookup } from '../model/bound.ts'
import type { NodeContext } from '../model/matcher.ts'
import { sameCode } from './same-code.ts'

/** Binds a name to a node. If the name is already bound, succeeds only for equal code. `false` on failure. */
export function bindNode(context: NodeContext, bindings: Bindings, name: string, node: number): Bindings | false {
  const known = lookup(bindings, name)
  if (known === undefined) return bind(bindings, name, { kind: 'node', node })
  if (known.kind === 'node') return sameCode(context, known.node, node) ? bindings : false
  return boundText(context, known) === context.file.text.slice(context.tree.start[node], context.tree.end[node]) ? bindings : false
}
