import { RATE_WINDOW_SECONDS } from './rate-store.ts'
import type { RateUse } from './rate-store.ts'

/** The names of the headers that every answer of an upload endpoint carries. */
export const RATE_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

/** The seven headers. `RateLimit-Reset` is in seconds from now, `X-RateLimit-Reset` in seconds since 1970, as each is commonly read. */
export function toRateHeaders(limit: number, use: RateUse, now: number): Readonly<Record<(typeof RATE_HEADERS)[number], string>> {
  const remaining = String(Math.max(0, limit - use.used))
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': String(secondsUntilReset(use)),
    'RateLimit-Policy': `${limit};w=${RATE_WINDOW_SECONDS}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': String(Math.ceil((now + use.resetMs) / 1000)),
  }
}

/**
 * The structured fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). `RateLimit-Policy` is in both sets, so this form replaces the
 * other.
 */
export function toRateFields(policy: string, limit: number, use: RateUse): Readonly<Record<string, string>> {
  return {
    RateLimit: `"${policy}";r=${Math.max(0, limit - use.used)};t=${secondsUntilReset(use)}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${RATE_WINDOW_SECONDS}`,
  }
}

/** Whole seconds after which the window has surely ended, at least 1. */
export function secondsUntilReset(use: RateUse): number {
  return Math.max(1, Math.ceil(use.resetMs / 1000))
}
