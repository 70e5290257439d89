import type { FlatTree } from '../../model/tree.ts'
import { NODE_NAMED } from '../../model/tree.ts'

/** The next sibling of a node, -1 when it is the last. */
export function nextSibling(tree: FlatTree, node: number): number {
  const parent = tree.parent[node]
  const next = tree.next[node]
  return parent >= 0 && next < tree.next[parent] ? next : -1
}

/** The first child of a node, -1 when it has none. */
export function firstChild(tree: FlatTree, node: number): number {
  return tree.next[node] > node + 1 ? node + 1 : -1
}

/** The first node to look at, `down` levels below or above: 1 the first child, 0 the next sibling, -1 the next sibling of the parent. -1 when there is none. */
export function nodeAfter(tree: FlatTree, node: number, down: number): number {
  if (down > 0) return firstChild(tree, node)
  let at = node
  for (let up = down; up < 0 && at >= 0; up++) at = tree.parent[at]
  return at < 0 ? -1 : nextSibling(tree, at)
}

/** The node `levels` above; -1 is the place above the root, -2 there is none. */
export function nodeAbove(tree: FlatTree, node: number, levels: number): number {
  let at = node
  for (let up = 0; up < levels; up++) at = at < 0 ? -2 : tree.parent[at]
  return at
}

/** The last named child, -1 when there is none. `parent` -1 has the root as its only child. */
export function lastNamedChild(tree: FlatTree, parent: number): number {
  let last = -1
  for (let child = parent < 0 ? 0 : firstChild(tree, parent); child >= 0; child = nextSibling(tree, child))
    if (tree.flags[child] & NODE_NAMED) last = child
  return last
}
