import type { FlatTree } from '../../model/tree.ts'
import { childByField, namedChildren } from '../../model/tree-access.ts'
import type { PythonKinds } from './node-kinds.ts'

/** What the class extends that is declared by this name: `class Rows(Mixin, sqlite3.Cursor)`. */
export function readBases({ id, field, table }: PythonKinds, tree: FlatTree, nameNode: number): readonly number[] {
  const node = tree.parent[nameNode]
  const list = table[tree.type[node]] === id.class_definition ? childByField(tree, node, field.superclasses) : -1
  return list < 0 ? [] : namedChildren(tree, list).filter((each) => isName(table[tree.type[each]]))

  function isName(kind: number): boolean {
    return kind === id.identifier || kind === id.attribute
  }
}
