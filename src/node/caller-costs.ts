/** What scans cost, of one caller or of one kind of them, seen from the last ones. */
export interface CallerCosts {
  /** Whether any scan is remembered. */
  isKnown(now: number): boolean
  /** Milliseconds of processor time that so many bytes will take, by all that is known. */
  estimate(size: number, now: number): number
  /** Adds a scan that has ended: its bytes, and the milliseconds it took. */
  add(size: number, costMs: number, now: number): void
}

/** Milliseconds a byte, of code as people write it: half a megabyte takes a quarter of a second. */
const USUAL_RATE = 250 / (512 * 1024)
/** Bytes at the usual rate that are mixed in: the first scan of a thread compiles rules, and would make its caller look costly for ever. */
const USUAL_BYTES = 256 * 1024
/** No upload is free, however short. */
const LEAST_BYTES = 1024
const FORGOTTEN_BYTES = 100
/** What a scan weighs after the next one, and after so many milliseconds. */
const HALF = 0.5
const HALF_LIFE_MS = 60_000

/**
 * Nobody is cheaper than usual: the bytes alone say that much. Who was costly is believed to be so again, less with every cheap scan and with every minute,
 * since what bytes cost depends on what they are: 463 KB of files that import each other took 20 s.
 */
export function createCallerCosts(): CallerCosts {
  let bytes = 0
  let cost = 0
  let at = 0

  function fade(share: number, now: number): void {
    const kept = share * HALF ** (Math.max(0, now - at) / HALF_LIFE_MS)
    bytes *= kept
    cost *= kept
    at = now
  }

  return {
    isKnown(now) {
      fade(1, now)
      return bytes > FORGOTTEN_BYTES
    },
    estimate(size, now) {
      fade(1, now)
      const rate = (cost + USUAL_RATE * USUAL_BYTES) / (bytes + USUAL_BYTES)
      return Math.max(size, LEAST_BYTES) * Math.max(rate, USUAL_RATE)
    },
    add(size, costMs, now) {
      fade(HALF, now)
      bytes += Math.max(size, LEAST_BYTES)
      cost += costMs
    },
  }
}
