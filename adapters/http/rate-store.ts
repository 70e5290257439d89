import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Seconds over which requests are counted. */
export const RATE_WINDOW_SECONDS = 60

/** How much of a quota is used. */
export interface RateUse {
  /** Requests counted in the running window. */
  readonly used: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

/** Counts requests by key, each key in windows of `RATE_WINDOW_SECONDS` that begin with its first request. */
export interface RateStore {
  /** Counts one request and tells the use with it. */
  take(key: string): Promise<RateUse>
  /** Tells the use without counting. */
  look(key: string): Promise<RateUse>
}

/** Counts in this process alone. A key is forgotten when its window ends. */
export function createMemoryRateStore(): RateStore {
  // Limits differ by caller, so the limiter only counts and the caller of the store compares.
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: RATE_WINDOW_SECONDS })
  return {
    async take(key) {
      const { consumedPoints, msBeforeNext } = await counter.penalty(key)
      return { used: consumedPoints, resetMs: msBeforeNext }
    },
    async look(key) {
      const use = await counter.get(key)
      return { used: use?.consumedPoints ?? 0, resetMs: use?.msBeforeNext ?? RATE_WINDOW_SECONDS * 1000 }
    },
  }
}
