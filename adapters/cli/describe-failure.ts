import { CommanderError } from 'commander'
import { CommandError } from './command-error.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { formatDiagnostics, hasDiagnostics } from './format-diagnostics.ts'
import { showText } from './show-text.ts'
import { StoppedError } from './stop-on-signals.ts'

export interface Failure {
  readonly exitCode: number
  /** For stderr; empty when all is said already. */
  readonly message: string
}

/** What an error means to the caller of the process. Errors that are nobody's mistake but ours tell where, and no text of any file. */
export function describeFailure(error: unknown): Failure {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT_CODES.passed : EXIT_CODES.wrongUsage, message: '' }
  if (error instanceof StoppedError) return { exitCode: error.exitCode, message: 'assay: stopped.' }
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: `assay: ${error.message}` }
  if (!(error instanceof Error)) return { exitCode: EXIT_CODES.incomplete, message: 'assay: internal error of unknown kind.' }
  if (hasDiagnostics(error)) return { exitCode: EXIT_CODES.wrongUsage, message: formatDiagnostics(error.diagnostics) }
  if (hasReasons(error)) return { exitCode: EXIT_CODES.wrongUsage, message: error.reasons.map((reason) => `assay: ${showText(reason)}`).join('\n') }
  if (error.name === 'DuplicatePathError' || error.name === 'RuleFolderError')
    return { exitCode: EXIT_CODES.wrongUsage, message: `assay: ${showText(error.message)}` }
  return { exitCode: EXIT_CODES.incomplete, message: describeRefusal(error) ?? describeInternal(error) }
}

/** What the system refused, such as a folder of rules that may not be read; undefined when the error is not one of the system's. */
function describeRefusal(error: Error): string | undefined {
  if (!('code' in error && 'syscall' in error)) return undefined
  const path = 'path' in error ? ` \`${showText(String(error.path))}\`` : ''
  return `assay: the system refused ${String(error.syscall)}${path} (${String(error.code)}).`
}

/** A `PathError`. By shape: its class lies behind a door that need not be loaded for this. */
function hasReasons(error: Error): error is Error & { readonly reasons: readonly string[] } {
  return error.name === 'PathError' && 'reasons' in error && Array.isArray(error.reasons)
}

function describeInternal(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const shown = process.env.ASSAY_DEBUG ? [error.message, ...places] : places.slice(0, 3)
  return [
    `assay: internal error (${error.name}${code}): the scan could not be completed.`,
    ...shown,
    '  This is a defect of assay: please report it with the lines above. ASSAY_DEBUG=1 shows more, which may hold text of your files.',
  ].join('\n')
}
