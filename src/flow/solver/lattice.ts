/**
 * A join semilattice with a least element. Facts that meet are combined by `join`. The solver continues only if the result is more than was known.
 */
export interface Lattice<T> {
  readonly bottom: T
  /** The least upper bound. */
  join(left: T, right: T): T
  /** Whether `right` includes `left`. */
  lessOrEqual(left: T, right: T): boolean
}
