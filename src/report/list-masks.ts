import { redactSecret } from '../text/redact-secret.ts'
import type { ReportedSource } from './source-reader.ts'

/** A range of one line that viewers show as `text`. Lines and columns count from 1, `endColumn` is exclusive. */
export interface Mask {
  readonly line: number
  readonly column: number
  /** Infinite if the range continues to the end of the line. */
  readonly endColumn: number
  readonly text: string
}

/** The ranges of a file that viewers must not show, line by line in order, each with its replacement. */
export function listMasks({ text, lines, secrets }: ReportedSource): readonly Mask[] {
  return secrets.flatMap(({ start, end }) => {
    const first = lines.positionAt(start)
    const last = lines.positionAt(Math.max(start, end - 1)).line
    return Array.from({ length: last - first.line + 1 }, (_, index) => {
      const line = first.line + index
      return {
        line,
        column: index === 0 ? first.column : 1,
        endColumn: line === last ? end - lines.lineStart(line) + 1 : Number.POSITIVE_INFINITY,
        text: index === 0 ? redactSecret(text.slice(start, end)).replaceAll(/[\r\n]/g, '') : '…',
      }
    })
  })
}
