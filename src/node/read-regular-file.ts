import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** A path is not a regular file, or the file is too large. The code states the reason, like codes of system errors. */
export class FileShapeError extends Error {
  override readonly name = 'FileShapeError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Reads the text of a regular file in UTF-8. Throws like `readRegularBytes`. */
export function readRegularFile(path: string, mostBytes: number): string {
  return readRegularBytes(path, mostBytes).toString('utf8')
}

/**
 * Reads the content of a regular file. Throws the system's error, or `FileShapeError` for other kinds of files and for more than `mostBytes`: reading
 * a pipe without a writer would block, and a device may never end.
 */
export function readRegularBytes(path: string, mostBytes: number): Buffer {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(handle)
    if (!found.isFile()) throw new FileShapeError('not a regular file')
    return readOpened(handle, found.size, mostBytes)
  } finally {
    closeSync(handle)
  }
}

/** Some files, such as those in `/proc`, report size 0 but have content. */
function readOpened(handle: number, size: number, mostBytes: number): Buffer {
  if (size > mostBytes) throw new FileShapeError(`more than ${mostBytes} bytes`)
  let buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const count = readSync(handle, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > mostBytes) throw new FileShapeError(`more than ${mostBytes} bytes`)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(Math.max(4096, length * 2), mostBytes + 1))
  }
}
