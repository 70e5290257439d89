import type { FlatTree } from '../../model/tree.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Whether the name at the node is assigned to there. */
export function isTarget({ id, field, table }: PythonKinds, tree: FlatTree, node: number): boolean {
  if (node <= 0) return false
  switch (table[tree.type[tree.parent[node]]]) {
    case id.assignment:
    case id.augmented_assignment:
    case id.for_statement:
    case id.for_in_clause:
      return tree.field[node] === field.left
    case id.named_expression:
      return tree.field[node] === field.name
    case id.pattern_list:
    case id.tuple_pattern:
    case id.list_pattern:
    case id.list_splat_pattern:
    case id.as_pattern_target:
      return true
    default:
      return false
  }
}
