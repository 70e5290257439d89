import type { Span } from '../../model/position.ts'

/** An instruction's text with its continuations joined, comments within left out, and the way back to the source. */
export interface LogicalLine {
  readonly text: string
  /** Where the stretch of `text` from `from` to `to` stands in the source. */
  spanOf(from: number, to: number): Span
}

/** A physical line: `next` is where the one after it starts. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly next: number
}

/** The line that starts here, up to the end of the text if none follows. */
export function lineAt(text: string, start: number): Line {
  let end = start
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1
  const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : Math.min(end + 1, text.length)
  return { start, end, next }
}

/** The character that continues lines: `\`, or what a leading `# escape=` comment says. */
export function findEscape(text: string): '\\' | '`' {
  for (let line = lineAt(text, 0); line.start < text.length; line = lineAt(text, line.next)) {
    const directive = DIRECTIVE.exec(text.slice(line.start, Math.min(line.end, line.start + 1000)))
    if (directive === null) return '\\'
    if (directive[1].toLowerCase() === 'escape') return directive[2] === '`' ? '`' : '\\'
  }
  return '\\'
}

const DIRECTIVE = /^\s*#\s*([A-Za-z]+)\s*=\s*(\S*)/

/** Reads the instruction that starts at a line that is neither empty nor a comment, and where the line after it starts. */
export function readLogicalLine(text: string, start: number, escape: string): { readonly line: LogicalLine; readonly next: number } {
  const parts: Span[] = []
  let at = start
  let isFirst = true
  while (at < text.length) {
    const line = lineAt(text, at)
    at = line.next
    if (!isFirst && isSkipped(text, line)) continue
    isFirst = false
    const end = trimEnd(text, line)
    const continues = end > line.start && text[end - 1] === escape
    parts.push({ start: line.start, end: continues ? end - 1 : end })
    if (!continues) break
  }
  return { line: joinParts(text, parts), next: at }
}

/** Empty lines and comments do not end a continued instruction. */
export function isSkipped(text: string, line: Line): boolean {
  let at = line.start
  while (at < line.end && (text[at] === ' ' || text[at] === '\t')) at += 1
  return at === line.end || text[at] === '#'
}

function trimEnd(text: string, line: Line): number {
  let end = line.end
  while (end > line.start && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1
  return end
}

function joinParts(text: string, parts: readonly Span[]): LogicalLine {
  const starts: number[] = []
  let length = 0
  for (const part of parts) {
    starts.push(length)
    length += part.end - part.start
  }
  const offsetOf = (index: number): number => {
    let low = 0
    let high = parts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle] <= index) low = middle
      else high = middle - 1
    }
    return parts[low].start + index - starts[low]
  }
  return {
    text: parts.map((part) => text.slice(part.start, part.end)).join(''),
    spanOf: (from, to) => ({ start: offsetOf(from), end: to > from ? offsetOf(to - 1) + 1 : offsetOf(from) }),
  }
}
