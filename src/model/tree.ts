/** The names of one grammar. */
export interface GrammarNames {
  readonly id: string
  /** Names of all visible node types (named nodes and tokens), for hints. */
  readonly allTypes: readonly { readonly name: string; readonly named: boolean }[]
  /** By field id. 0 is no field. */
  readonly fieldNames: readonly string[]
  readonly supertypeNames: readonly string[]
  /** `ERROR` for `ERROR_TYPE`. */
  typeName(id: number): string
  /** All ids of visible nodes with this name and namedness. Empty if the grammar has none. */
  typeIds(name: string, named: boolean): readonly number[]
  /** 0 if the grammar has no such field. */
  fieldId(name: string): number
  /** Bit of this supertype in `FlatTree.supertypes`, 0 when it is not a supertype. */
  supertypeBit(name: string): number
}

/** Type id of ERROR nodes in every grammar. */
export const ERROR_TYPE = 65535

/**
 * Why a text was not parsed: too many parse operations (`steps`), too much memory (`memory`), too deep recursion (`depth`), or a fault of the parser
 * (`fault`).
 */
export type ParseFailure = 'steps' | 'memory' | 'depth' | 'fault'

/** Bits of `FlatTree.flags`. */
export const NODE_NAMED = 1
export const NODE_EXTRA = 2
export const NODE_MISSING = 4

/**
 * A syntax tree as parallel arrays in preorder: node 0 is the root, the first child of `n` is `n + 1` if `next[n] > n + 1`, and the sibling after `n`
 * is `next[n]` while that is less than `next[parent[n]]`. Owns no memory outside of the garbage collector. Arrays may be longer than `count`.
 */
export interface FlatTree {
  readonly names: GrammarNames
  readonly count: number
  readonly type: Uint16Array
  /** UTF-16 offsets in the text. */
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** -1 for the root. */
  readonly parent: Int32Array
  /** The node after the last descendant. */
  readonly next: Uint32Array
  /** Field id within the parent. 0 for none. */
  readonly field: Uint8Array
  readonly flags: Uint8Array
  /** Bit set of the supertypes from which the node was derived. See `GrammarNames.supertypeBit`. */
  readonly supertypes: Uint16Array
  /** The first ERROR or MISSING node, or -1 if the whole file parsed. */
  readonly firstError: number
  /** Nesting of the deepest node; 0 for a lone root. */
  readonly depth: number
}
