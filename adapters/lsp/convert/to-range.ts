import type { Range } from 'vscode-languageserver'

/** A range by lines and columns from 1, as findings have it. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Positions of editors count from 0. Both count UTF-16 units, and both end a line at LF, CRLF and CR. */
export function toRange({ line, column, endLine, endColumn }: Place): Range {
  return { start: { line: line - 1, character: column - 1 }, end: { line: endLine - 1, character: endColumn - 1 } }
}
