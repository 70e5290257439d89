import type { FlatTree } from '../../model/tree.ts'
import { childByField, namedChildren } from '../../model/tree-access.ts'
import type { NodeKinds } from './node-kinds.ts'

/** What the class extends that is declared by this name: an expression at most. */
export function readBases({ id, field, table }: NodeKinds, tree: FlatTree, nameNode: number): readonly number[] {
  const node = tree.parent[nameNode]
  const kind = table[tree.type[node]]
  if (kind !== id.class_declaration && kind !== id.abstract_class_declaration) return []
  const heritage = namedChildren(tree, node).find((child) => table[tree.type[child]] === id.class_heritage)
  const clause = heritage === undefined ? -1 : (namedChildren(tree, heritage)[0] ?? -1)
  if (clause < 0) return []
  const base = table[tree.type[clause]] === id.extends_clause ? childByField(tree, clause, field.value) : clause
  return base < 0 ? [] : [base]
}
