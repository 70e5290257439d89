import type { NamePlace } from './literal-need.ts'

/**
 * What compiling told of each matcher of a folder of rules, kept by a build: enough to know which files and places a matcher is for, so that it is compiled
 * only when one of them comes. By dialect id; `DialectPlans` as JSON, which is read when the first file of the dialect comes. Good for the very rules, grammars
 * and engine that it was made with.
 */
export type RulePlans = Readonly<Record<string, string>>

/** Plans by file and path of the matcher's spec. */
export interface DialectPlans {
  /** Parts before what holds them: a literal, 0 for nothing, 1 for anything, or a list with its kind first: one of indexes in this list, or what else is needed. */
  readonly needs: readonly PlannedNeed[]
  readonly entries: Readonly<Record<string, readonly MatcherPlan[]>>
  /** Null where a matcher is not for the dialect. */
  readonly nodes: Readonly<Record<string, MatcherPlan | null>>
}

/** A `LiteralNeed` as plans keep it. Numbers in lists are indexes of its parts. */
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

/** What compiling told of a matcher. */
export interface MatcherPlan {
  readonly kind: 'node' | 'text' | 'value'
  /** Index in `needs`. */
  readonly need: number
  /** Of a node matcher: see `NodeMatcher`. Absent means any. */
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
