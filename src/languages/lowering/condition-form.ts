/** What a condition is, in any language. `other` covers comparisons, calls and all that only the language can read. */
export type ConditionForm =
  | { readonly kind: 'negation'; readonly operand: number }
  | { readonly kind: 'all' | 'any'; readonly left: number; readonly right: number }
  | { readonly kind: 'name' | 'other' }
