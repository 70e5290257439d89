import type { FlatTree } from '../../model/tree.ts'

/** The nearest node at or above `node` of these types; the node itself when there is none. */
export function enclosingOf(tree: FlatTree, node: number, types: ReadonlySet<number>): number {
  for (let at = node; at > 0; at = tree.parent[at]) if (types.has(tree.type[at])) return at
  return node
}
