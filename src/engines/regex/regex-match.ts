/** Offsets are UTF-16, into the text that was searched. */
export interface RegexMatch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** The named groups that took part, in the order they open. */
  readonly groups: readonly { readonly name: string; readonly start: number; readonly end: number }[]
}
