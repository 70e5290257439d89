import type { NodeContext, NodeMatcher } from './matcher.ts'

/** A node matcher of one rule, as the dispatch finds it. */
export interface NodeEntry {
  /** Index in `DialectRules.rules`; wide requirements count on from the last rule. */
  readonly rule: number
  readonly matcher: NodeMatcher
}

/** The node matchers of all rules, by what they start from. */
export interface NodeDispatch {
  /**
   * One pass over the nodes of a tree: calls `visit` for each wanted entry of these rules, which come in ascending order, with each node where it may hold. A node
   * whose type no entry starts from costs one array read.
   */
  visitNodes(
    rules: readonly number[],
    isWanted: (entry: NodeEntry) => boolean,
    context: NodeContext,
    visit: (entry: NodeEntry, node: number) => void,
  ): void
  /** Whether one matcher holds at any node. */
  holdsAnywhere(matcher: NodeMatcher, context: NodeContext): boolean
}
