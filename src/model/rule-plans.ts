import type { NamePlace } from './literal-need.ts'

/**
 * The compile results of the matchers of a rule folder, stored by a build: enough to know the files and nodes of a matcher, so that it is compiled on
 * first use. By dialect id; `DialectPlans` as JSON, which is read when the first file of the dialect comes. Valid only for the same rules, grammars
 * and engine.
 */
export type RulePlans = Readonly<Record<string, string>>

/** Plans by file and path of the matcher's spec. */
export interface DialectPlans {
  /**
   * Parts precede the lists that contain them: a literal, 0 for nothing, 1 for anything, or a list with its kind first, followed by indexes of parts,
   * or another kind of need.
   */
  readonly needs: readonly PlannedNeed[]
  /** By alternative. See `MatcherCompiler`. */
  readonly entries: Readonly<Record<string, readonly (readonly MatcherPlan[])[]>>
  /** Null if a matcher does not apply to the dialect. */
  readonly nodes: Readonly<Record<string, MatcherPlan | null>>
}

/** The encoding of a `LiteralNeed`. Numbers in lists are indexes of parts. */
export type PlannedNeed =
  | string
  | 0
  | 1
  | readonly ['word', string]
  | readonly ['part' | 'end', string]
  | readonly ['opened-parameter' | 'beyond-ascii']
  | readonly ['placed', NamePlace, string]
  | readonly ['member', holder: string, text: string]
  | readonly ['all' | 'some', ...(readonly number[])]

/** The compile result of a matcher. */
export interface MatcherPlan {
  readonly kind: 'node' | 'text' | 'value'
  /** Index in `needs`. */
  readonly need: number
  /** For node matchers. See `NodeMatcher`. Absent means any. */
  readonly types?: readonly number[]
  readonly callees?: readonly string[]
  readonly names?: readonly string[]
  readonly parents?: readonly number[]
  readonly around?: readonly number[]
  /** Sources of regexes. */
  readonly texts?: readonly (readonly string[])[]
  readonly files?: readonly (readonly string[])[]
  readonly branches?: readonly MatcherPlan[]
}
