import type { FlatTree } from '../../model/tree.ts'

/** Captures of one path through a pattern, latest first. Undefined is the empty list. Nodes never decrease towards the head. Immutable and shared. */
export interface CaptureList {
  readonly capture: number
  readonly node: number
  readonly rest: CaptureList | undefined
  /** Unique within a search. */
  readonly id: number
  readonly size: number
}

/**
 * Whether `large` contains every capture of `small`, as in tree-sitter (`ts_query_cursor__compare_captures`): captures of different nodes with the
 * same range keep two lists distinct.
 */
export function containsAll(tree: FlatTree, large: CaptureList | undefined, small: CaptureList | undefined): boolean {
  let a = large
  let b = small
  // tree-sitter iterates forward and compares captures that only `large` has with the following capture of `small`. Here that is the last passed
  // capture, or the one before if a capture occurs twice.
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

/** A key that is equal for lists with the same captures in the same order. */
export function keyOfList(list: CaptureList | undefined): string {
  let key = ''
  for (let at = list; at !== undefined; at = at.rest) key += `${at.capture}:${at.node} `
  return key
}
