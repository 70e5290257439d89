import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { type BindingFinder, findChangedRoots, NO_PLACES } from '../symbols/changed-roots.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Methods that put something into what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'setdefault', 'add'])

/** The names into whose value something is put: `x.a = 1`, `x[i] += 1`, `x.append(1)`. */
export function findChanged({ id, field, table }: PythonKinds, tree: FlatTree, text: string, bindingOf: BindingFinder): ReadonlySet<Binding> {
  const kindOf = (node: number): number => (node < 0 ? 0 : table[tree.type[node]])
  return findChangedRoots(tree, text, bindingOf, {
    isName: (node) => kindOf(node) === id.identifier,
    ownerOf: (node) => {
      const kind = kindOf(node)
      if (kind === id.attribute) return childByField(tree, node, field.object)
      if (kind === id.subscript) return childByField(tree, node, field.value)
      return kind === id.parenthesized_expression ? firstNamedChild(tree, node) : -1
    },
    placesAt: (node) => {
      const kind = kindOf(node)
      if (kind === id.assignment || kind === id.augmented_assignment) {
        const left = childByField(tree, node, field.left)
        const targets = kindOf(left) === id.pattern_list ? namedChildren(tree, left) : [left]
        return targets.filter((target) => target >= 0 && kindOf(target) !== id.identifier)
      }
      const callee = kind === id.call ? childByField(tree, node, field.function) : -1
      if (kindOf(callee) !== id.attribute) return NO_PLACES
      const method = nodeText(tree, text, childByField(tree, callee, field.attribute))
      return CHANGING.has(method) ? [childByField(tree, callee, field.object)] : NO_PLACES
    },
  })
}
