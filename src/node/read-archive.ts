import type { ArchiveLimits, ArchiveRead } from './archive/archive-entry.ts'

export type { ArchiveFault, ArchiveLimits, ArchiveRead } from './archive/archive-entry.ts'

/**
 * Reads an archive in memory: ZIP, or tar with optional gzip. Nothing is written to disk. Skips the files that the scan of an unpacked folder would
 * skip. The readers are loaded on first use.
 */
export async function readArchive(archive: Buffer, limits: ArchiveLimits, kind: 'zip' | 'tar'): Promise<ArchiveRead> {
  if (kind === 'zip') {
    const { readZip } = await import('./archive/read-zip.ts')
    return readZip(archive, limits)
  }
  const { readTar } = await import('./archive/read-tar.ts')
  return readTar(archive, limits)
}
