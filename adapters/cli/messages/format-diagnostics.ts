import type { Diagnostic } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** Whether an error has rule diagnostics. Tests the shape, so that the module of the class need not be loaded. */
export function hasDiagnostics(error: Error): error is Error & { readonly diagnostics: readonly Diagnostic[] } {
  return 'diagnostics' in error && Array.isArray(error.diagnostics)
}

/** The file name of mistakes in the selection of rules. See `docs/errors.md`. */
const IN_NO_FILE = '(packs)'

/** `file:line:column  code  message`, one block each, and a line that counts those of files. What is wrong with what was asked for stands in none. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], of: 'rules' | 'settings' | 'models' | 'advice' = 'rules'): string {
  const blocks = diagnostics.map(({ file, line, column, code, message, hint }) => {
    const place = file === IN_NO_FILE ? 'assay:' : `${showText(file)}:${line}:${column}`
    const first = `${place}  ${code}  ${showText(message)}`
    return hint === undefined ? first : `${first}\n${' '.repeat(place.length + 2)}hint: ${showText(hint)}`
  })
  const inFiles = diagnostics.filter(({ file }) => file !== IN_NO_FILE).length
  const count = of === 'advice' ? `assay: ${countOf(inFiles, 'remark')}.` : `assay: ${countOf(inFiles, 'error')} in the ${of}.`
  return [...blocks, ...(inFiles === 0 ? [] : [count])].join('\n')
}
