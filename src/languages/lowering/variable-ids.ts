/** Variables are declaration nodes. Receivers, globals without a declaration and guarded access paths have ids above all nodes. */
export const RECEIVERS = 2 ** 31
export const GLOBALS = 2 ** 32
export const GUARDED_PATHS = 2 ** 33

/** A path whose guards no longer hold. */
export const UNGUARDED = -1

export function receiverVariable(functionNode: number): number {
  return RECEIVERS + functionNode
}
