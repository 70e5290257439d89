import type { Scalar } from './scalar.ts'

/**
 * A node of a configuration file: YAML, JSON, TOML, HCL, Dockerfile, `.env`. Offsets are those of the value in the source file.
 * Aliases appear where they are used, with the offsets of the alias.
 */
export type DocumentNode = DocumentMap | DocumentList | DocumentScalar

interface DocumentPlace {
  readonly start: number
  readonly end: number
}

export interface DocumentMap extends DocumentPlace {
  readonly kind: 'map'
  readonly entries: readonly DocumentEntry[]
}

export interface DocumentEntry {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: DocumentNode
}

export interface DocumentList extends DocumentPlace {
  readonly kind: 'list'
  readonly items: readonly DocumentNode[]
}

export interface DocumentScalar extends DocumentPlace {
  readonly kind: 'scalar'
  readonly value: Scalar
  /** The value as written is an expression that is not known here: an HCL reference, an interpolation. */
  readonly computed?: boolean
}

/** What reading a configuration file gave: its documents in order (several in YAML), and the offset and cause of each part that could not be read. */
export interface DocumentRead {
  readonly documents: readonly DocumentNode[]
  readonly faults: readonly { readonly offset: number; readonly detail: string }[]
}
