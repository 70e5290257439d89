import type { Scalar } from './scalar.ts'

/**
 * A node of a configuration file: YAML, JSON, TOML, HCL, Dockerfile, `.env`. Offsets are those of the value in the source file. An alias appears at
 * each use with the offsets of the alias; the content of an aliased map or list keeps its own offsets.
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
  /** True if more entries may come from unknown content: a template line, an argument of `merge`. Then no key is certainly absent. */
  readonly open?: boolean
}

/** A key of a map with its value. A key may occur several times; the last one counts. */
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

/** A string, number, boolean or null. */
export interface DocumentScalar extends DocumentPlace {
  readonly kind: 'scalar'
  readonly value: Scalar
  /** True if the value is an expression with an unknown result: an HCL reference, an interpolation. */
  readonly computed?: boolean
}

/** An expression in a value that inserts another value of the file: `${{ env.TITLE }}`, `$TITLE`. Offsets are those of the expression in the file. */
export interface DocumentReference extends DocumentPlace {
  readonly target: DocumentNode
}

/** A part of a file that could not be read. `detail` is one sentence without source text. */
export interface DocumentFault {
  readonly offset: number
  readonly detail: string
}

/**
 * The result of reading a configuration file: its documents in order (YAML may have several), and the offset and reason of each part that could not
 * be read.
 */
export interface DocumentRead {
  readonly documents: readonly DocumentNode[]
  /** In order of offset, at most `MAX_DOCUMENT_FAULTS`. */
  readonly faults: readonly DocumentFault[]
  /** What the expressions in a value insert. A target may be a part of a script. Absent for formats without such expressions. */
  readonly references?: (value: DocumentNode) => readonly DocumentReference[]
}

/** Maximum nesting of maps and lists. Deeper values are dropped with a fault, so that functions over documents may be recursive. */
export const MAX_DOCUMENT_DEPTH = 200

/** Maximum number of faults listed for one file. Further ones are dropped. */
export const MAX_DOCUMENT_FAULTS = 100

/** Maximum number of nodes that aliases may add to a YAML file. Further aliases are unknown scalars, with a fault. */
export const MAX_ALIAS_NODES = 100_000
