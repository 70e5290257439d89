import type { ReadFile } from '../../model/source.ts'

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

/** The files of an archive, or everything that is wrong with it. */
export type ArchiveRead =
  | { readonly kind: 'files'; readonly files: readonly ReadFile[] }
  | { readonly kind: 'faults'; readonly faults: readonly ArchiveFault[] }

/** An archive of source code inflates to some five times its size. */
export const MOST_RATIO = 100
/** Bytes up to which nobody asks how often they were in the archive. */
export const FREE_BYTES = 4 * 1024 * 1024

/** What the archiver of macOS writes beside each file: its attributes, under a name that ends as the file's own. */
export const MACOS_FOLDER = '__MACOSX/'

/** The fault of an archive whose ignore files would take too many steps to match. */
export const TOO_MANY_PATTERNS = 'The ignore files of the archive have too many patterns for the number of files.'
