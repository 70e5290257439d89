import { ERROR_TYPE, type FlatTree } from '../../model/tree.ts'
import type { CompiledPattern, PatternEntry } from './compile-pattern.ts'
import { nodeAbove } from './tree-view.ts'

/** Whether the pattern may start at the node with this entry. */
export function mayStart(tree: FlatTree, entry: PatternEntry, node: number): boolean {
  if (entry.type !== undefined && entry.type !== tree.type[node]) return false
  const parent = tree.parent[node]
  if (entry.depth === 1 && parent < 0) return false
  return entry.rooted || parent < 0 || tree.type[parent] !== ERROR_TYPE
}

/**
 * The node below which to search a pattern that captures the node as `@match` at this depth: its root, or the parent of its sibling roots (-1 for the
 * parent of the tree's root). -2 if impossible.
 */
export function unitAbove(pattern: CompiledPattern, tree: FlatTree, node: number, depth: number): number {
  if (pattern.siblings) return nodeAbove(tree, node, depth + 1)
  const unit = nodeAbove(tree, node, depth)
  return unit >= 0 && pattern.entries.some((entry) => entry.depth === 1 || mayStart(tree, entry, unit)) ? unit : -2
}
