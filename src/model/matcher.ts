import type { Bindings } from './bindings.ts'
import type { DocumentNode } from './document.ts'
import type { CodeSyntax } from './language.ts'
import type { LiteralNeed } from './literal-need.ts'
import type { Span } from './position.ts'
import type { SourceView } from './source.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree } from './tree.ts'

/** Called with each way in which a matcher holds. Returns true to stop looking for more. */
export type Accept = (bindings: Bindings) => boolean

/** What a matcher may use while it runs on one file. */
export interface MatchContext {
  readonly file: SourceView
  /** Counts work. Throws `StepLimitError` when the budget of this rule in this file is spent. */
  spend(steps: number): void
}

/** A context with a syntax tree. */
export interface NodeContext extends MatchContext {
  readonly tree: FlatTree
  readonly symbols: Symbols
  readonly syntax: CodeSyntax
}

/**
 * A compiled matcher over places of one kind. `test` calls `accept` once for each way in which it holds at the place, and returns true as soon as
 * `accept` does; false when it holds in no way, or no way was accepted.
 */
export interface Matcher<Context, Place> {
  readonly need: LiteralNeed
  test(context: Context, place: Place, bindings: Bindings, accept: Accept): boolean
}

/** Whether a regex matches somewhere in the source text of a node. */
export interface OwnTextTest {
  /** The regex, as a rule has it. */
  readonly source: string
  holds(context: NodeContext, node: number): boolean
  /** The same for short texts, at the cost of two array reads for a text that was tested before. True for long ones, which are not looked at. */
  mayHold(context: NodeContext, node: number): boolean
}

/** Over nodes of a syntax tree. */
export interface NodeMatcher extends Matcher<NodeContext, number> {
  /** Type ids of the nodes at which it can hold; undefined means any. */
  readonly types: ReadonlySet<number> | undefined
  /** Keys (see `lastSegment` and `firstKey`) of the resolved callee names for which it can hold, when it holds at calls alone; undefined means any. */
  readonly callees: ReadonlySet<string> | undefined
  /** Keys of the resolved names of the nodes at which it can hold; absent means any. */
  readonly names?: ReadonlySet<string> | undefined
  /** Type ids of the parents of the nodes at which it can hold; absent means any. */
  readonly parents?: ReadonlySet<number> | undefined
  /** Type ids of which an ancestor of each node is one where it can hold; absent means any. */
  readonly around?: ReadonlySet<number> | undefined
  /** Tests of the node's own text: for each list, one of its tests holds wherever the matcher does. Absent means any text. */
  readonly texts?: readonly (readonly OwnTextTest[])[] | undefined
  /** Lists of globs: of each one matches the paths of all files in which it can hold. Absent means any. */
  readonly files?: readonly (readonly string[])[]
  /** Matchers of which it is the disjunction, for those that are found by where they start. */
  readonly branches?: readonly NodeMatcher[]
}

/** Over the whole text of a file: finds stretches, and binds `$MATCH` to each. */
export type TextMatcher = Matcher<MatchContext, Span>

/** Over values of a configuration file. At a document's root it finds values, and binds `$MATCH` to each. */
export type ValueMatcher = Matcher<MatchContext, DocumentNode>
