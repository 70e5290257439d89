import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import type { PythonKinds } from './node-kinds.ts'

/** Methods that put something into what they are called on. */
const CHANGING: ReadonlySet<string> = new Set(['append', 'extend', 'insert', 'update', 'setdefault', 'add'])
const MAX_LEVELS = BOUNDS.changedTargetDepth.value

/** The names into whose value something is put: `x.a = 1`, `x[i] += 1`, `x.append(1)`. */
export function findChanged(
  { id, field, table }: PythonKinds,
  tree: FlatTree,
  text: string,
  bindingOf: (node: number, name: string) => Binding | undefined,
): ReadonlySet<Binding> {
  const changed = new Set<Binding>()

  const noteRoot = (target: number): void => {
    let at = target
    for (let level = 0; level < MAX_LEVELS && at >= 0; level++) {
      const kind = table[tree.type[at]]
      if (kind === id.identifier) {
        const binding = bindingOf(at, nodeText(tree, text, at))
        if (binding !== undefined) changed.add(binding)
        return
      }
      at =
        kind === id.attribute
          ? childByField(tree, at, field.object)
          : kind === id.subscript
            ? childByField(tree, at, field.value)
            : kind === id.parenthesized_expression
              ? firstNamedChild(tree, at)
              : -1
    }
  }

  for (let node = 0; node < tree.count; node++) {
    const kind = table[tree.type[node]]
    if (kind === id.assignment || kind === id.augmented_assignment) {
      const left = childByField(tree, node, field.left)
      const targets = left >= 0 && table[tree.type[left]] === id.pattern_list ? namedChildren(tree, left) : [left]
      for (const target of targets) if (target >= 0 && table[tree.type[target]] !== id.identifier) noteRoot(target)
    } else if (kind === id.call) {
      const callee = childByField(tree, node, field.function)
      const attribute = callee < 0 || table[tree.type[callee]] !== id.attribute ? -1 : childByField(tree, callee, field.attribute)
      if (attribute >= 0 && CHANGING.has(nodeText(tree, text, attribute))) noteRoot(childByField(tree, callee, field.object))
    }
  }
  return changed
}
