import type { Scalar } from './scalar.ts'

/**
 * A node of a configuration file: YAML, JSON, TOML, HCL, Dockerfile, `.env`. Offsets are those of the value in the source file.
 * Aliases appear where they are used, with the offsets of the alias; what is inside an aliased map or list keeps its own offsets.
 */
export type DocumentNode = DocumentMap | DocumentList | DocumentScalar

interface DocumentPlace {
  readonly start: number
  readonly end: number
}

/** Values by key. */
export interface DocumentMap extends DocumentPlace {
  readonly kind: 'map'
  readonly entries: readonly DocumentEntry[]
  /** More entries may come from parts that are not known here: a template line, an argument of `merge`. Nothing is certainly absent from it. */
  readonly open?: boolean
}

/** A key of a map, and its value. A key may stand in a map more than once: the last counts. */
export interface DocumentEntry {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: DocumentNode
}

/** Values in a row. */
export interface DocumentList extends DocumentPlace {
  readonly kind: 'list'
  readonly items: readonly DocumentNode[]
}

/** A text, number, boolean or null. */
export interface DocumentScalar extends DocumentPlace {
  readonly kind: 'scalar'
  readonly value: Scalar
  /** The value as written is an expression that is not known here: an HCL reference, an interpolation. */
  readonly computed?: boolean
}

/** A part of a file that could not be read. `detail` is one sentence without source text. */
export interface DocumentFault {
  readonly offset: number
  readonly detail: string
}

/** What reading a configuration file gave: its documents in order (several in YAML), and the offset and cause of each part that could not be read. */
export interface DocumentRead {
  readonly documents: readonly DocumentNode[]
  /** In order of offset, `MAX_DOCUMENT_FAULTS` at most. */
  readonly faults: readonly DocumentFault[]
}

/** Maps and lists within each other. What lies deeper is left out with a fault, so that every walk over a document may recurse. */
export const MAX_DOCUMENT_DEPTH = 200

/** Faults listed for one file. Further ones are dropped: the file is known to be broken. */
export const MAX_DOCUMENT_FAULTS = 100

/** Nodes that the aliases of one YAML file may add to it. Past that an alias is an unknown scalar, with a fault. */
export const MAX_ALIAS_NODES = 100_000
