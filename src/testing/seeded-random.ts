/** Numbers from 0 up to `below`, whole, that look random and depend on the seed alone. */
export type SeededRandom = (below: number) => number

/** Starts from the FNV-1a hash of the seed and steps as splitmix32 does: the same on every machine, and fit for sample data alone. */
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
