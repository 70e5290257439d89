/** A range of a text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A position for people. Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Converts offsets of one text to positions. LF, CRLF and a single CR end a line. */
export interface LineIndex {
  readonly lineCount: number
  /** Offsets outside of the text are clamped. */
  positionAt(offset: number): Position
  /** The offset at which a line (from 1) starts. Clamped to the text. */
  lineStart(line: number): number
}
