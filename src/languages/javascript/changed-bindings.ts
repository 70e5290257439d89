import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { type BindingFinder, findChangedRoots, NO_PLACES } from '../symbols/changed-roots.ts'
import type { NodeKinds } from './node-kinds.ts'

/** Methods that change what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(['push', 'unshift', 'splice', 'fill', 'set', 'add', 'append', 'copyWithin'])

/** The names into whose value something is put: `x.a = 1`, `x[i]++`, `delete x.a`, `x.push(1)`, `Object.assign(x, y)`. */
export function findChanged({ id, field, table }: NodeKinds, tree: FlatTree, text: string, bindingOf: BindingFinder): ReadonlySet<Binding> {
  const isName = (node: number): boolean => table[tree.type[node]] === id.identifier
  const ownerOf = (node: number): number => {
    const kind = table[tree.type[node]]
    if (kind === id.member_expression || kind === id.subscript_expression) return childByField(tree, node, field.object)
    const wraps = kind === id.parenthesized_expression || kind === id.non_null_expression || kind === id.as_expression
    return wraps ? firstNamedChild(tree, node) : -1
  }
  const changedByCall = (node: number): readonly number[] => {
    const callee = childByField(tree, node, field.function)
    const property = callee < 0 ? -1 : childByField(tree, callee, field.property)
    if (property < 0) return NO_PLACES
    const name = nodeText(tree, text, property)
    if (CHANGING.has(name)) return [childByField(tree, callee, field.object)]
    const list = name === 'assign' || name === 'defineProperty' ? childByField(tree, node, field.arguments) : -1
    return list < 0 ? NO_PLACES : [firstNamedChild(tree, list)]
  }
  const targetOf = (node: number, part: number): readonly number[] => {
    const target = childByField(tree, node, part)
    return target < 0 || isName(target) ? NO_PLACES : [target]
  }
  const placesAt = (node: number): readonly number[] => {
    switch (table[tree.type[node]]) {
      case id.call_expression:
        return changedByCall(node)
      case id.assignment_expression:
      case id.augmented_assignment_expression:
        return targetOf(node, field.left)
      case id.update_expression:
        return targetOf(node, field.argument)
      case id.unary_expression:
        return text.startsWith('delete', tree.start[node]) ? targetOf(node, field.argument) : NO_PLACES
      default:
        return NO_PLACES
    }
  }
  return findChangedRoots(tree, text, bindingOf, { isName, ownerOf, placesAt })
}
