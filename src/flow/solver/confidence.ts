/**
 * The flag of paths of data that may be tainted only, because a call of an unknown function or a lookup under an unknown key would have to propagate
 * it.
 */
export const MAY_TAINT = 2 ** 15

/** Whether the data may be tainted only. */
export function isMayTaint(path: number): boolean {
  return path >= MAY_TAINT
}

/** The same path of data that may be tainted; -1 stays. */
export function toMayTaint(path: number): number {
  return path < 0 ? path : path | MAY_TAINT
}

/** The same path of data that is tainted for certain; -1 stays. */
export function toMustTaint(path: number): number {
  return path < 0 ? path : path & ~MAY_TAINT
}

/** The path with the confidence of another. */
export function withConfidenceOf(other: number, path: number): number {
  return isMayTaint(other) ? toMayTaint(path) : path
}
