/**
 * The literals that a text must contain so that a matcher can match. It may require too little, never too much: a text that does not meet the need
 * cannot match. Literals are compared without case, everything else with case. In a reduced list no element has the kind of the list, is constant, or
 * is implied by another element, and all nested lists are reduced.
 */
export type LiteralNeed =
  /** No condition: every text may match. */
  | { readonly kind: 'anything' }
  /** No text can match. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly text: string }
  /** A name, or a part of one between dots. No name character precedes or follows it. */
  | { readonly kind: 'word'; readonly text: string }
  /** A part of a name, with its case. If it is the end of a name, no name character follows it. */
  | { readonly kind: 'spelled'; readonly text: string; readonly ends: boolean }
  /** A word as a name in such a position. */
  | { readonly kind: 'placed'; readonly text: string; readonly place: NamePlace }
  /** An arrow function that destructures its first parameter: `({ body }) => …`. */
  | { readonly kind: 'opened-parameter' }
  /** A code point that is not ASCII. */
  | { readonly kind: 'beyond-ascii' }
  /** A member of a name, if the text has no other way to access it: `req.body`. Both are words. */
  | { readonly kind: 'member'; readonly holder: string; readonly text: string }
  | { readonly kind: 'all' | 'some'; readonly of: readonly LiteralNeed[]; readonly reduced?: true }

/**
 * After a dot; after a dot as the target of an assignment; in braces of a pattern; before a colon; before a colon and braces; before call arguments;
 * as the name of a function or variable; as the name of a variable with a value, possibly with a type.
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

/** Every text meets it. */
export const ANYTHING: LiteralNeed = { kind: 'anything' }
/** No text meets it. */
export const NOTHING: LiteralNeed = { kind: 'nothing' }

/** The conjunction of needs. */
export function needAll(needs: readonly LiteralNeed[]): LiteralNeed {
  if (needs.some((need) => need.kind === 'nothing')) return NOTHING
  const known = needs.filter((need) => need.kind !== 'anything')
  return known.length === 0 ? ANYTHING : known.length === 1 && known[0] !== undefined ? known[0] : { kind: 'all', of: known }
}

/** The disjunction of needs. */
export function needSome(needs: readonly LiteralNeed[]): LiteralNeed {
  if (needs.some((need) => need.kind === 'anything')) return ANYTHING
  const possible = needs.filter((need) => need.kind !== 'nothing')
  return possible.length === 0 ? NOTHING : possible.length === 1 && possible[0] !== undefined ? possible[0] : { kind: 'some', of: possible }
}

/** Whether a text can be a word: it consists of name characters. */
export function isWord(text: string): boolean {
  return /^[\w$]+$/.test(text)
}
