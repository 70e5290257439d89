import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild } from '../../model/tree-access.ts'
import type { NodeKinds } from './node-kinds.ts'

/** Longer functions return in more ways than one. */
const MAX_NODES = BOUNDS.resultNodes.value

/** What the function returns when there is one `return` in it, and its declared type. Nodes are -1 when there is none. */
export function findResult({ id, field, table }: NodeKinds, tree: FlatTree, node: number): { readonly value: number; readonly type: number } {
  const annotation = childByField(tree, node, field.return_type)
  const type = annotation < 0 ? -1 : firstNamedChild(tree, annotation)
  const body = childByField(tree, node, field.body)
  const kind = table[tree.type[node]]
  const isPlain = kind === id.arrow_function || kind === id.function_declaration || kind === id.function_expression || kind === id.method_definition
  if (body < 0 || !isPlain) return { value: -1, type }
  if (table[tree.type[body]] !== id.statement_block) return { value: body, type }
  let value = -1
  const end = tree.next[body]
  if (end - body > MAX_NODES) return { value, type }
  for (let at = body + 1; at < end; ) {
    const inner = table[tree.type[at]]
    const isFunction =
      inner === id.function_declaration ||
      inner === id.function_expression ||
      inner === id.arrow_function ||
      inner === id.method_definition ||
      inner === id.generator_function
    if (inner === id.return_statement) {
      if (value >= 0) return { value: -1, type }
      value = firstNamedChild(tree, at)
    }
    at = isFunction ? tree.next[at] : at + 1
  }
  return { value, type }
}
