import type { Dialect } from './language.ts'
import type { LiteralNeed } from './literal-need.ts'
import type { NodeMatcher, TextMatcher, ValueMatcher } from './matcher.ts'
import type { PackVersion } from './result.ts'
import type { RuleInfo } from './rule-info.ts'

/** A place where a rule starts, by the kind of place it looks at. */
export type Entry =
  | { readonly kind: 'node'; readonly matcher: NodeMatcher }
  | { readonly kind: 'text'; readonly matcher: TextMatcher }
  | { readonly kind: 'value'; readonly matcher: ValueMatcher }

/** Another matcher that must hold somewhere in the scope, or nowhere. */
export interface Requirement {
  readonly scope: 'file' | 'project'
  readonly absent: boolean
  readonly entries: readonly Entry[]
  readonly need: LiteralNeed
}

/** A rule as it runs on files of one dialect. */
export interface CompiledRule {
  /** Index in `Ruleset.rules`. */
  readonly index: number
  readonly entries: readonly Entry[]
  readonly requirements: readonly Requirement[]
  /** What a file must hold for the rule to report in it. */
  readonly need: LiteralNeed
  appliesTo(path: string): boolean
}

/** All rules of a ruleset that can apply to files of one dialect. */
export interface DialectRules {
  readonly dialect: Dialect
  readonly rules: readonly CompiledRule[]
  /** Indexes into `rules` of those whose need the text meets, ascending. May name too many, never too few. */
  candidates(text: string): readonly number[]
}

export interface RuleDetail {
  readonly info: RuleInfo
  /** With `$X`, or undefined to say the description. */
  readonly message: string | undefined
  readonly autofix: { readonly replace?: string; readonly edits?: readonly { readonly at: string; readonly text: string }[] } | undefined
}

/** Immutable. Rules are compiled for a dialect, and its grammar loaded, when the first file of it comes. */
export interface Ruleset {
  readonly rules: readonly RuleDetail[]
  readonly packs: readonly PackVersion[]
  forDialect(dialect: Dialect): Promise<DialectRules>
}
