import { BOUNDS } from '../../model/bounds.ts'
import type { FlatTree } from '../../model/tree.ts'
import { firstNamedChild, namedChildren } from '../../model/tree-access.ts'
import type { NodeKinds } from './node-kinds.ts'

const MAX_LEVELS = BOUNDS.wrapperDepth.value

/** The expression within parentheses, `await`, casts and `!`; of a sequence in parentheses its last. */
export function innerOf({ id, table }: NodeKinds, tree: FlatTree, node: number): number {
  let at = node
  for (let level = 0; level < MAX_LEVELS; level++) {
    const inner = innerAt(at)
    if (inner < 0) return at
    at = inner
  }
  return at

  function innerAt(wrapper: number): number {
    switch (table[tree.type[wrapper]]) {
      case id.await_expression:
      case id.non_null_expression:
      case id.as_expression:
      case id.satisfies_expression:
        return firstNamedChild(tree, wrapper)
      case id.parenthesized_expression: {
        const inner = firstNamedChild(tree, wrapper)
        return inner >= 0 && table[tree.type[inner]] === id.sequence_expression ? (namedChildren(tree, inner).at(-1) ?? inner) : inner
      }
      case id.type_assertion:
        return namedChildren(tree, wrapper).at(-1) ?? -1
      default:
        return -1
    }
  }
}
