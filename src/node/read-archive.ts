import type { ArchiveLimits, ArchiveRead } from './archive/archive-entry.ts'

export type { ArchiveFault, ArchiveLimits, ArchiveRead } from './archive/archive-entry.ts'

/**
 * Reads an archive that is in memory, a tar archive compressed by gzip or not. Nothing is written. What a scan of the folder that was packed would pass over is passed over. Its readers are
 * loaded when the first one comes.
 */
export async function readArchive(archive: Buffer, limits: ArchiveLimits, kind: 'zip' | 'tar'): Promise<ArchiveRead> {
  if (kind === 'zip') {
    const { readZip } = await import('./archive/read-zip.ts')
    return readZip(archive, limits)
  }
  const { readTar } = await import('./archive/read-tar.ts')
  return readTar(archive, limits)
}
