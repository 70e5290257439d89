import type { NodeContext, NodeMatcher } from './matcher.ts'

/** A node matcher of one rule in the dispatch. */
export interface NodeEntry {
  /** Index in `DialectRules.rules`; wide requirements count on from the last rule. */
  readonly rule: number
  readonly matcher: NodeMatcher
}

/** The node matchers of all rules, indexed by their start. */
export interface NodeDispatch {
  /**
   * Traverses the nodes of a tree once. Calls `visit` with each wanted entry of these rules (ascending) and each node at which it may hold. A node
   * whose type starts no entry costs one array read.
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
