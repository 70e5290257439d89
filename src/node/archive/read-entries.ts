import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { ArchiveEntry, ArchiveFault, ArchiveLimits } from './archive-entry.ts'
import { readEntryName } from './read-entry-name.ts'

/** The files of an archive, or all mistakes in its list of entries. */
export type EntriesRead =
  | { readonly kind: 'entries'; readonly entries: readonly ArchiveEntry[] }
  | { readonly kind: 'faults'; readonly faults: readonly ArchiveFault[] }

/** Further mistakes usually have the same cause. */
const MAX_FAULTS = 100

/** The range of an entry in the archive, including its header. */
interface Extent {
  readonly index: number
  readonly start: number
  readonly end: number
}

/** Reads the central directory of a ZIP archive without inflating. Folders are ignored, because files have complete paths. */
export async function readEntries(archive: Buffer, limits: ArchiveLimits): Promise<EntriesRead> {
  const zip = await open(archive)
  if ('message' in zip) return { kind: 'faults', faults: [zip] }
  if (zip.entryCount > limits.maxArchiveEntries) {
    const message = `The archive has ${zip.entryCount} entries: at most ${limits.maxArchiveEntries} are allowed.`
    return { kind: 'faults', faults: [{ message }] }
  }
  const entries: ArchiveEntry[] = []
  const faults: ArchiveFault[] = []
  const extents: Extent[] = []
  const seen = new Map<string, number>()
  let index = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
      const end = fileDataStart + entry.compressedSize
      if (end > archive.length) throw new RangeError('The data of an entry ends after the archive.')
      extents.push({ index, start: entry.relativeOffsetOfLocalHeader, end })
      addEntry(entry, archive.subarray(fileDataStart, end))
      index += 1
    }
  } catch (error) {
    faults.push({ entry: index, message: describeBroken(error) })
  }
  faults.push(...findOverlaps(extents))
  return faults.length > 0 ? { kind: 'faults', faults: faults.slice(0, MAX_FAULTS) } : { kind: 'entries', entries }

  function addEntry(entry: Entry, bytes: Buffer): void {
    const name = readEntryName(entry, limits.maxPathLength)
    if ('fault' in name) return void faults.push({ entry: index, message: name.fault })
    const { path, isFolder } = name
    if (isFolder) return
    const first = seen.get(path)
    if (first !== undefined)
      return void faults.push({ entry: index, message: `It has the same path as entry ${first}. Each file needs its own path.` })
    seen.set(path, index)
    const { uncompressedSize: size, crc32 } = entry
    entries.push({
      index,
      path,
      size,
      crc32,
      bytes,
      isDeflated: entry.compressionMethod === DEFLATED,
      isLink: isLink(entry),
      unreadable: findUnreadable(entry),
    })
  }
}

async function open(archive: Buffer): Promise<ZipFile | ArchiveFault> {
  try {
    return await fromBufferPromise(archive, { decodeStrings: false })
  } catch (error) {
    if (isAbout(error, 'multi-disk')) return { message: 'The archive is one part of a split archive. Send a single archive.' }
    return { message: 'The body is not a complete ZIP archive: the end of the central directory was not found.' }
  }
}

/** The library's messages may quote the archive. */
function describeBroken(error: unknown): string {
  if (isAbout(error, 'strong encryption')) return 'The archive is encrypted.'
  if (isAbout(error, 'size mismatch')) return 'The size of this entry differs between its local header and the central directory.'
  return 'The central directory is damaged at this entry.'
}

function isAbout(error: unknown, words: string): boolean {
  return error instanceof Error && error.message.includes(words)
}

const STORED = 0
const DEFLATED = 8
/** Value of the first byte of `versionMadeBy`: attributes are Unix modes. */
const UNIX = 3
const FILE_TYPE = 0o170_000
const LINK = 0o120_000

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >>> 8 === UNIX && ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK
}

function findUnreadable(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'The entry is encrypted.'
  const method = entry.compressionMethod
  return method === STORED || method === DEFLATED
    ? undefined
    : `The entry is compressed by method ${method}: only 0 (stored) and 8 (deflate) are read.`
}

/** With entries that share bytes, an archive inflates to many times the usual maximum. */
function findOverlaps(extents: readonly Extent[]): readonly ArchiveFault[] {
  const inOrder = extents.toSorted((one, other) => one.start - other.start || one.index - other.index)
  return inOrder.flatMap(({ index, start }, at) => {
    const before = inOrder[at - 1]
    return before !== undefined && start < before.end ? [{ entry: index, message: `Its data overlaps the data of entry ${before.index}.` }] : []
  })
}
