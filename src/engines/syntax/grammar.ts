import type { FlatTree, GrammarNames, ParseFailure } from '../../model/tree.ts'

/** Queries that tree-sitter accepted for a grammar before: checking them again takes most of the time of checking all rules. */
export type TakenQueries = Pick<Set<string>, 'has' | 'add'>

/** One grammar in this thread and its parser. Declared without the types of `web-tree-sitter`, which embedding applications need not have. */
export interface Grammar {
  readonly names: GrammarNames
  /** How trees are read: `memory` is the fast method; `cursor` if the self-check failed, or was requested, or the memory is unknown. */
  readonly walk: 'memory' | 'cursor'
  /** Parses a text into a flat tree and frees tree-sitter's own tree. A failure does not affect later texts. */
  parse(text: string): FlatTree | ParseFailure
  /** Asks tree-sitter whether a query names nodes and fields of this grammar. Undefined when it does. */
  checkQuery(source: string): QueryVerdict | undefined
  /**
   * Runs tree-sitter's own query as the oracle of differential tests. It is too slow and unbounded for rules. Captures are `[name, start, end]` per
   * match.
   */
  runOracleQuery(source: string, text: string): readonly (readonly (readonly [string, number, number])[])[]
}

/** The mistake that tree-sitter reports for a query. */
export interface QueryVerdict {
  readonly kind: 'syntax' | 'node' | 'field' | 'capture' | 'structure'
  readonly message: string
  /** UTF-16 offset into the source. */
  readonly offset: number
  readonly word: string
}
