import { clientAddress } from '../connections/client-address.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { RateRules } from './limit-rate.ts'
import { secondsUntilReset } from './rate-headers.ts'

/** What is tried, and how often a minute. Each is counted apart. */
const TRIES = {
  /** Passwords from one address. */
  password: 10,
  /** Passwords for one account, from wherever. */
  account: 10,
  /** New accounts from one address. */
  signUp: 3,
  /** User codes from one account. */
  userCode: 10,
  /** Keys that one account creates. */
  createKey: 10,
  /** Devices that begin, from one address. */
  device: 10,
  /** Devices that ask, and keys that are revoked, from one address. */
  token: 120,
  /** Sign-ins by the operator's provider from one address. */
  provider: 20,
} as const

/** One of `TRIES`. */
export type Tried = keyof typeof TRIES

/** Counts a try, by the address unless it is of somebody. Tells the seconds to wait where there were too many; rejects where requests cannot be counted. */
export async function limitTries(c: HttpContext, rates: RateRules, tried: Tried, of = addressOf(c, rates)): Promise<number | undefined> {
  const use = await rates.store.take(`${tried}:${of}`)
  return use.used > TRIES[tried] ? secondsUntilReset(use) : undefined
}

/** By which a client without an account is told from others. */
export function addressOf(c: HttpContext, { trustedProxyHops }: RateRules): string {
  return clientAddress(connectionOf(c).incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trustedProxyHops)
}
