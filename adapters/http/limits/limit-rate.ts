import { answerProblem } from '../problems/answer-problem.ts'
import { clientAddress } from '../connections/client-address.ts'
import { describeError } from '../logging/describe-error.ts'
import { connectionOf, type HttpContext, type HttpNext } from '../callers/http-env.ts'
import { identifyCaller } from '../callers/identify-caller.ts'
import type { Caller, CallerRules } from '../callers/identify-caller.ts'
import { faultOfService, type Problem } from '../problems/problems.ts'
import { secondsUntilReset, toRateFields, toRateHeaders } from './rate-headers.ts'
import { RATE_WINDOW_SECONDS, type RateStore, type RateUse } from './rate-store.ts'
import type { Tier } from '../callers/tiers.ts'

/** Kinds of requests that are counted separately. */
export type Quota = 'json' | 'zip'

/** The rules for counting requests. */
export interface RateRules extends CallerRules {
  readonly store: RateStore
  /** Number of proxies that append to `X-Forwarded-For`. */
  readonly trustedProxyHops: number
  /** Whether the structured fields are sent too. */
  readonly structuredHeaders: boolean
}

/** Whether a request is admitted, and its rate-limit headers. */
export interface Admission {
  readonly caller: Caller
  /** The headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly problem?: Problem
  /** The error of the token lookup or the counter. */
  readonly fault?: unknown
}

/**
 * Counts each `POST` against the caller's quota, and answers it if the quota is used up. Every answer states the remaining quota. Later handlers find
 * the caller in `caller`.
 */
export function limitRate(rules: RateRules, quota: Quota): (c: HttpContext, next: HttpNext) => Promise<void> {
  return async (c, next) => {
    const { caller, headers, problem, fault } = await admitCaller(c, rules, { quota, counts: c.req.method === 'POST' })
    const notes = c.get('notes')
    c.set('caller', caller)
    notes.caller = caller.kind
    if (fault !== undefined) notes.error = describeError(fault)
    if (problem) {
      notes.problem = problem.name
      c.res = answerProblem(problem, c.get('requestId'))
    } else await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}

/**
 * Counts a request against the caller's quota, or only reads it if `counts` is false. Refused uploads count too, because a refusal has costs. A
 * request with an unknown token has its own quota, so that it does not use up anonymous uploads.
 */
export async function admitCaller(c: HttpContext, rules: RateRules, { quota, counts }: { quota: Quota; counts: boolean }): Promise<Admission> {
  const address = clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), rules.trustedProxyHops)
  const caller = await identifyCaller(c.req.header('authorization'), address, rules)
  const limit = limitOf(caller.tier, quota)
  const { use, fault = caller.fault } = await readUse(rules.store, { key: keyOf(caller, quota), limit, counts })
  const headers = { ...toRateHeaders(limit, use, Date.now()), ...(rules.structuredHeaders && toRateFields(quota, limit, use)) }
  if (counts && fault !== undefined) return { caller, headers, problem: caller.fault === undefined ? faultOfService() : keysUnreachable(), fault }
  if (counts && use.used > limit) return { caller, headers, problem: rateLimited(quota, limit, secondsUntilReset(use)) }
  if (counts && caller.kind === 'unknown-token') return { caller, headers, problem: unknownToken() }
  if (counts && caller.problem) return { caller, headers, problem: caller.problem }
  return { caller, headers }
}

function limitOf(tier: Tier, quota: Quota): number {
  return quota === 'zip' ? tier.zipPerMinute : tier.jsonPerMinute
}

/** Guesses of tokens share one quota across endpoints. */
function keyOf({ kind, quotaKey }: Caller, quota: Quota): string {
  return kind === 'unknown-token' ? quotaKey : `${quota}:${quotaKey}`
}

/** If the counter fails, the caller gets no quota and is informed of it. */
async function readUse(
  store: RateStore,
  { key, limit, counts }: { key: string; limit: number; counts: boolean },
): Promise<{ readonly use: RateUse; readonly fault?: unknown }> {
  try {
    return { use: counts ? await store.take(key) : await store.look(key) }
  } catch (fault) {
    return { use: { used: limit, resetMs: RATE_WINDOW_SECONDS * 1000 }, fault }
  }
}

function rateLimited(quota: Quota, limit: number, seconds: number): Problem {
  const detail = `The limit is ${limit} ${quota.toUpperCase()} uploads per minute. Try again in ${seconds} s.`
  const members = { policy: quota, limit, windowSeconds: RATE_WINDOW_SECONDS }
  return { name: 'rate-limited', detail, members, headers: { 'Retry-After': String(seconds) } }
}

function keysUnreachable(): Problem {
  return { name: 'keys-unreachable', detail: 'API keys cannot be verified at the moment. Try again later.', headers: { 'Retry-After': '5' } }
}

function unknownToken(): Problem {
  return {
    name: 'unknown-token',
    detail: '`Authorization` does not contain a valid key of this service.',
    headers: { 'WWW-Authenticate': 'Bearer realm="assay", error="invalid_token"' },
  }
}
