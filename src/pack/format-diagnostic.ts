import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts'

/** Formats one mistake as `file:line:column  code  message`, with its hint on a second line and without a final line break. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, code, message, hint } = diagnostic
  const place = `${file}:${line}:${column}  `
  const first = `${place}${code}  ${message}`
  return hint === undefined ? first : `${first}\n${' '.repeat(place.length)}hint: ${hint}`
}

/** Sorts by file, line, column, code and message. */
export function sortDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  return [...diagnostics].sort(compareDiagnostics)
}
