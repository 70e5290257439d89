/** A step of a glob. It matches one accepted character unless its fields say otherwise. */
export interface Step {
  readonly accepts: (character: string) => boolean
  /** Matches any number of accepted characters, including none. */
  readonly repeats?: true
  /** It accepts slashes too. */
  readonly crosses?: true
  /** `**` and a slash: any number of complete segments, including none. */
  readonly segments?: true
}
