/** Pieces that any body may come in, and bytes after which it may have one more. */
const FREE_CHUNKS = 2_000
const BYTES_A_CHUNK = 128

/** Counts the pieces a body comes in. Each costs the event loop the same, however small it is: a million chunks of one byte took two seconds of a processor. */
export interface ChunkCount {
  /** False when there are needlessly many. */
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
