/** A step of a glob. It takes one character that it accepts, unless it says otherwise. */
export interface Step {
  readonly accepts: (character: string) => boolean
  /** Takes any number of accepted characters, none included, and then goes on. */
  readonly repeats?: true
  /** It accepts slashes too. */
  readonly crosses?: true
  /** `**` and a slash: any number of whole segments, none included. */
  readonly segments?: true
}
