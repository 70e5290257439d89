import { clientAddress } from '../connections/client-address.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { RateRules } from './limit-rate.ts'
import { secondsUntilReset } from './rate-headers.ts'

/** Attempts per minute, each kind counted separately. */
const TRIES = {
  /** Passwords from one address. */
  password: 10,
  /** Passwords for one account from all addresses. */
  account: 10,
  /** New accounts from one address. */
  signUp: 3,
  /** User codes of one account. */
  userCode: 10,
  /** Keys that one account creates. */
  createKey: 10,
  /** Device logins started from one address. */
  device: 10,
  /** Polls of devices and revocations from one address. */
  token: 120,
  /** Sign-ins by the operator's provider from one address. */
  provider: 20,
} as const

/** One of `TRIES`. */
export type Tried = keyof typeof TRIES

/** Counts an attempt, by address unless another key is passed. Returns the seconds to wait after too many attempts. Rejects if the counter fails. */
export async function limitTries(c: HttpContext, rates: RateRules, tried: Tried, of = addressOf(c, rates)): Promise<number | undefined> {
  const use = await rates.store.take(`${tried}:${of}`)
  return use.used > TRIES[tried] ? secondsUntilReset(use) : undefined
}

/** The key of a client without an account. */
export function addressOf(c: HttpContext, { trustedProxyHops }: RateRules): string {
  return clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trustedProxyHops)
}
