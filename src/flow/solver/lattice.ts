/**
 * A join semilattice with a least element. Where facts meet, they are combined by `join`; the solver goes on only where that gives more
 * than was known.
 */
export interface Lattice<T> {
  readonly bottom: T
  /** The least upper bound. */
  join(left: T, right: T): T
  /** Whether `right` says all that `left` says. */
  lessOrEqual(left: T, right: T): boolean
}
