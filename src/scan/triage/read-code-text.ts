import { type Dialect, type HostFormat, hostOf } from '../../model/language.ts'
import type { LineIndex } from '../../model/position.ts'
import { buildLineIndex } from '../../text/build-line-index.ts'

/** The text of a file for rules, and its code. */
export interface CodeText {
  readonly text: string
  /** The text to parse: as long as the text, with white space instead of everything that is no code. Undefined without code. */
  readonly code: string | undefined
  readonly lines: LineIndex
  /** The format that carries the code. */
  readonly host: HostFormat | undefined
  /** The text is not the file's, so it cannot be edited. */
  readonly made: boolean
}

/** Reads the code of a file out of the format that carries it. */
export function readCodeText(path: string, text: string, dialect: Dialect): CodeText {
  const host = hostOf(dialect, path)
  const hosted = host?.readCode(text)
  if (hosted?.lines !== undefined) return { text: hosted.text, code: hosted.text, lines: hosted.lines, host, made: true }
  const spelled = dialect.compiled?.spell(text)
  if (spelled !== undefined) return { text: spelled, code: spelled, lines: buildLineIndex(text), host, made: true }
  return { text, code: host === undefined ? text : hosted?.text, lines: buildLineIndex(text), host, made: false }
}
