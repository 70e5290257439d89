/** Offsets are UTF-16, relative to the searched text. */
export interface RegexMatch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** The named groups that took part, in the order they open. */
  readonly groups: readonly { readonly name: string; readonly start: number; readonly end: number }[]
}
