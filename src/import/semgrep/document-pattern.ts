/** A pattern over configuration files: YAML and JSON as written, HCL with its blocks as maps. */
export type DocumentPattern =
  /** `...`: any value. */
  | { readonly kind: 'anything' }
  /** `$X`. `isContent` for `"$X"`, the content of a string. */
  | { readonly kind: 'metavariable'; readonly name: string; readonly isContent: boolean }
  /** `"..."`: any string. */
  | { readonly kind: 'string' }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
  /** Items in order. An open list may have others between them. */
  | { readonly kind: 'list'; readonly items: readonly DocumentPattern[]; readonly isOpen: boolean }
  /** Pairs in any order. An open map may have others. */
  | { readonly kind: 'map'; readonly pairs: readonly PatternPair[]; readonly isOpen: boolean }

/** A key with its value. Its key is a text or a metavariable. */
export interface PatternPair {
  readonly key: string
  readonly isMetavariable: boolean
  readonly value: DocumentPattern
  /** A block of HCL, of which there may be several with one name. */
  readonly isBlock?: boolean
}

/** What a pattern finds: a pair in any map, a map with several pairs, or a value. */
export type ReadDocumentPattern = { readonly pattern: DocumentPattern; readonly isPair: boolean } | { readonly reason: string }

/** The name of a metavariable if the text is one: `$X` or `$...X`. */
export function metavariableIn(text: string): string | undefined {
  return /^\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)$/.exec(text)?.[1]
}

/** A scalar of a pattern: a metavariable, an ellipsis or a constant. */
export function toScalarPattern(value: string | number | boolean | null, isQuoted: boolean): DocumentPattern {
  if (typeof value !== 'string') return { kind: 'scalar', value }
  const name = metavariableIn(value)
  if (name === '_') return isQuoted ? { kind: 'string' } : { kind: 'anything' }
  if (name !== undefined) return { kind: 'metavariable', name, isContent: isQuoted }
  if (value === '...') return isQuoted ? { kind: 'string' } : { kind: 'anything' }
  return { kind: 'scalar', value }
}

/** Whether the pattern is only an ellipsis. */
export function isEverything(pattern: DocumentPattern): boolean {
  return pattern.kind === 'anything' || (pattern.kind === 'map' && pattern.isOpen && pattern.pairs.length === 0)
}
