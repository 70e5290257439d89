import type { Diagnostic } from '../model/diagnostic.ts'

/** Where something is wrong with sample code; the beginning of the file when no line is named. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: number
}

/** Says what is wrong at a place. */
export function fixtureDiagnostic(code: string, { file, line = 1, column = 1 }: Place, message: string, hint?: string): Diagnostic {
  return { code, message, ...(hint === undefined ? {} : { hint }), file, line, column }
}
