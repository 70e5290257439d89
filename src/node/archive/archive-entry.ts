import type { ReadFile } from '../../model/source.ts'

/** One file of an archive, before it is inflated. */
export interface ArchiveEntry {
  /** Index in the list of entries, from 0. Error messages name it. */
  readonly index: number
  /** Relative, with forward slashes, without `.` and `..`. */
  readonly path: string
  /** Inflated size in bytes, according to the archive. */
  readonly size: number
  /** According to the archive. */
  readonly crc32: number
  /** The compressed bytes. */
  readonly bytes: Buffer
  readonly isDeflated: boolean
  readonly isLink: boolean
  /** Why it cannot be inflated. */
  readonly unreadable: string | undefined
}

/** A mistake in an archive. Quotes nothing of it. */
export interface ArchiveFault {
  /** Index in the list of entries, from 0. Absent if the whole archive is faulty. */
  readonly entry?: number
  readonly message: string
}

/** Maximum size and content of an archive. */
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

/** The files of an archive, or all its mistakes. */
export type ArchiveRead =
  | { readonly kind: 'files'; readonly files: readonly ReadFile[] }
  | { readonly kind: 'faults'; readonly faults: readonly ArchiveFault[] }

/** An archive of source code inflates to some five times its size. */
export const MAX_RATIO = 100
/** Below this size the compression ratio is not checked. */
export const FREE_BYTES = 4 * 1024 * 1024

/** The folder in which the macOS archiver stores the attributes of each file, under a name that ends like the file's. */
export const MACOS_FOLDER = '__MACOSX/'

/** The message for ignore files that would take too many steps to match. */
export const TOO_MANY_PATTERNS = 'The ignore files of the archive have too many patterns for the number of files.'
