import type { ScanFile } from '../model/source.ts'

/** Bytes of a batch. With this size, transferring it is cheap compared to scanning. */
const BATCH_BYTES = 512 * 1024
const BATCH_FILES = 200
/** Bytes of content in memory while files are sorted. Files on disk need none. */
const WINDOW_BYTES = 32 * 1024 * 1024
const WINDOW_FILES = 50_000
/** Less than this is examined before a thread has started. */
const SMALL_BYTES = 1024 * 1024

/** Groups files into batches of similar size, largest files first, within a window of files that are known ahead. */
export async function* batchFiles(files: AsyncIterable<ScanFile>): AsyncGenerator<readonly (readonly ScanFile[])[]> {
  let window: ScanFile[] = []
  let bytes = 0
  for await (const file of files) {
    const ready = withSharedContent(file)
    window.push(ready)
    if ('content' in ready) bytes += sizeOf(ready)
    if (bytes < WINDOW_BYTES && window.length < WINDOW_FILES) continue
    yield cut(window)
    window = []
    bytes = 0
  }
  if (window.length > 0) yield cut(window)
}

/** Whether these batches are all there is, and little. */
export function isSmall(batches: readonly (readonly ScanFile[])[]): boolean {
  return batches.flat().reduce((sum, file) => sum + sizeOf(file), 0) < SMALL_BYTES
}

function cut(files: readonly ScanFile[]): readonly (readonly ScanFile[])[] {
  const batches: ScanFile[][] = []
  let batch: ScanFile[] = []
  let bytes = 0
  for (const file of files.toSorted((left, right) => sizeOf(right) - sizeOf(left) || (left.path < right.path ? -1 : 1))) {
    batch.push(file)
    bytes += sizeOf(file)
    if (bytes < BATCH_BYTES && batch.length < BATCH_FILES) continue
    batches.push(batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

function sizeOf(file: ScanFile): number {
  return 'content' in file ? file.content.length : 'size' in file ? file.size : 0
}

/** Copies bytes once into shared memory. Strings are copied when they are sent. */
function withSharedContent(file: ScanFile): ScanFile {
  if (!('content' in file) || typeof file.content === 'string' || file.content.buffer instanceof SharedArrayBuffer) return file
  const content = new Uint8Array(new SharedArrayBuffer(file.content.byteLength))
  content.set(file.content)
  return { ...file, content }
}
