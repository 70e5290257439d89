/**
 * Which literals a text must hold for a matcher to have any chance in it. It may ask for too little, never for too much:
 * a text that fails its need cannot match. Literals compare without case, all else with it. In a reduced list no part is of its kind, constant, or decided by
 * another, and all lists in it are reduced too.
 */
export type LiteralNeed =
  /** Nothing is known: every text may match. */
  | { readonly kind: 'anything' }
  /** No text can match. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly text: string }
  /** A name, or a part of one between dots: no name goes on before or after it. */
  | { readonly kind: 'word'; readonly text: string }
  /** A part of a name, with its case. No name goes on behind it where it is the end of one. */
  | { readonly kind: 'spelled'; readonly text: string; readonly ends: boolean }
  /** A word where a name stands in such a place. */
  | { readonly kind: 'placed'; readonly text: string; readonly place: NamePlace }
  /** An arrow function that takes its first parameter apart: `({ body }) => …`. */
  | { readonly kind: 'opened-parameter' }
  /** A code point that is not ASCII. */
  | { readonly kind: 'beyond-ascii' }
  /** A name behind another and a dot, where nothing says that the other may have a third name: `req.body`. Both are words. */
  | { readonly kind: 'member'; readonly holder: string; readonly text: string }
  | { readonly kind: 'all' | 'some'; readonly of: readonly LiteralNeed[]; readonly reduced?: true }

/**
 * Behind a dot; behind a dot, where something is put there; in braces of a pattern; before a colon; before a colon and braces; before what it is called with; where
 * a function or a variable gets its name; where a variable gets a value with it, which a type may stand before.
 */
export type NamePlace =
  | 'member'
  | 'assigned'
  | 'shorthand'
  | 'key'
  | 'outer-key'
  | 'callee'
  | 'function'
  | 'variable'
  | 'given-variable'
  | 'typed-variable'

/** Asks nothing of a text. */
export const ANYTHING: LiteralNeed = { kind: 'anything' }
/** No text meets it. */
export const NOTHING: LiteralNeed = { kind: 'nothing' }

/** The need of several that must all hold. */
export function needAll(needs: readonly LiteralNeed[]): LiteralNeed {
  if (needs.some((need) => need.kind === 'nothing')) return NOTHING
  const known = needs.filter((need) => need.kind !== 'anything')
  return known.length === 0 ? ANYTHING : known.length === 1 && known[0] !== undefined ? known[0] : { kind: 'all', of: known }
}

/** The need of several of which one must hold. */
export function needSome(needs: readonly LiteralNeed[]): LiteralNeed {
  if (needs.some((need) => need.kind === 'anything')) return ANYTHING
  const possible = needs.filter((need) => need.kind !== 'nothing')
  return possible.length === 0 ? NOTHING : possible.length === 1 && possible[0] !== undefined ? possible[0] : { kind: 'some', of: possible }
}

/** Whether a text can be asked for as a word: it is made of what names are made of. */
export function isWord(text: string): boolean {
  return /^[\w$]+$/.test(text)
}
