import type { Diagnostic } from '../../src/node/index.ts'
import { countOf } from './format-number.ts'
import { showText } from './show-text.ts'

/** Whether an error carries the mistakes of a rule author. By shape: the class lies behind a door that need not be loaded for this. */
export function hasDiagnostics(error: Error): error is Error & { readonly diagnostics: readonly Diagnostic[] } {
  return 'diagnostics' in error && Array.isArray(error.diagnostics)
}

/** `file:line:column  code  message`, one block each, and a line that counts them. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const blocks = diagnostics.map(({ file, line, column, code, message, hint }) => {
    const place = `${showText(file)}:${line}:${column}`
    const first = `${place}  ${code}  ${showText(message)}`
    return hint === undefined ? first : `${first}\n${' '.repeat(place.length + 2)}hint: ${showText(hint)}`
  })
  return [...blocks, `assay: ${countOf(diagnostics.length, 'mistake')} in the rules.`].join('\n')
}
