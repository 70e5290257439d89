/** A stretch of a text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A place a person can go to. Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Turns offsets of one text into positions. LF, CRLF and lone CR each end a line. */
export interface LineIndex {
  readonly lineCount: number
  /** Offsets outside the text are clamped to it. */
  positionAt(offset: number): Position
  /** The offset at which a line (from 1) starts; clamped to the text. */
  lineStart(line: number): number
}
