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

/** The offsets of a range, limited to the text, because the file may have changed since the scan. */
export function spanOf(lines: LineIndex, text: string, place: Stretch): Span {
  const start = Math.min(lines.lineStart(place.line) + place.column - 1, text.length)
  const end = Math.min(lines.lineStart(place.endLine) + place.endColumn - 1, text.length)
  return { start, end: Math.max(start, end) }
}

/** A file as a scan reads it: decoded, without byte order mark. */
export interface PlacedText {
  readonly text: string
  spanOf(place: Stretch): Span
}

/** Decodes a file. Undefined if it is not text. */
export function readPlaces(content: string | Uint8Array): PlacedText | undefined {
  const decoded = decodeText(content)
  if ('fault' in decoded) return undefined
  const { text } = decoded
  const lines = buildLineIndex(text)
  return { text, spanOf: (place) => spanOf(lines, text, place) }
}
