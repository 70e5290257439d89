import type { FlatTree } from '../../model/tree.ts'
import { NODE_NAMED } from '../../model/tree.ts'

/** The next sibling of a node, -1 when it is the last. */
export function nextSibling(tree: FlatTree, node: number): number {
  const parent = tree.parent[node]
  const next = tree.next[node]
  return parent >= 0 && next < tree.next[parent] ? next : -1
}

/** The first child of a node, or -1. */
export function firstChild(tree: FlatTree, node: number): number {
  return tree.next[node] > node + 1 ? node + 1 : -1
}

/** The next node to test, `down` levels below or above: 1 first child, 0 next sibling, -1 next sibling of the parent. -1 if there is none. */
export function nodeAfter(tree: FlatTree, node: number, down: number): number {
  if (down > 0) return firstChild(tree, node)
  let at = node
  for (let up = down; up < 0 && at >= 0; up++) at = tree.parent[at]
  return at < 0 ? -1 : nextSibling(tree, at)
}

/** The node `levels` above. -1 is the virtual parent of the root; -2 means there is none. */
export function nodeAbove(tree: FlatTree, node: number, levels: number): number {
  let at = node
  for (let up = 0; up < levels; up++) at = at < 0 ? -2 : tree.parent[at]
  return at
}

/** The last named child, or -1. `parent` -1 has the root as its only child. */
export function lastNamedChild(tree: FlatTree, parent: number): number {
  let last = -1
  for (let child = parent < 0 ? 0 : firstChild(tree, parent); child >= 0; child = nextSibling(tree, child))
    if (tree.flags[child] & NODE_NAMED) last = child
  return last
}
