import { SKIP_REASONS } from '../model/gap.ts'
import type { ScanOptions } from '../model/scanner.ts'
import type { ScanFile } from '../model/source.ts'
import { A_FUNCTION, A_SWITCH, AN_OBJECT, checkOptions, type Wanted } from './check-options.ts'

const OPTIONS: Readonly<Record<keyof ScanOptions, Wanted>> = {
  signal: [(value) => typeof value === 'object' && value !== null && 'throwIfAborted' in value, 'an `AbortSignal`'],
  onProgress: A_FUNCTION,
  onStats: A_FUNCTION,
  onProfile: A_FUNCTION,
  includeVendored: A_SWITCH,
  foreignSuppressions: A_SWITCH,
  acceptSuppression: A_FUNCTION,
  limits: AN_OBJECT,
}

/** Throws `TypeError` for invalid input, because JavaScript callers may pass anything. Each file is checked when it is read. */
export function checkScan(files: unknown, options: ScanOptions): void {
  const isIterable = typeof files === 'object' && files !== null && (Symbol.iterator in files || Symbol.asyncIterator in files)
  if (!isIterable) throw new TypeError('`files` must be an array of files, or another iterable of them.')
  checkOptions('scan', options, OPTIONS)
}

/** Throws `TypeError` for an invalid file. `index` counts from 0. */
export function checkFile(file: unknown, index: number): asserts file is ScanFile {
  const fail = (field: string, wanted: string): never => {
    throw new TypeError(`\`files[${index}]${field}\` must be ${wanted}.`)
  }
  if (typeof file !== 'object' || file === null) return fail('', 'an object with `path` and `content`')
  if (!('path' in file) || typeof file.path !== 'string' || file.path === '') return fail('.path', 'a non-empty string')
  if ('location' in file) return
  if ('skip' in file) {
    if (!isSkip(file.skip)) fail('.skip', `an object with \`detail\` and a \`reason\`, one of ${SKIP_REASONS.join(', ')}`)
    if ('head' in file && (typeof file.head === 'string' || !isContent(file.head))) fail('.head', 'a `Uint8Array`')
    return
  }
  if (!('content' in file) || !isContent(file.content)) fail('.content', 'a string or a `Uint8Array`')
}

/** Accepts bytes of another realm too, as test runners create them. */
function isContent(content: unknown): boolean {
  return typeof content === 'string' || (ArrayBuffer.isView(content) && Object.prototype.toString.call(content) === '[object Uint8Array]')
}

function isSkip(skip: unknown): boolean {
  if (typeof skip !== 'object' || skip === null || !('reason' in skip) || !('detail' in skip)) return false
  return typeof skip.detail === 'string' && SKIP_REASONS.some((reason) => reason === skip.reason)
}
