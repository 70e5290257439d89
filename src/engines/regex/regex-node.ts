/** A mistake in the source of a regex. */
export interface RegexFault {
  readonly kind: 'fault'
  /** One sentence that names the offending part in backticks. */
  readonly message: string
  /** UTF-16 offset into the source. */
  readonly offset: number
  readonly hint?: string
}

/** One code point out of a set. */
export interface CharSet {
  readonly kind: 'set'
  /** Pairs of first and last code point, in the order they were written. */
  readonly ranges: readonly number[]
  readonly negated: boolean
  /** It contains code points that `ranges` does not list: `\p{…}`. */
  readonly open: boolean
  /** Compared by simple case folding. */
  readonly fold: boolean
}

/** A regex simplified for analysis: groups are dropped, and assertions (`^`, `\b`) are empty sequences. */
export type RegexNode =
  | CharSet
  | { readonly kind: 'sequence'; readonly of: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly of: readonly RegexNode[] }
  /** `max` is Infinity when unbounded. */
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number }

/** A regex that was read. */
export interface ParsedRegex {
  readonly kind: 'parsed'
  readonly root: RegexNode
  /** Names of the named groups, in the order they open. */
  readonly groupNames: readonly string[]
}
