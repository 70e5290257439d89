import { ERROR_TYPE, type FlatTree } from '../../model/tree.ts'
import type { CompiledPattern, PatternEntry } from './compile-pattern.ts'
import { nodeAbove } from './tree-view.ts'

/** Whether the pattern may begin at the node in this way. */
export function mayStart(tree: FlatTree, entry: PatternEntry, node: number): boolean {
  if (entry.type !== undefined && entry.type !== tree.type[node]) return false
  const parent = tree.parent[node]
  if (entry.depth === 1 && parent < 0) return false
  return entry.rooted || parent < 0 || tree.type[parent] !== ERROR_TYPE
}

/**
 * The node below which a pattern is looked for that captures the node as `@match` at this depth: where it begins, or what holds the siblings that it goes over,
 * -1 being what holds the root. -2 when it cannot be.
 */
export function unitAbove(pattern: CompiledPattern, tree: FlatTree, node: number, depth: number): number {
  if (pattern.siblings) return nodeAbove(tree, node, depth + 1)
  const unit = nodeAbove(tree, node, depth)
  return unit >= 0 && pattern.entries.some((entry) => entry.depth === 1 || mayStart(tree, entry, unit)) ? unit : -2
}
