import type { Diagnostic } from '../model/diagnostic.ts'

/** A location in sample code. The start of the file if there is no line. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** Creates a diagnostic for a location. */
export function fixtureDiagnostic(code: string, { file, line = 1, column = 1 }: Place, message: string, hint?: string): Diagnostic {
  return { code, message, ...(hint === undefined ? {} : { hint }), file, line, column }
}
