import type { LineIndex, Position } from '../model/position.ts'

const LF = 10
const CR = 13

/** Indexes the lines of a text on first use. LF, CRLF and a single CR end a line. A text that ends with a line end has an empty last line. */
export function buildLineIndex(text: string): LineIndex {
  let found: readonly number[] | undefined
  const starts = () => (found ??= findLineStarts(text))
  return {
    get lineCount(): number {
      return starts().length
    },
    positionAt: (offset) => locate(starts(), Math.min(Math.max(offset, 0), text.length)),
    lineStart: (line) => (line < 1 ? 0 : (starts()[line - 1] ?? text.length)),
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > CR) continue
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1)
  }
  return starts
}

function locate(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle] <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low] + 1 }
}
