/** Variables are declaration nodes; receivers, globals without declaration and checked paths have ids above all nodes. */
export const RECEIVERS = 2 ** 31
export const GLOBALS = 2 ** 32
export const GUARDED_PATHS = 2 ** 33

/** A path that is not checked any more. */
export const UNGUARDED = -1

export function receiverVariable(functionNode: number): number {
  return RECEIVERS + functionNode
}
