import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { createChangedRoots } from '../symbols/changed-roots.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Methods that put something into what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'setdefault', 'add'])

/** The names into whose value something is put: `x.a = 1`, `x[i] += 1`, `x.append(1)`. */
export function findChanged(
  { id, field, table }: PythonKinds,
  tree: FlatTree,
  text: string,
  bindingOf: (node: number, name: string) => Binding | undefined,
): ReadonlySet<Binding> {
  const { changed, addRoot } = createChangedRoots(tree, text, {
    bindingOf,
    isName: (node) => table[tree.type[node]] === id.identifier,
    ownerOf: (node) => {
      const kind = table[tree.type[node]]
      if (kind === id.attribute) return childByField(tree, node, field.object)
      if (kind === id.subscript) return childByField(tree, node, field.value)
      return kind === id.parenthesized_expression ? firstNamedChild(tree, node) : -1
    },
  })

  for (let node = 0; node < tree.count; node++) {
    const kind = table[tree.type[node]]
    if (kind === id.assignment || kind === id.augmented_assignment) {
      const left = childByField(tree, node, field.left)
      const targets = left >= 0 && table[tree.type[left]] === id.pattern_list ? namedChildren(tree, left) : [left]
      for (const target of targets) if (target >= 0 && table[tree.type[target]] !== id.identifier) addRoot(target)
    } else if (kind === id.call) {
      const callee = childByField(tree, node, field.function)
      const attribute = callee < 0 || table[tree.type[callee]] !== id.attribute ? -1 : childByField(tree, callee, field.attribute)
      if (attribute >= 0 && CHANGING.has(nodeText(tree, text, attribute))) addRoot(childByField(tree, callee, field.object))
    }
  }
  return changed
}
