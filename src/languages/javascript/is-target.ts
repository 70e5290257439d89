import type { FlatTree } from '../../model/tree.ts'
import type { NodeKinds } from './node-kinds.ts'

/** Whether the name at the node is declared or assigned to there. */
export function isTarget({ id, field, table }: NodeKinds, tree: FlatTree, node: number): boolean {
  if (node <= 0) return false
  if (table[tree.type[node]] === id.shorthand_property_identifier_pattern) return true
  switch (table[tree.type[tree.parent[node]]]) {
    case id.variable_declarator:
    case id.enum_declaration:
      return tree.field[node] === field.name
    case id.assignment_expression:
    case id.augmented_assignment_expression:
    case id.assignment_pattern:
    case id.for_in_statement:
      return tree.field[node] === field.left
    case id.pair_pattern:
      return tree.field[node] === field.value
    case id.array_pattern:
    case id.rest_pattern:
      return true
    default:
      return false
  }
}
