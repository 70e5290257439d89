import type { Plain } from '../plain-value.ts'

/** A pattern formula of Semgrep. Old and new syntax have the same form here. `key` is the path of its value in the rule. */
export type Formula =
  | { readonly kind: 'pattern'; readonly key: string; readonly text: string }
  | { readonly kind: 'regex'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'all'
      readonly key: string
      readonly parts: readonly Formula[]
      readonly conditions: readonly Condition[]
      readonly focus: readonly string[]
    }
  | { readonly kind: 'any'; readonly key: string; readonly parts: readonly Formula[] }
  | { readonly kind: 'inside'; readonly key: string; readonly of: Formula }
  | { readonly kind: 'anywhere'; readonly key: string; readonly of: Formula }
  | { readonly kind: 'not'; readonly key: string; readonly of: Formula }

/** A condition on metavariables. */
export interface Condition {
  readonly kind: 'regex' | 'pattern' | 'comparison' | 'analysis' | 'type' | 'name'
  readonly key: string
  readonly metavariable: string
  readonly value: Plain
  /** For `pattern`. */
  readonly formula?: Formula
}
