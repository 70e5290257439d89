import type { TreeArrays } from './tree-arrays.ts'

/** True if the first `count` nodes are equal in every array except supertypes (see `open-grammar.ts`). */
export function sameArrays(a: TreeArrays, b: TreeArrays, count: number): boolean {
  for (let node = 0; node < count; node++) {
    if (
      a.type[node] !== b.type[node] ||
      a.start[node] !== b.start[node] ||
      a.end[node] !== b.end[node] ||
      a.parent[node] !== b.parent[node] ||
      a.next[node] !== b.next[node] ||
      a.field[node] !== b.field[node] ||
      a.flags[node] !== b.flags[node]
    )
      return false
  }
  return true
}
