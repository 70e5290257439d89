import type { LiteralNeed } from '../../model/literal-need.ts'

/** What the automata do not tell, so that the text is looked through. */
export type LookedFor = Extract<LiteralNeed, { kind: 'spelled' | 'placed' | 'member' | 'opened-parameter' | 'beyond-ascii' }>

/** A need, or a part of several. Parts are told by their node. */
export type NeedNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'literal'; readonly literal: number; readonly text: string }
  | { readonly kind: 'word'; readonly word: number }
  /** What the text is looked through for once its words or its literal, those of `of`, occur. */
  | { readonly kind: 'looked-for'; readonly of: readonly number[]; readonly need: LookedFor }
  | { readonly kind: 'all' | 'some'; readonly of: readonly number[] }

/** The node that no text meets, and the one that every text meets. */
export const NEVER = 0
export const ALWAYS = 1
