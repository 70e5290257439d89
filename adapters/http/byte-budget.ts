/** Counts bytes that are held at the same time. */
export interface ByteBudget {
  /** False, and nothing counted, when it would be too much. */
  take(bytes: number): boolean
  /** The same for what is whole: alone it may be of any size, since it is there already. */
  takeOne(bytes: number): boolean
  give(bytes: number): void
}

/** Bounds what all uploads and answers together hold in memory: ten thousand slow ones must not add up to 100 GB. */
export function createByteBudget(limit: number): ByteBudget {
  let held = 0
  const add = (bytes: number): true => {
    held += bytes
    return true
  }
  return {
    take: (bytes) => held + bytes <= limit && add(bytes),
    takeOne: (bytes) => (held === 0 || held + bytes <= limit) && add(bytes),
    give(bytes) {
      held -= bytes
    },
  }
}
