import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { createChangedRoots } from '../symbols/changed-roots.ts'
import type { NodeKinds } from './node-kinds.ts'

/** Methods that change what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(['push', 'unshift', 'splice', 'fill', 'set', 'add', 'append', 'copyWithin'])

/** The names into whose value something is put: `x.a = 1`, `x[i]++`, `delete x.a`, `x.push(1)`, `Object.assign(x, y)`. */
export function findChanged(
  { id, field, table }: NodeKinds,
  tree: FlatTree,
  text: string,
  bindingOf: (node: number, name: string) => Binding | undefined,
): ReadonlySet<Binding> {
  const { changed, addRoot } = createChangedRoots(tree, text, {
    bindingOf,
    isName: (node) => table[tree.type[node]] === id.identifier,
    ownerOf: (node) => {
      const kind = table[tree.type[node]]
      if (kind === id.member_expression || kind === id.subscript_expression) return childByField(tree, node, field.object)
      const wraps = kind === id.parenthesized_expression || kind === id.non_null_expression || kind === id.as_expression
      return wraps ? firstNamedChild(tree, node) : -1
    },
  })

  const noteCall = (node: number): void => {
    const callee = childByField(tree, node, field.function)
    const property = callee < 0 ? -1 : childByField(tree, callee, field.property)
    if (property < 0) return
    const name = nodeText(tree, text, property)
    if (CHANGING.has(name)) addRoot(childByField(tree, callee, field.object))
    else if (name === 'assign' || name === 'defineProperty') {
      const list = childByField(tree, node, field.arguments)
      if (list >= 0) addRoot(firstNamedChild(tree, list))
    }
  }

  for (let node = 0; node < tree.count; node++) {
    const kind = table[tree.type[node]]
    if (kind === id.call_expression) noteCall(node)
    else {
      const written =
        kind === id.assignment_expression || kind === id.augmented_assignment_expression
          ? field.left
          : kind === id.update_expression
            ? field.argument
            : 0
      const removed = kind === id.unary_expression && text.startsWith('delete', tree.start[node]) ? field.argument : 0
      const target = childByField(tree, node, written || removed)
      if (target >= 0 && table[tree.type[target]] !== id.identifier) addRoot(target)
    }
  }
  return changed
}
