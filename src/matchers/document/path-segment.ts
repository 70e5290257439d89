/** One step of a document path. */
export type PathSegment =
  | { readonly kind: 'key'; readonly key: string }
  /** `*`: each key. */
  | { readonly kind: 'any-key' }
  /** `$NAME`: any key, bound to the metavariable. The name includes its `$`. */
  | { readonly kind: 'bound-key'; readonly name: string }
  /** `**`: the value itself and all values below it, at any depth. */
  | { readonly kind: 'descend' }
  /** `[*]`: each item. */
  | { readonly kind: 'items' }
  /** `[2]`, or `[-1]` from the end. */
  | { readonly kind: 'item'; readonly index: number }

/** True if the step may select several values. */
export function leadsToMany(segment: PathSegment): boolean {
  return segment.kind !== 'key' && segment.kind !== 'item'
}
