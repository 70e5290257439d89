import { compareTexts } from './compare-texts.ts'

/** One mistake of an author or caller. Mistakes are values: all of them are reported at once. */
export interface Diagnostic {
  /** Stable and public, `area/what`: `query/unknown-node`. `docs/errors.md` has a heading for each. */
  readonly code: string
  /** One sentence that names the offending value, in backticks. */
  readonly message: string
  /** The smallest fix, if known. */
  readonly hint?: string
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
}

/** Orders by file, line, column, code, message. */
export function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareTexts(left.code, right.code) ||
    compareTexts(left.message, right.message)
  )
}
