/** One file of an archive, before anything of it is inflated. */
export interface ArchiveEntry {
  /** Its place in the list of entries, from 0: what it is called in faults. */
  readonly index: number
  /** With forward slashes, relative, without `.` and `..`. */
  readonly path: string
  /** Bytes when inflated, as the archive says. */
  readonly size: number
  /** As the archive says. */
  readonly crc32: number
  /** As they are in the archive. */
  readonly bytes: Buffer
  readonly isDeflated: boolean
  readonly isLink: boolean
  /** Why it cannot be inflated. */
  readonly unreadable: string | undefined
}

/** Something that is wrong with an archive. Quotes nothing of it. */
export interface ArchiveFault {
  /** Place in the list of entries, from 0; absent where the archive as a whole is at fault. */
  readonly entry?: number
  readonly message: string
}

/** How much an archive may hold. */
export interface ArchiveLimits {
  /** Files to scan. */
  readonly maxFiles: number
  /** UTF-16 units of a path. */
  readonly maxPathLength: number
  /** Entries of all kinds. */
  readonly maxArchiveEntries: number
  /** Bytes of all files to scan, inflated. */
  readonly maxInflatedBytes: number
}
