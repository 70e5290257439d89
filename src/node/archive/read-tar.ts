import { once } from 'node:events'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Extract, type Header } from 'tar-stream'
import { DEFAULT_LIMITS, type ReadFile } from '../../index.ts'
import { filterTree } from '../filter-tree.ts'
import { type ArchiveFault, type ArchiveLimits, type ArchiveRead, FREE_BYTES, MACOS_FOLDER, MAX_RATIO, TOO_MANY_PATTERNS } from './archive-entry.ts'
import { createIgnoreFileReader, type IgnoreFileReader } from './ignore-file-reader.ts'
import { readEntryPath } from './read-entry-name.ts'

/** An archive that exceeds a limit or is malformed. The message quotes nothing of it. */
class TarFault extends Error {
  override readonly name = 'TarFault'
}

/** Further mistakes usually have the same cause. */
const MAX_FAULTS = 100
/** The scan reads only this part of files that are too large. */
const HEAD_BYTES = 8_192

/**
 * Reads a tar archive (ustar, pax, GNU), optionally compressed by gzip. If two entries have the same path, the later one counts, as in tar. Limits
 * apply to inflated bytes, whatever the headers say.
 */
export async function readTar(archive: Buffer, limits: ArchiveLimits): Promise<ArchiveRead> {
  const files = new Map<string, ReadFile>()
  const faults: ArchiveFault[] = []
  const reading = extract()
  const bound = boundBytes(Math.min(limits.maxInflatedBytes, Math.max(FREE_BYTES, MAX_RATIO * archive.length)))
  try {
    await Promise.all([feed(archive, bound, reading), readEntries(reading, { files, faults, limits })])
  } catch (error) {
    const message =
      error instanceof TarFault ? error.message : 'The body is not a complete tar archive: it is damaged, cut short or in another format.'
    return { kind: 'faults', faults: [{ message }] }
  }
  if (faults.length > 0) return { kind: 'faults', faults: faults.slice(0, MAX_FAULTS) }
  const reader = createIgnoreFileReader()
  const chosen = filterTree([...files.keys()], (path) => readText(files.get(path), reader))
  const excess = reader.fault()
  // The index of an entry is unknown once a later entry with the same path has replaced it.
  if (excess !== undefined || chosen === undefined) return { kind: 'faults', faults: [{ message: excess?.message ?? TOO_MANY_PATTERNS }] }
  if (chosen.length === 0) return { kind: 'faults', faults: [{ message: 'The archive contains no file to scan.' }] }
  if (chosen.length > limits.maxFiles)
    return { kind: 'faults', faults: [{ message: `The archive contains ${chosen.length} files to scan. At most ${limits.maxFiles} are allowed.` }] }
  return { kind: 'files', files: chosen.flatMap((path) => files.get(path) ?? []) }
}

/** A mistake in the archive also ends reading. */
async function feed(archive: Buffer, bound: Transform, reading: Extract): Promise<void> {
  const write = async (chunks: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of chunks) if (!reading.write(chunk)) await once(reading, 'drain')
    reading.end(undefined)
  }
  const isGzip = archive[0] === 0x1f && archive[1] === 0x8b
  try {
    if (isGzip) await pipeline(Readable.from([archive]), createGunzip(), bound, write)
    else await pipeline(Readable.from([archive]), bound, write)
  } catch (error) {
    reading.destroy(error instanceof Error ? error : undefined)
    throw error
  }
}

/** One entry of the stream. */
interface TarEntry extends AsyncIterable<unknown> {
  readonly header: Header
}

interface Gathered {
  readonly files: Map<string, ReadFile>
  readonly faults: ArchiveFault[]
  readonly limits: ArchiveLimits
}

async function readEntries(reading: AsyncIterable<TarEntry>, { files, faults, limits }: Gathered): Promise<void> {
  let index = 0
  for await (const entry of reading) {
    if (index >= limits.maxArchiveEntries) throw new TarFault(`The archive has more than ${limits.maxArchiveEntries} entries, which is the limit.`)
    const { name, type, size } = entry.header
    const content = await readContent(entry, type === 'file' || type === 'contiguous-file' ? size : 0)
    const read = readEntryPath(name, limits.maxPathLength)
    if ('fault' in read) faults.push({ entry: index, message: read.fault })
    else if (!read.isFolder && type !== 'directory' && !read.path.startsWith(MACOS_FOLDER)) {
      const file = toFile(read.path, type, content, size)
      if (file !== undefined) files.set(read.path, file)
    }
    index += 1
  }
}

/**
 * The content of an entry, or its first bytes if the scan would not read more. The rest must be read and dropped, because a tar archive has no index.
 */
async function readContent(entry: TarEntry, size: number): Promise<Uint8Array> {
  const most = size > DEFAULT_LIMITS.maxFileBytes ? HEAD_BYTES : size
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of entry) {
    if (!(chunk instanceof Uint8Array)) continue
    if (length < most) chunks.push(chunk.subarray(0, most - length))
    length += chunk.length
  }
  return Buffer.concat(chunks)
}

/** Undefined for devices, pipes and other special files. */
function toFile(path: string, type: string, content: Uint8Array, size: number): ReadFile | undefined {
  if (type === 'symlink' || type === 'link') return { path, skip: { reason: 'link', detail: 'The entry is a link, and links are not followed.' } }
  if (type !== 'file' && type !== 'contiguous-file') return undefined
  if (size <= DEFAULT_LIMITS.maxFileBytes) return { path, content }
  const detail = `The file has ${size} bytes, over the limit of ${DEFAULT_LIMITS.maxFileBytes}.`
  return { path, skip: { reason: 'too-large', detail }, head: content }
}

function readText(file: ReadFile | undefined, reader: IgnoreFileReader): string | undefined {
  if (file === undefined || !('content' in file)) return undefined
  const { content } = file
  if (typeof content === 'string') return content
  return reader.read({ index: 0, size: content.length, inflate: () => content })
}

function boundBytes(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.length
      if (bytes > most) done(new TarFault(`The archive inflates to more than ${most} bytes, which is the limit for one of its size.`))
      else done(null, chunk)
    },
  })
}
