import type { LiteralNeed } from '../../model/literal-need.ts'

/** Conditions that the automata cannot test, so that the text is searched. */
export type LookedFor = Extract<LiteralNeed, { kind: 'spelled' | 'placed' | 'member' | 'opened-parameter' | 'beyond-ascii' }>

/** A need, or a combination of several. Parts are identified by their node. */
export type NeedNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'literal'; readonly literal: number; readonly text: string }
  | { readonly kind: 'word'; readonly word: number }
  /** The condition for which the text is searched if its words or literal (`of`) occur. */
  | { readonly kind: 'looked-for'; readonly of: readonly number[]; readonly need: LookedFor }
  | { readonly kind: 'all' | 'some'; readonly of: readonly number[] }

/** The node that no text meets, and the node that every text meets. */
export const NEVER = 0
export const ALWAYS = 1
