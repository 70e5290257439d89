import type { FlatTree } from '../../../model/tree.ts'
import { nodeText } from '../../../model/tree-access.ts'
import type { NodeKinds } from '../node-kinds.ts'

/** Whether the node is a function in a field initializer: `run = (x) => this.go(x)`. It is a method, so `this` in it is the receiver of its calls. */
export function isFieldFunction(tree: FlatTree, text: string, { table, id, field }: NodeKinds, node: number): boolean {
  const kind = table[tree.type[node]]
  if (kind !== id.arrow_function && kind !== id.function_expression) return false
  const member = tree.parent[node]
  const holder = table[tree.type[member]]
  if ((holder !== id.field_definition && holder !== id.public_field_definition) || tree.field[node] !== field.value) return false
  return !isStaticMember(tree, text, member)
}

export function isStaticMember(tree: FlatTree, text: string, member: number): boolean {
  const end = tree.next[member]
  for (let child = member + 1; child < end; child = tree.next[child]) if (nodeText(tree, text, child) === 'static') return true
  return false
}
