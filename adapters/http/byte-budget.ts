/** Counts bytes that are held at the same time. */
export interface ByteBudget {
  /** False, and nothing counted, when it would be too much. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Bounds what all uploads together hold in memory: ten thousand slow ones must not add up to 100 GB. */
export function createByteBudget(limit: number): ByteBudget {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > limit) return false
      held += bytes
      return true
    },
    give(bytes) {
      held -= bytes
    },
  }
}
