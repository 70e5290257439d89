import type { NodeContext } from '../model/matcher.ts'
import type { FlatTree } from '../model/tree.ts'

/** The text of a node without the comments in it. */
export type CodeText = (context: NodeContext, node: number) => string

/**
 * Reads texts of nodes for regexes. Comments within a node become blanks of the same length, because what a comment says proves nothing about the code.
 * A comment itself is read as written. The text of a file is prepared once, for the first of its nodes that has a comment.
 */
export function createCodeText(): CodeText {
  const byTree = new WeakMap<FlatTree, FileCode>()
  let lastTree: FlatTree | undefined
  let ofLast: FileCode = { comments: [], blanked: '' }
  return (context, node) => {
    const { tree, file } = context
    const [start, end] = [tree.start[node], tree.end[node]]
    if (tree !== lastTree) {
      lastTree = tree
      ofLast = byTree.get(tree) ?? readCode(context)
      byTree.set(tree, ofLast)
    }
    return hasCommentWithin(ofLast.comments, start, end) ? ofLast.blanked.slice(start, end) : file.text.slice(start, end)
  }
}

interface FileCode {
  /** Offsets where comments start, ascending. */
  readonly comments: readonly number[]
  readonly blanked: string
}

function readCode({ tree, file, syntax }: NodeContext): FileCode {
  const comments: number[] = []
  const parts: string[] = []
  let from = 0
  for (let node = 0; node < tree.count; node++) {
    if (!syntax.commentTypes.has(tree.type[node]) || tree.start[node] < from) continue
    comments.push(tree.start[node])
    parts.push(file.text.slice(from, tree.start[node]), file.text.slice(tree.start[node], tree.end[node]).replaceAll(/[^\n]/g, ' '))
    from = tree.end[node]
  }
  return { comments, blanked: comments.length === 0 ? file.text : parts.join('') + file.text.slice(from) }
}

/** A comment that begins where the node begins is the node itself. */
function hasCommentWithin(comments: readonly number[], start: number, end: number): boolean {
  let [low, high] = [0, comments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (comments[middle] <= start) low = middle + 1
    else high = middle
  }
  return low < comments.length && comments[low] < end
}
