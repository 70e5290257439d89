import { addToGroup } from '../../model/group-by.ts'
import type { DocumentScalar } from '../../model/document.ts'
import type { FaultLog } from '../documents/fault-log.ts'

/** A here-document, and the place after its closing word. */
export interface Heredoc {
  readonly node: DocumentScalar
  readonly after: number
}

/** Reads the here-document that begins at a place; undefined when none does, or when it is never closed, which is a fault. */
export function createHeredocReader(text: string, faults: FaultLog): (start: number) => Heredoc | undefined {
  let closings: ReadonlyMap<string, readonly Closing[]> | undefined
  return (start) => {
    HEADER.lastIndex = start
    const header = HEADER.exec(text)
    if (header === null) return undefined
    closings ??= findClosings(text)
    const first = start + header[0].length
    const closing = firstFrom(closings.get(header[2]) ?? [], first)
    if (closing !== undefined) return { node: toNode(text, first, closing.line, header[1] === '-'), after: closing.after }
    faults.add(start, 'This here-document is not closed.')
    return undefined
  }
}

/** A line with one word alone: where the line begins, and where the word ends. */
interface Closing {
  readonly line: number
  readonly after: number
}

const HEADER = /<<(-?)([\p{L}_][\p{L}\p{N}_-]*)[ \t]*(?:\r\n|\n|\r)/uy
const CLOSING = /(?<=^|[\r\n])([ \t]*)([\p{L}_][\p{L}\p{N}_-]*)(?=[ \t]*(?:[\r\n]|$))/gu
const TEMPLATE = /(?<!\$)\$\{|(?<!%)%\{/

/** Every line that may close a here-document, by its word: a search for each would read the rest of the text each time. */
function findClosings(text: string): Map<string, Closing[]> {
  const closings = new Map<string, Closing[]>()
  for (const match of text.matchAll(CLOSING)) {
    addToGroup(closings, match[2], { line: match.index, after: match.index + match[1].length + match[2].length })
  }
  return closings
}

function firstFrom(closings: readonly Closing[], offset: number): Closing | undefined {
  let low = 0
  let high = closings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (closings[middle].line >= offset) high = middle
    else low = middle + 1
  }
  return closings[low]
}

function toNode(text: string, first: number, closing: number, isIndented: boolean): DocumentScalar {
  let start = first
  while (start < closing && isSpace(text[start])) start += 1
  let end = closing
  while (end > start && isSpace(text[end - 1])) end -= 1
  const source = text.slice(first, closing).replace(/\r\n?/g, '\n')
  const value = isIndented ? unindent(source) : source
  const place = end > start ? { start, end } : { start: first - 1, end: first - 1 }
  if (TEMPLATE.test(value)) return { kind: 'scalar', ...place, value, computed: true }
  return { kind: 'scalar', ...place, value: value.replaceAll('$${', '${').replaceAll('%%{', '%{') }
}

function unindent(source: string): string {
  const lines = source.split('\n')
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, line.length - line.trimStart().length)
  return least === Number.POSITIVE_INFINITY ? source : lines.map((line) => line.slice(Math.min(least, line.length))).join('\n')
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}
