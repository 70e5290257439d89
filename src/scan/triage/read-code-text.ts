import { type Dialect, type HostFormat, hostOf } from '../../model/language.ts'
import type { LineIndex } from '../../model/position.ts'
import { buildLineIndex } from '../../text/build-line-index.ts'

/** The text of a file as rules see it, and its code. */
export interface CodeText {
  readonly text: string
  /** What is parsed: the text, or as long as it, with white space for what is no code. Undefined where the file carries none. */
  readonly code: string | undefined
  readonly lines: LineIndex
  /** The format that carries the code. */
  readonly host: HostFormat | undefined
  /** The text was made of parts of the file, so that it cannot be edited there. */
  readonly made: boolean
}

/** Reads the code of a file out of the format that carries it. */
export function readCodeText(path: string, text: string, dialect: Dialect): CodeText {
  const host = hostOf(dialect, path)
  const hosted = host?.readCode(text)
  if (hosted?.lines !== undefined) return { text: hosted.text, code: hosted.text, lines: hosted.lines, host, made: true }
  return { text, code: host === undefined ? text : hosted?.text, lines: buildLineIndex(text), host, made: false }
}
