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
  // The capture of both that was passed last: tree-sitter, which goes the other way, compares with it what lies before it in `large` alone.
  let shared: CaptureList | undefined
  while (a !== b) {
    if (a === undefined) return false
    if (b !== undefined && a.node < b.node) return false
    if (b !== undefined && a.node === b.node && a.capture === b.capture) {
      shared = b
      b = b.rest
    } else if (shared !== undefined && spansSame(tree, a, shared)) return false
    else if (b === undefined) return true
    a = a.rest
  }
  return true
}

function spansSame(tree: FlatTree, a: CaptureList, b: CaptureList): boolean {
  return tree.start[a.node] === tree.start[b.node] && tree.end[a.node] === tree.end[b.node]
}

export function keyOfList(list: CaptureList | undefined): string {
  let key = ''
  for (let at = list; at !== undefined; at = at.rest) key += `${at.capture}:${at.node} `
  return key
}
