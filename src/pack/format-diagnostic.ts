import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts'

/** One mistake as people read it: `file:line:column  code  message`, and its hint on a second line. No line break at the end. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, code, message, hint } = diagnostic
  const place = `${file}:${line}:${column}  `
  const first = `${place}${code}  ${message}`
  return hint === undefined ? first : `${first}\n${' '.repeat(place.length)}hint: ${hint}`
}

/** In order of file, line, column, code, message. */
export function sortDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  return [...diagnostics].sort(compareDiagnostics)
}
