import { clientAddress } from './client-address.ts'
import { connectionOf, type HttpContext } from './http-env.ts'
import { identifyCaller } from './identify-caller.ts'
import type { Caller, CallerRules } from './identify-caller.ts'
import { faultOfService, type Problem } from './problems.ts'
import { secondsUntilReset, toRateHeaders } from './rate-headers.ts'
import { RATE_WINDOW_SECONDS, type RateStore, type RateUse } from './rate-store.ts'

/** How requests are counted, and for whom. */
export interface RateRules extends CallerRules {
  readonly store: RateStore
  /** Proxies in front of the service, each of which appends to `X-Forwarded-For`. */
  readonly trustedProxyHops: number
}

/** Whether a request is let in, and what it is told. */
export interface Admission {
  readonly caller: Caller
  /** The seven headers, for every answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly problem?: Problem
  /** What was thrown where tokens are looked up or requests are counted. */
  readonly fault?: unknown
}

/**
 * Counts a request against its caller's quota, or only looks when `counts` is false. Every upload counts, also one that is refused afterwards:
 * refusing costs something too. A request with an unknown token counts against a quota of its own, so that it spends nobody's anonymous uploads.
 */
export async function limitRate(c: HttpContext, rules: RateRules, counts: boolean): Promise<Admission> {
  const address = clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), rules.trustedProxyHops)
  const caller = await identifyCaller(c.req.header('authorization'), address, rules)
  const { use, fault = caller.fault } = await readUse(caller, rules.store, counts)
  const headers = toRateHeaders(caller.tier.jsonPerMinute, use, Date.now())
  if (counts && fault !== undefined) return { caller, headers, problem: faultOfService(), fault }
  if (counts && use.used > caller.tier.jsonPerMinute) return { caller, headers, problem: rateLimited(caller, secondsUntilReset(use)) }
  if (counts && caller.kind === 'unknown-token') return { caller, headers, problem: unknownToken() }
  return { caller, headers }
}

/** Where requests cannot be counted nothing is left to the caller, and is told so. */
async function readUse({ quotaKey, tier }: Caller, store: RateStore, counts: boolean): Promise<{ readonly use: RateUse; readonly fault?: unknown }> {
  try {
    return { use: counts ? await store.take(quotaKey) : await store.look(quotaKey) }
  } catch (fault) {
    return { use: { used: tier.jsonPerMinute, resetMs: RATE_WINDOW_SECONDS * 1000 }, fault }
  }
}

function rateLimited(caller: Caller, seconds: number): Problem {
  const detail = `${caller.tier.jsonPerMinute} uploads a minute are allowed. Try again in ${seconds} s.`
  return { name: 'rate-limited', detail, headers: { 'Retry-After': String(seconds) } }
}

function unknownToken(): Problem {
  return {
    name: 'unknown-token',
    detail: '`Authorization` holds no token of this service.',
    headers: { 'WWW-Authenticate': 'Bearer realm="assay", error="invalid_token"' },
  }
}
