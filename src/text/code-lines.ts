import { firstFrom } from '../model/first-from.ts'
import type { CodeSyntax } from '../model/language.ts'
import type { LineIndex } from '../model/position.ts'
import type { FlatTree } from '../model/tree.ts'

/** Lines from 1, both inclusive. */
export interface LineRange {
  readonly firstLine: number
  readonly lastLine: number
}

/**
 * The lines that belong together, so that a suppression covers code that spans lines. A node that contains a block of statements (a function, an
 * `if`, a call with a callback) counts only to the line where the block opens: a comment on it must not suppress findings inside.
 */
export interface CodeLines {
  /** Lines of the innermost statement around the first code of a line. */
  statementLines(line: number): LineRange
  /** Lines of the largest node that begins at the first code of a line: an argument, an element, an entry of an object. */
  elementLines(line: number): LineRange
}

/** Reads the lines that belong together from a syntax tree. Each node is visited once, even for repeated queries. */
export function codeLinesOf(tree: FlatTree, code: CodeSyntax, text: string, lines: LineIndex): CodeLines {
  const known = new Map<number, LineRange>()
  const nodes = new Map<number, number>()
  const blocks: number[] = []
  for (let node = 0; node < tree.count; node++) if (code.pattern.blockTypes.has(tree.type[node])) blocks.push(node)
  const lineOf = (offset: number) => lines.positionAt(offset).line
  const measure = (node: number): LineRange => {
    const firstLine = lineOf(tree.start[node])
    const block = firstBlockWithin(tree, blocks, node)
    if (block < 0) return { firstLine, lastLine: lineOf(Math.max(tree.start[node], tree.end[node] - 1)) }
    const opens = lineOf(tree.start[block])
    const beginsLine = firstCodeOf(text, lines, opens) === tree.start[block]
    return { firstLine, lastLine: Math.max(firstLine, beginsLine ? opens - 1 : opens) }
  }
  const rangeOf = (node: number): LineRange => {
    const range = known.get(node) ?? measure(node)
    known.set(node, range)
    return range
  }
  // A line may have ten thousand comments, and each of them queries the line.
  const nodeAt = (line: number): number => {
    const node = nodes.get(line) ?? firstNodeOf(tree, code, firstCodeOf(text, lines, line), lines.lineStart(line + 1))
    nodes.set(line, node)
    return node
  }
  return {
    statementLines(line) {
      const node = nodeAt(line)
      return node < 0 ? { firstLine: line, lastLine: line } : rangeOf(code.statementOf(tree, node))
    },
    elementLines(line) {
      const node = nodeAt(line)
      return node < 0 ? { firstLine: line, lastLine: line } : rangeOf(node)
    },
  }
}

function firstCodeOf(text: string, lines: LineIndex, line: number): number {
  const start = lines.lineStart(line)
  const written = text.slice(start, lines.lineStart(line + 1))
  return start + written.length - written.trimStart().length
}

/** The outermost node below the root that starts first in a range, without comments. -1 if there is none. In preorder, starts never decrease. */
function firstNodeOf(tree: FlatTree, code: CodeSyntax, start: number, end: number): number {
  let low = 1
  let high = tree.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (tree.start[middle] < start) low = middle + 1
    else high = middle
  }
  // Missing tokens are empty nodes.
  while (low < tree.count && tree.start[low] < end && (tree.end[low] === tree.start[low] || isComment(tree, code, low))) low++
  return low < tree.count && tree.start[low] < end ? low : -1
}

function isComment(tree: FlatTree, code: CodeSyntax, node: number): boolean {
  return code.commentTypes.has(tree.type[node])
}

/** The first block of statements in a node, including the node itself. -1 if there is none. */
function firstBlockWithin(tree: FlatTree, blocks: readonly number[], node: number): number {
  const block = blocks[firstFrom(blocks, node)] ?? -1
  return block < tree.next[node] ? block : -1
}
