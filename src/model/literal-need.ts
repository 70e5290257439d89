/**
 * Which literals a text must hold for a matcher to have any chance in it. It may ask for too little, never for too much:
 * a text that fails its need cannot match. Literals compare without case.
 */
export type LiteralNeed =
  /** Nothing is known: every text may match. */
  | { readonly kind: 'anything' }
  /** No text can match. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'all'; readonly of: readonly LiteralNeed[] }
  | { readonly kind: 'some'; readonly of: readonly LiteralNeed[] }
