import type { FlatTree } from '../../model/tree.ts'

/** Captures of one way through a pattern, the latest first; undefined is none. Nodes never decrease towards the head. Immutable and shared. */
export interface CaptureList {
  readonly capture: number
  readonly node: number
  readonly rest: CaptureList | undefined
  /** Unlike any other list of the same search. */
  readonly id: number
  readonly size: number
}

/**
 * Every capture of `small` is in `large`, as tree-sitter has it (`ts_query_cursor__compare_captures`): captures of nodes that span the same text and are not
 * equal keep two lists apart.
 */
export function containsAll(tree: FlatTree, large: CaptureList | undefined, small: CaptureList | undefined): boolean {
  let a = large
  let b = small
  // tree-sitter goes the other way, and compares what lies in `large` alone with the capture of `small` behind it: the last passed here, or, where a capture
  // is there twice, the one before.
  let behind: CaptureList | undefined
  let before: CaptureList | undefined
  while (a !== b) {
    if (a === undefined || (b !== undefined && a.node < b.node)) return false
    if (b !== undefined && isSame(a, b)) {
      if (behind === undefined || !isSame(b, behind)) before = behind
      behind = b
      b = b.rest
    } else {
      const next = behind !== undefined && isSame(a, behind) ? before : behind
      if (next !== undefined && spansSame(tree, a, next)) return false
      if (b === undefined && next === behind) return true
    }
    a = a.rest
  }
  return true
}

function isSame(a: CaptureList, b: CaptureList): boolean {
  return a.node === b.node && a.capture === b.capture
}

function spansSame(tree: FlatTree, a: CaptureList, b: CaptureList): boolean {
  return tree.start[a.node] === tree.start[b.node] && tree.end[a.node] === tree.end[b.node]
}

/** The same for lists with the same captures in the same order, and for no others. */
export function keyOfList(list: CaptureList | undefined): string {
  let key = ''
  for (let at = list; at !== undefined; at = at.rest) key += `${at.capture}:${at.node} `
  return key
}
