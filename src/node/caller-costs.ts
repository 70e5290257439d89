/** Estimates the costs of scans by a caller or a kind of callers from the most recent ones. */
export interface CallerCosts {
  /** Whether any scan is remembered. */
  isKnown(now: number): boolean
  /** Estimated milliseconds of processor time for a number of bytes. */
  estimate(size: number, now: number): number
  /** Adds a scan that has ended: its bytes, and the milliseconds it took. */
  add(size: number, costMs: number, now: number): void
}

/** Milliseconds per byte of hand-written code: half a megabyte takes a quarter of a second. */
const USUAL_RATE = 250 / (512 * 1024)
/**
 * Bytes at the usual rate that are added to the average. The first scan of a thread compiles rules, and would otherwise make its caller look
 * expensive for long.
 */
const USUAL_BYTES = 256 * 1024
/** No upload is free, however short. */
const LEAST_BYTES = 1024
const FORGOTTEN_BYTES = 100
/** Weight of a scan after the next one, and after a period of milliseconds. */
const HALF = 0.5
const HALF_LIFE_MS = 60_000

/**
 * An estimate is never below the usual rate. An expensive caller is expected to stay expensive, less with every cheap scan and every minute, because
 * the costs of bytes depend on their content: 463 KB of files that import each other took 20 s.
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
