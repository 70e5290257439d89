import { DEFAULT_LIMITS, type ReadFile } from '../../index.ts'
import { filterTree } from '../filter-tree.ts'
import type { ArchiveEntry, ArchiveFault, ArchiveLimits, ArchiveRead } from './archive-entry.ts'
import { FREE_BYTES, MACOS_FOLDER, MAX_RATIO, TOO_MANY_PATTERNS } from './archive-entry.ts'
import { createIgnoreFileReader, type IgnoreFileReader } from './ignore-file-reader.ts'
import { inflateEntry, inflateHead } from './inflate-entry.ts'
import { readEntries } from './read-entries.ts'

/** The scan reads only this part of files that are too large. */
const HEAD_BYTES = 8_192

/**
 * Reads a ZIP archive in memory without writing to disk. Skips the same files as the scan of a folder: version control, installed packages, ignored
 * files, and the files that macOS adds. Files that are too large for a scan are not inflated. Limits apply to inflated bytes, not to the stated
 * sizes.
 */
export async function readZip(archive: Buffer, limits: ArchiveLimits): Promise<ArchiveRead> {
  const read = await readEntries(archive, limits)
  if (read.kind === 'faults') return read
  const chosen = chooseEntries(read.entries)
  if ('message' in chosen) return { kind: 'faults', faults: [chosen] }
  const excess = findExcess(chosen, archive.length, limits)
  if (excess !== undefined) return { kind: 'faults', faults: [{ message: excess }] }
  const files: ReadFile[] = []
  const faults: ArchiveFault[] = []
  for (const entry of chosen) {
    const file = await readFile(entry)
    if ('fault' in file) faults.push({ entry: entry.index, message: file.fault })
    else files.push(file)
  }
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'files', files }
}

/** The entries that a walk of the tree would reach, or a mistake if the ignore files exceed a limit. */
function chooseEntries(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] | ArchiveFault {
  const byPath = new Map(entries.flatMap((entry) => (entry.path.startsWith(MACOS_FOLDER) ? [] : [[entry.path, entry] as const])))
  const reader = createIgnoreFileReader()
  const paths = filterTree([...byPath.keys()], (path) => readText(byPath.get(path), reader))
  return reader.fault() ?? paths?.flatMap((path) => byPath.get(path) ?? []) ?? { message: TOO_MANY_PATTERNS }
}

/** The text of an ignore file. A mistake in its entry is reported when the file itself is read. */
function readText(entry: ArchiveEntry | undefined, reader: IgnoreFileReader): string | undefined {
  if (entry === undefined || entry.isLink || entry.unreadable !== undefined) return undefined
  const { index, size } = entry
  return reader.read({ index, size, inflate: () => readContent(entry) })
}

function readContent(entry: ArchiveEntry): Uint8Array | undefined {
  const inflated = inflateEntry(entry)
  return 'fault' in inflated ? undefined : inflated.content
}

function isInflated({ isLink, unreadable, size }: ArchiveEntry): boolean {
  return !isLink && unreadable === undefined && size <= DEFAULT_LIMITS.maxFileBytes
}

function findExcess(chosen: readonly ArchiveEntry[], archiveBytes: number, { maxFiles, maxInflatedBytes }: ArchiveLimits): string | undefined {
  if (chosen.length === 0) return 'The archive contains no file to scan.'
  if (chosen.length > maxFiles) return `The archive contains ${chosen.length} files to scan. At most ${maxFiles} are allowed.`
  const bytes = chosen.reduce((sum, entry) => sum + (isInflated(entry) ? entry.size : 0), 0)
  if (bytes > maxInflatedBytes) return `The files inflate to ${bytes} bytes: at most ${maxInflatedBytes} are allowed.`
  if (bytes <= Math.max(FREE_BYTES, MAX_RATIO * archiveBytes)) return undefined
  return `The files inflate to ${bytes} bytes, over ${MAX_RATIO} times the bytes of the archive.`
}

async function readFile(entry: ArchiveEntry): Promise<ReadFile | { readonly fault: string }> {
  const { path, size, isLink, unreadable } = entry
  if (isLink) return { path, skip: { reason: 'link', detail: 'The entry is a link, and links are not followed.' } }
  if (unreadable !== undefined) return { path, skip: { reason: 'unreadable', detail: unreadable } }
  if (!isInflated(entry)) {
    const detail = `The file has ${size} bytes, over the limit of ${DEFAULT_LIMITS.maxFileBytes}.`
    const head = await inflateHead(entry, HEAD_BYTES)
    return { path, skip: { reason: 'too-large', detail }, ...(head && { head }) }
  }
  const inflated = inflateEntry(entry)
  return 'fault' in inflated ? inflated : { path, content: inflated.content }
}
