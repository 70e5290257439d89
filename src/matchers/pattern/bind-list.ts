import type { Bindings } from '../../model/bindings.ts'
import { bind, lookup } from '../../model/bound.ts'
import type { NodeContext } from '../../model/matcher.ts'
import { sameCode } from '../same-code.ts'

/** Binds the nodes of an ellipsis. If its name is already bound, succeeds only for equal code. `false` on failure. */
export function bindList(context: NodeContext, name: string | undefined, nodes: readonly number[], bindings: Bindings): Bindings | false {
  if (name === undefined) return bindings
  const known = lookup(bindings, name)
  if (known === undefined) return bind(bindings, name, { kind: 'nodes', nodes })
  if (known.kind !== 'nodes' || known.nodes.length !== nodes.length) return false
  return known.nodes.every((node, index) => sameCode(context, node, nodes[index] ?? node)) ? bindings : false
}
