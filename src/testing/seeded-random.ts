/** Returns pseudo-random integers from 0 up to (excluding) `below`. */
export type SeededRandom = (below: number) => number

/** A splitmix32 generator with the FNV-1a hash of the seed: the same on every machine. Use it for sample data only. */
export function createSeededRandom(seed: string): SeededRandom {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return (below) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000) * below)
  }
}
