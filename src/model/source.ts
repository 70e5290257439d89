import type { DocumentRead } from './document.ts'
import type { SkipReason } from './gap.ts'
import type { Dialect } from './language.ts'
import type { LineIndex } from './position.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree } from './tree.ts'

/** A file as the caller passes it. The path is only reported; nothing opens it. */
export interface SourceFile {
  readonly path: string
  readonly content: string | Uint8Array
  /** Where to read it again, so that its content need not stay in memory for data flow. */
  readonly stored?: StoredFile
  /** Set by the scan. */
  readonly compiledFrom?: CompiledFrom
}

/** A file of the scan with the same code as a compiled file. */
export interface CompiledFrom {
  readonly path: string
  /** Its source, or another output of the same source. */
  readonly kind: 'source' | 'twin'
}

/** A file that is read when it is scanned, and again for data flow. Its content does not stay in memory. */
export interface StoredFile {
  readonly path: string
  /** The location for the scanner's `readStored`: in Node the path. */
  readonly location: string
  /** Bytes, as they were when the file was listed. */
  readonly size: number
  /** Changes when the file is written. */
  readonly version: string
  /** Whether links are followed, because the caller named this file. */
  readonly followLinks: boolean
  /** Set by the scan. */
  readonly compiledFrom?: CompiledFrom
}

/** Any file of a scan. */
export type ScanFile = ReadFile | StoredFile
/** A file that was read, or why it could not be. */
export type ReadFile = SourceFile | SkippedSource

/**
 * A file without content, because it is too large or cannot be read. It appears unchanged in `skipped`, unless its first bytes allow a better reason.
 */
export interface SkippedSource {
  readonly path: string
  readonly skip: { readonly reason: SkipReason; readonly detail: string }
  /** The first bytes (some thousands) of a too large file. With the name they show whether it is, for example, an image, which needs no scan. */
  readonly head?: Uint8Array
}

/** A decoded file. Everything except the text is computed on first use and kept during the scan of the file. */
export interface SourceView {
  readonly path: string
  /** Decoded, without byte order mark. */
  readonly text: string
  readonly dialect: Dialect
  readonly lines: LineIndex
  /** The text was assembled from parts of the file, such as the cells of a notebook, so it cannot be edited. */
  readonly made: boolean
  /** Undefined if the dialect is no code, the file only declares types, or parsing failed (reported as a gap). */
  tree(): FlatTree | undefined
  symbols(): Symbols | undefined
  /** Undefined if the dialect has no documents. */
  document(): DocumentRead | undefined
}
