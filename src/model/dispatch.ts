import type { NodeMatcher } from './matcher.ts'

/** A node matcher of one rule, as the dispatch finds it. */
export interface NodeEntry {
  /** Index in `DialectRules.rules`. */
  readonly rule: number
  readonly matcher: NodeMatcher
}

/** Node matchers by what they start from, so that cost follows the file and not the number of rules. */
export interface NodeDispatch {
  /** By node type id: those that can hold at such a node, calls by callee left out. */
  readonly byType: ReadonlyMap<number, readonly NodeEntry[]>
  /** Those that may hold at any named node. */
  readonly anywhere: readonly NodeEntry[]
  /** By the last segment of the resolved callee: those that hold at calls of such functions alone. */
  readonly byCallee: ReadonlyMap<string, readonly NodeEntry[]>
  readonly callTypes: ReadonlySet<number>
}
