/** Every body may have this many chunks, and one more for each further piece of this many bytes. */
const FREE_CHUNKS = 2_000
const BYTES_A_CHUNK = 128

/** Counts the chunks of a body. Each chunk costs the same, however small: a million chunks of one byte took two seconds of processor time. */
export interface ChunkCount {
  /** False if there are too many. */
  add(chunk: Uint8Array): boolean
}

/** A count that starts anew. */
export function createChunkCount(): ChunkCount {
  let chunks = 0
  let bytes = 0
  return {
    add(chunk) {
      chunks += 1
      bytes += chunk.length
      return chunks <= FREE_CHUNKS + bytes / BYTES_A_CHUNK
    },
  }
}
