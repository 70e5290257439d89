import type { LineIndex, Span } from '../model/position.ts'
import { buildLineIndex } from './build-line-index.ts'
import { decodeText } from './decode-text.ts'

/** A stretch by lines and columns, as findings and edits have it. */
export interface Stretch {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Offsets of a stretch, kept within the text: the file may have changed since it was scanned. */
export function spanOf(lines: LineIndex, text: string, place: Stretch): Span {
  const start = Math.min(lines.lineStart(place.line) + place.column - 1, text.length)
  const end = Math.min(lines.lineStart(place.endLine) + place.endColumn - 1, text.length)
  return { start, end: Math.max(start, end) }
}

/** A file as a scan sees it: decoded, without byte order mark. */
export interface PlacedText {
  readonly text: string
  spanOf(place: Stretch): Span
}

/** Decodes a file; undefined when it is no text. */
export function readPlaces(content: string | Uint8Array): PlacedText | undefined {
  const decoded = decodeText(content)
  if ('fault' in decoded) return undefined
  const { text } = decoded
  const lines = buildLineIndex(text)
  return { text, spanOf: (place) => spanOf(lines, text, place) }
}
