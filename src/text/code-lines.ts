import type { CodeSyntax } from '../model/language.ts'
import type { LineIndex } from '../model/position.ts'
import type { FlatTree } from '../model/tree.ts'

/** Lines from 1, both inclusive. */
export interface LineRange {
  readonly firstLine: number
  readonly lastLine: number
}

/** Which lines belong together, so that a suppression covers code that spans lines. */
export interface CodeLines {
  /**
   * Lines of the innermost statement around the first code of a line. One that holds other statements (a function, an `if`, a call with a callback)
   * counts to the line on which their block opens: a comment on it must not silence all they contain.
   */
  statementLines(line: number): LineRange
  /** Lines of the largest node that begins with the first code of a line: an argument, an element, an entry of an object. */
  elementLines(line: number): LineRange
}

/** Reads the lines that belong together from a syntax tree. A statement is walked once, however often it is asked for. */
export function codeLinesOf(tree: FlatTree, code: CodeSyntax, text: string, lines: LineIndex): CodeLines {
  const known = new Map<number, LineRange>()
  const lineOf = (offset: number) => lines.positionAt(offset).line
  const rangeOf = (node: number) => ({ firstLine: lineOf(tree.start[node]), lastLine: lineOf(Math.max(tree.start[node], tree.end[node] - 1)) })
  const nodeAt = (line: number) => firstNodeOf(tree, code, firstCodeOf(text, lines, line), lines.lineStart(line + 1))
  const measure = (statement: number): LineRange => {
    const range = rangeOf(statement)
    const inner = firstStatementWithin(tree, code, statement)
    if (inner < 0) return range
    const opens = lineOf(tree.start[inner])
    const beginsLine = firstCodeOf(text, lines, opens) === tree.start[inner]
    return { firstLine: range.firstLine, lastLine: Math.max(range.firstLine, beginsLine ? opens - 1 : opens) }
  }
  return {
    statementLines(line) {
      const node = nodeAt(line)
      if (node < 0) return { firstLine: line, lastLine: line }
      const statement = code.statementOf(tree, node)
      const range = known.get(statement) ?? measure(statement)
      known.set(statement, range)
      return range
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

/** The outermost node below the root that starts first in a stretch, comments left out; -1 when none does. In preorder, starts never fall. */
function firstNodeOf(tree: FlatTree, code: CodeSyntax, start: number, end: number): number {
  let low = 1
  let high = tree.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (tree.start[middle] < start) low = middle + 1
    else high = middle
  }
  // Missing tokens are nodes without text.
  while (low < tree.count && tree.start[low] < end && (tree.end[low] === tree.start[low] || isComment(tree, code, low))) low++
  return low < tree.count && tree.start[low] < end ? low : -1
}

function isComment(tree: FlatTree, code: CodeSyntax, node: number): boolean {
  return code.commentTypes.has(tree.type[node])
}

function firstStatementWithin(tree: FlatTree, code: CodeSyntax, statement: number): number {
  for (let node = statement + 1; node < tree.next[statement]; node++) {
    if (code.statementOf(tree, node) === node) return node
  }
  return -1
}
