/** Decides something for a part of an expression. */
export type PartTest = (part: number) => boolean

/** How a language joins paths. */
export interface SeparatorSyntax<L> {
  /** The name of the separator in the library: `path.sep`. */
  readonly separator: RegExp
  /** The name of functions that join paths. */
  readonly joins: RegExp
  /** Whether a join with an empty last part ends with a separator. */
  readonly separatesEmptyPart: boolean
  /**
   * Whether a sum, string, choice or list ends with a separator; undefined for all other expressions. `ends` decides it for a part, `isSeparated` for
   * a part that something precedes.
   */
  compoundEnds(low: L, node: number, ends: PartTest, isSeparated: PartTest): boolean | undefined
}
