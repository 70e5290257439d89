import type { CharSet } from './char-set.ts'

/** A pattern as a tree. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'concat'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  /** `max` is infinite for `*` and `+`. A possessive repetition does not backtrack. */
  | {
      readonly kind: 'repeat'
      readonly body: PatternNode
      readonly min: number
      readonly max: number
      readonly lazy: boolean
      readonly possessive: boolean
    }
  /** A group that is numbered, from 1. */
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | { readonly kind: 'atomic'; readonly body: PatternNode }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: PatternNode }
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  /** A back reference to a group. */
  | { readonly kind: 'reference'; readonly index: number }

/** `last-line-end` is the end of the text, or before a line break at the end: `$` in Python. */
export type Anchor = 'start' | 'line-start' | 'end' | 'line-end' | 'last-line-end' | 'word-border' | 'no-word-border'

/** A pattern, read. */
export interface Pattern {
  readonly root: PatternNode
  readonly ignoreCase: boolean
  readonly groups: number
}

/** How a pattern is written. */
export interface PatternSource {
  readonly text: string
  readonly syntax: 'javascript' | 'python'
  /** Letters: `imsuvyg` of JavaScript, `imsxa` of Python. */
  readonly flags: string
}
