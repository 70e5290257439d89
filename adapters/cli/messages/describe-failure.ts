import { CommanderError } from 'commander'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { formatDiagnostics, hasDiagnostics } from './format-diagnostics.ts'
import { showText } from '../output/show-text.ts'
import { StoppedError } from '../process/stop-on-signals.ts'

/** The exit code and the message for an error. */
export interface Failure {
  readonly exitCode: number
  /** For stderr. Empty if the message was already printed. */
  readonly message: string
}

/** Maps an error to exit code and message. Internal errors include their stack without text of any file. */
export function describeFailure(error: unknown): Failure {
  // Commander has already printed its message or the requested help.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT_CODES.passed : EXIT_CODES.wrongUsage, message: '' }
  if (error instanceof StoppedError) return { exitCode: error.exitCode, message: 'assay: stopped.' }
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: `assay: ${showLines(error.message)}` }
  if (!(error instanceof Error)) return { exitCode: EXIT_CODES.incomplete, message: 'assay: internal error of an unknown type.' }
  if (hasDiagnostics(error))
    return { exitCode: EXIT_CODES.wrongUsage, message: formatDiagnostics(error.diagnostics, error.name === 'SettingsError' ? 'settings' : 'rules') }
  if (hasReasons(error)) return { exitCode: EXIT_CODES.wrongUsage, message: error.reasons.map((reason) => `assay: ${showText(reason)}`).join('\n') }
  if (error.name === 'RuleFolderError' || error.name === 'GlobError')
    return { exitCode: EXIT_CODES.wrongUsage, message: `assay: ${showText(error.message)}` }
  // Paths on disk are unique after the listing.
  if (error.name === 'DuplicatePathError')
    return { exitCode: EXIT_CODES.wrongUsage, message: `assay: ${showText(error.message)}. Use another --stdin-filename for standard input.` }
  return { exitCode: EXIT_CODES.incomplete, message: describeRefusal(error) ?? describeShortage(error) ?? describeInternal(error) }
}

function showLines(text: string): string {
  return text.split('\n').map(showText).join('\n')
}

/** A system error, such as a rule folder without read permission. Undefined for other errors. */
function describeRefusal(error: Error): string | undefined {
  if (!('code' in error && 'syscall' in error)) return undefined
  const path = 'path' in error ? ` \`${showText(String(error.path))}\`` : ''
  const advice =
    error.syscall === 'uv_cwd'
      ? 'The current folder no longer exists. Change to an existing folder.'
      : (ADVICE.get(error.code) ?? 'Fix the cause and try again.')
  return `assay: system call ${String(error.syscall)}${path} failed (${String(error.code)}). ${advice}`
}

const ADVICE: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'Check its permissions.'],
  ['EPERM', 'Check its permissions.'],
  ['ENOSPC', 'Free disk space and try again.'],
  ['EDQUOT', 'Free disk space and try again.'],
  ['EMFILE', 'Too many open files. Raise the limit (`ulimit -n`) or use fewer threads.'],
  ['ENFILE', 'Too many open files on this machine. Close other programs and try again.'],
])

/** The resource that the machine lacks. Undefined if the error does not say so. */
function describeShortage(error: Error): string | undefined {
  if ('code' in error && error.code === 'ERR_WORKER_INIT_FAILED')
    return 'assay: the system could not create a thread. Use fewer threads: `--workers 0` for a scan, ASSAY_WORKERS for the service.'
  if (/could not allocate memory|out of memory|array buffer allocation failed/i.test(error.message))
    return 'assay: out of memory. Raise the memory limit (`ulimit -v`, or the limit of the container) or use fewer threads.'
  return undefined
}

/** Whether an error is a `PathError`. Tests the shape, so that the module of the class need not be loaded. */
function hasReasons(error: Error): error is Error & { readonly reasons: readonly string[] } {
  return error.name === 'PathError' && 'reasons' in error && Array.isArray(error.reasons)
}

function describeInternal(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const stack = error.stack ?? ''
  // The message comes first and may contain text that looks like a location.
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length)
  const places = afterMessage.split('\n').filter((line) => /^\s+at /.test(line))
  const shown = process.env.ASSAY_DEBUG ? [error.message, ...places] : places.slice(0, 3)
  return [
    `assay: internal error (${error.name}${code}): the scan could not be completed.`,
    ...shown,
    '  This is a bug in Assay. Please report it with the lines above. ASSAY_DEBUG=1 shows more details, which may include text of your files.',
  ].join('\n')
}
