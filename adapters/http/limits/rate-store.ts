import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible'

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
  /** Counts one request and returns the use, including it. */
  take(key: string): Promise<RateUse>
  /** Returns the use without counting. */
  look(key: string): Promise<RateUse>
  /** Whether requests of all replicas are counted together now. Absent: never. */
  isShared?(): boolean
}

/** Limits differ by caller, so a limiter only counts and the caller of the store compares. */
export const countingOptions = { points: Number.MAX_SAFE_INTEGER, duration: RATE_WINDOW_SECONDS } as const

/** Counts in this process only. A key is removed when its window ends. */
export function createMemoryRateStore(): RateStore {
  return toStore(new RateLimiterMemory(countingOptions))
}

/** A limiter as a store. */
export function toStore(counter: Pick<RateLimiterAbstract, 'penalty' | 'get'>): RateStore {
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
