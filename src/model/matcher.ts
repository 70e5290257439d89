import type { Bindings } from './bindings.ts'
import type { DocumentNode } from './document.ts'
import type { CodeSyntax } from './language.ts'
import type { LiteralNeed } from './literal-need.ts'
import type { Span } from './position.ts'
import type { SourceView } from './source.ts'
import type { Symbols } from './symbols.ts'
import type { FlatTree } from './tree.ts'

/** Called with each solution of a matcher. Returns true to stop the search. */
export type Accept = (bindings: Bindings) => boolean

/** The context of a matcher on one file. */
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
 * A compiled matcher for one kind of subject. `test` calls `accept` for each solution, and returns true as soon as `accept` does. Returns false if
 * there is no solution, or none was accepted.
 */
export interface Matcher<Context, Place> {
  readonly need: LiteralNeed
  test(context: Context, place: Place, bindings: Bindings, accept: Accept): boolean
}

/** Tests whether a regex matches anywhere in the source text of a node. */
export interface OwnTextTest {
  /** The regex, as a rule has it. */
  readonly source: string
  holds(context: NodeContext, node: number): boolean
  /** The same for short texts, with two array reads for a text that was tested before. True for long texts, which are not tested. */
  mayHold(context: NodeContext, node: number): boolean
}

/** Over nodes of a syntax tree. */
export interface NodeMatcher extends Matcher<NodeContext, number> {
  /** Type ids of the nodes at which it can hold. Undefined means any. */
  readonly types: ReadonlySet<number> | undefined
  /** Keys (see `lastSegment` and `firstKey`) of the resolved callee names for which it can hold, if it holds only at calls. Undefined means any. */
  readonly callees: ReadonlySet<string> | undefined
  /** Keys of the resolved names of the nodes at which it can hold. Absent means any. */
  readonly names?: ReadonlySet<string> | undefined
  /** Type ids of the parents of the nodes at which it can hold. Absent means any. */
  readonly parents?: ReadonlySet<number> | undefined
  /** Type ids of which each node needs one among its ancestors. Absent means any. */
  readonly around?: ReadonlySet<number> | undefined
  /** Tests of the node's own text. From each list one test must hold. Absent means any text. */
  readonly texts?: readonly (readonly OwnTextTest[])[] | undefined
  /** Lists of globs. From each list one must match the path of the file. Absent means any. */
  readonly files?: readonly (readonly string[])[]
  /** Matchers whose disjunction it is, for lookup by their start. */
  readonly branches?: readonly NodeMatcher[]
}

/** A matcher over the text of a file: finds ranges, and binds `$MATCH` to each. */
export type TextMatcher = Matcher<MatchContext, Span>

/** Over values of a configuration file. At a document's root it finds values, and binds `$MATCH` to each. */
export type ValueMatcher = Matcher<MatchContext, DocumentNode>
