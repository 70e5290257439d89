import type { DocumentRead } from './document.ts'
import type { SkipReason } from './gap.ts'
import type { Dialect } from './language.ts'
import type { LineIndex } from './position.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree } from './tree.ts'

/** A file as the caller gives it. The path is only reported back; nothing opens it. */
export interface SourceFile {
  readonly path: string
  readonly content: string | Uint8Array
  /** Where it can be read again, so that its content is not held for data flow. */
  readonly stored?: StoredFile
}

/** A file that is read when its turn comes, and again when data flow asks for it: nothing of it is held in between. */
export interface StoredFile {
  readonly path: string
  /** Where it is, for the scanner's `readStored`: in Node the path to open. */
  readonly location: string
  /** Bytes, as they were when the file was listed. */
  readonly size: number
  /** Another one when the file was written meanwhile. */
  readonly version: string
  /** Whether a link is followed: the caller named this very file. */
  readonly followLinks: boolean
}

/** Whatever a scan takes. */
export type ScanFile = ReadFile | StoredFile
/** A file that was read, or why it could not be. */
export type ReadFile = SourceFile | SkippedSource

/** A file that the caller knows of and does not hand over, because it is too large to be read or cannot be. It is listed in `skipped` as it is, unless its head tells more. */
export interface SkippedSource {
  readonly path: string
  readonly skip: { readonly reason: SkipReason; readonly detail: string }
  /** The first bytes of a file that is too large, some thousands: from these and its name it is known whether it is a picture, say, of which nobody expects a scan. */
  readonly head?: Uint8Array
}

/** A decoded file. Everything but the text is made on first use and kept while the file is scanned. */
export interface SourceView {
  readonly path: string
  /** Decoded, without byte order mark. */
  readonly text: string
  readonly dialect: Dialect
  readonly lines: LineIndex
  /** The text was made of parts of the file, as a notebook's cells: no edit of it is one of the file. */
  readonly made: boolean
  /** Undefined when the dialect is no code, the file only declares types, or parsing was given up (a gap says so). */
  tree(): FlatTree | undefined
  symbols(): Symbols | undefined
  /** Undefined when the dialect has no documents. */
  document(): DocumentRead | undefined
}
