import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** What is at a path is not what is to be read there. The code says what it is, where the system's errors have theirs. */
export class FileShapeError extends Error {
  override readonly name = 'FileShapeError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * The text of a regular file. Throws the system's error, or `FileShapeError` for what is no such file or has more than `mostBytes`: a pipe that nobody
 * writes to would be waited for without end, and a device may never end.
 */
export function readRegularFile(path: string, mostBytes: number): string {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(handle)
    if (!found.isFile()) throw new FileShapeError('no regular file')
    if (found.size > mostBytes) throw new FileShapeError(`more than ${mostBytes} bytes`)
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}
