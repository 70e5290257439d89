import type { FlatTree, GrammarNames, ParseFailure } from '../../model/tree.ts'

/** Queries that tree-sitter takes for a grammar, as it said before: to ask anew is most of what it takes to check all rules. */
export type TakenQueries = Pick<Set<string>, 'has' | 'add'>

/** One grammar in this thread, and its parser. Told without the types of `web-tree-sitter`, which those who embed the engine need not have. */
export interface Grammar {
  readonly names: GrammarNames
  /** How trees are read: `memory` is the fast way; `cursor` when the self-check failed, or was asked for, or the memory is not known. */
  readonly walk: 'memory' | 'cursor'
  /** Parses a text into a flat tree; tree-sitter's own tree is freed at once. After a failure other texts parse as if it had not been. */
  parse(text: string): FlatTree | ParseFailure
  /** Asks tree-sitter whether a query names nodes and fields of this grammar. Undefined when it does. */
  checkQuery(source: string): QueryVerdict | undefined
  /** Runs tree-sitter's own query: the oracle of differential tests, too slow and unbounded for rules. Captures are `[name, start, end]` a match. */
  runOracleQuery(source: string, text: string): readonly (readonly (readonly [string, number, number])[])[]
}

/** What tree-sitter says against a query. */
export interface QueryVerdict {
  readonly kind: 'syntax' | 'node' | 'field' | 'capture' | 'structure'
  readonly message: string
  /** UTF-16 offset into the source. */
  readonly offset: number
  readonly word: string
}
