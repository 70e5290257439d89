import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild } from '../../model/tree-access.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Longer functions return in more ways than one. */
const MAX_NODES = BOUNDS.resultNodes.value

/** What the function returns when there is one `return` in it, or yields to the one `with` that it is for, and its declared type. Nodes are -1 when there is none. */
export function findResult(
  { id, field, table }: PythonKinds,
  tree: FlatTree,
  text: string,
  node: number,
): { readonly value: number; readonly type: number } {
  const body = childByField(tree, node, field.body)
  if (table[tree.type[node]] === id.lambda) return { value: body, type: -1 }
  const type = childByField(tree, node, field.return_type)
  let value = -1
  let yielded = -1
  const end = body < 0 ? 0 : tree.next[body]
  if (table[tree.type[node]] !== id.function_definition || end - body > MAX_NODES) return { value, type }
  for (let at = body + 1; at < end; ) {
    const inner = table[tree.type[at]]
    if (inner === id.return_statement) {
      if (value >= 0) return { value: -1, type }
      value = firstNamedChild(tree, at)
    }
    if (inner === id.yield) yielded = yielded === -1 ? firstNamedChild(tree, at) : -2
    at = inner === id.function_definition || inner === id.lambda || inner === id.class_definition ? tree.next[at] : at + 1
  }
  return value < 0 && yielded >= 0 && isManager(tree, text, node) ? { value: yielded, type: -1 } : { value, type }
}

/** Whether `with` binds what the function yields: `@contextmanager`. */
function isManager(tree: FlatTree, text: string, node: number): boolean {
  const around = tree.parent[node]
  return around >= 0 && /@\s*(?:contextlib\.)?(?:async)?contextmanager\b/.test(text.slice(tree.start[around], tree.start[node]))
}
