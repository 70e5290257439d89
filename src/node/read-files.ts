import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { SkippedSource, SourceFile } from '../model/source.ts'
import { describeSystemError } from './describe-system-error.ts'
import { resolvePaths } from './resolve-paths.ts'
import { type WalkedFile, type WalkOptions, walkFiles } from './walk-files.ts'

export interface ReadFilesOptions extends WalkOptions {
  /** Relative paths start here, and files are named from here. The process's working folder by default. */
  readonly cwd?: string
  /** Larger files are not read but handed on as skipped. */
  readonly maxFileBytes: number
}

/** Files that are read before they are asked for, so that the disk works while a file is scanned. */
const READ_AHEAD = 4

/**
 * Reads the files at and under the named paths, for `Scanner.scan`. Throws `PathError` at once when a named path is not there. What cannot be
 * read later comes as skipped. At most a handful of files are in memory at a time.
 */
export async function readFiles(paths: readonly string[], options: ReadFilesOptions): Promise<AsyncIterable<SourceFile | SkippedSource>> {
  const named = await resolvePaths(paths, options.cwd ?? process.cwd())
  return readAhead(walkFiles(named, options), (file) => readWalked(file, options.maxFileBytes))
}

async function* readAhead<T, U>(items: AsyncIterable<T>, read: (item: T) => Promise<U>): AsyncGenerator<U, void, undefined> {
  const pending: Promise<U>[] = []
  for await (const item of items) {
    const oldest = pending.length >= READ_AHEAD ? pending.shift() : undefined
    pending.push(read(item))
    if (oldest !== undefined) yield await oldest
  }
  for (const each of pending) yield await each
}

/** Never rejects: a file that cannot be read is one that is skipped. */
async function readWalked(file: WalkedFile, maxFileBytes: number): Promise<SourceFile | SkippedSource> {
  const { path } = file
  if (file.unreadable !== undefined) return { path, skip: { reason: 'unreadable', detail: file.unreadable } }
  try {
    // Between listing and reading, someone may put a link or a pipe in a file's place: the one is refused, the other does not block.
    const noLinks = file.named ? 0 : (constants.O_NOFOLLOW ?? 0)
    const handle = await open(file.fullPath, constants.O_RDONLY | noLinks | (constants.O_NONBLOCK ?? 0))
    try {
      return await readOpened(path, handle, maxFileBytes)
    } finally {
      await handle.close()
    }
  } catch (error) {
    return { path, skip: { reason: 'unreadable', detail: `The file cannot be read (${describeSystemError(error)}).` } }
  }
}

async function readOpened(path: string, handle: FileHandle, maxFileBytes: number): Promise<SourceFile | SkippedSource> {
  const found = await handle.stat()
  if (!found.isFile()) return { path, skip: { reason: 'unreadable', detail: 'It is no regular file any more.' } }
  if (found.size > maxFileBytes) return skipTooLarge(path, found.size, maxFileBytes)
  let buffer = Buffer.allocUnsafe(found.size + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) return { path, content: buffer.subarray(0, length) }
    length += bytesRead
    if (length > maxFileBytes) return skipTooLarge(path, length, maxFileBytes)
    // The file grows while it is read, or is one of those whose size is not known before.
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.max(4096, length * 2))
  }
}

/** `bytes` is the size, or what was read of it. */
export function skipTooLarge(path: string, bytes: number, maxFileBytes: number): SkippedSource {
  const detail = `The file has ${bytes} bytes or more; the limit is ${maxFileBytes}.`
  return { path, skip: { reason: 'too-large', detail } }
}
