import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import type { ReadFile, SkippedSource, StoredFile } from '../model/source.ts'
import { describeSystemError } from './describe-system-error.ts'

/** Which files are not read. */
export interface ReadStoredOptions {
  /** Larger files are skipped. */
  readonly maxFileBytes: number
  /** Whether a file that was written since it was listed is skipped. */
  readonly unchanged: boolean
}

/** Bytes that are read of a file which is too large. */
const HEAD_BYTES = 8192

/** Identifies the version of a file by size, modification time and inode. */
export function versionOf({ size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>): string {
  return `${size}:${mtimeMs}:${ino}`
}

/**
 * Never throws: an unreadable file is skipped. Reads synchronously, because that takes 0.06 ms of CPU per file instead of 0.22 ms with promises
 * (12,500 files, 105 MB, Node 20), and a scan has nothing else to do meanwhile.
 */
export function readStored(file: StoredFile, options: ReadStoredOptions): ReadFile {
  const { path } = file
  try {
    // Between listing and reading, the file may be replaced by a link (refused) or a pipe (does not block).
    const noLinks = file.followLinks ? 0 : (constants.O_NOFOLLOW ?? 0)
    const handle = openSync(file.location, constants.O_RDONLY | noLinks | (constants.O_NONBLOCK ?? 0))
    try {
      return readOpened(file, handle, options)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    return { path, skip: { reason: 'unreadable', detail: `The file cannot be read (${describeSystemError(error)}).` } }
  }
}

function readOpened(file: StoredFile, handle: number, { maxFileBytes, unchanged }: ReadStoredOptions): ReadFile {
  const { path, compiledFrom } = file
  const found = fstatSync(handle)
  if (!found.isFile()) return { path, skip: { reason: 'unreadable', detail: 'It is no longer a regular file.' } }
  if (unchanged && versionOf(found) !== file.version) return { path, skip: { reason: 'unreadable', detail: 'The file changed during the scan.' } }
  if (found.size > maxFileBytes) return skipTooLarge(path, found.size, maxFileBytes, readHead(handle))
  let buffer = Buffer.allocUnsafeSlow(found.size + 1)
  let length = 0
  for (;;) {
    const count = readSync(handle, buffer, length, buffer.length - length, null)
    if (count === 0) return { path, content: buffer.subarray(0, length), stored: file, ...(compiledFrom !== undefined && { compiledFrom }) }
    length += count
    if (length > maxFileBytes) return skipTooLarge(path, length, maxFileBytes, buffer.subarray(0, HEAD_BYTES))
    // The file grows while it is read, or its reported size is wrong.
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.max(4096, length * 2))
  }
}

function readHead(handle: number): Uint8Array {
  const head = Buffer.allocUnsafeSlow(HEAD_BYTES)
  return head.subarray(0, readSync(handle, head, 0, HEAD_BYTES, 0))
}

function skipTooLarge(path: string, bytes: number, maxFileBytes: number, head: Uint8Array): SkippedSource {
  return { path, head, skip: { reason: 'too-large', detail: `The file has ${bytes} bytes or more; the limit is ${maxFileBytes}.` } }
}
