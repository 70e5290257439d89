import type { Scope } from './keys/key-store.ts'
import { overTier, type Tier, type Tiers } from './tiers.ts'

/** Whom a token belongs to, and what its plan says. What it leaves open is as for every caller with a token. */
export interface Account extends Partial<Tier> {
  /** Quotas are counted by it. */
  readonly id: string
  readonly pack: string
  /** By default `scan` and `rules`, which callers without an account have too. */
  readonly scopes?: readonly Scope[]
}

/** Finds the account of a token, `undefined` when there is none. */
export type VerifyToken = (token: string) => Account | undefined | Promise<Account | undefined>

/** What tells callers apart, and what each may do. */
export interface CallerRules {
  /** Absent when no keys are configured. */
  readonly verifyToken?: VerifyToken | undefined
  readonly tiers: Tiers
}

/** Who sends a request, what it may do, and which quota counts it. */
export interface Caller {
  readonly kind: 'anonymous' | 'bearer' | 'account' | 'unknown-token'
  readonly tier: Tier
  readonly scopes: readonly Scope[]
  /** Whose share of memory, places and threads it uses: the account's, or that of the address, whatever token it sends. */
  readonly key: string
  readonly quotaKey: string
  /** Why the token could not be looked up. */
  readonly fault?: unknown
}

const OPEN_SCOPES: readonly Scope[] = ['scan', 'rules']

/**
 * Without keys, every Bearer request gets the larger quota, counted by address so that changing the token gains nothing. With keys, an
 * `Authorization` header that names none of them makes an `unknown-token`, never an anonymous caller.
 */
export async function identifyCaller(authorization: string | undefined, address: string, { verifyToken, tiers }: CallerRules): Promise<Caller> {
  const common = { key: `address:${address}`, scopes: OPEN_SCOPES }
  const anonymous: Caller = { ...common, kind: 'anonymous', tier: tiers.anonymous, quotaKey: `anonymous:${address}` }
  if (authorization === undefined) return anonymous
  const token = readBearerToken(authorization)
  if (!verifyToken) return token === undefined ? anonymous : { ...common, kind: 'bearer', tier: tiers.bearer, quotaKey: `bearer:${address}` }
  const unknown: Caller = { ...common, kind: 'unknown-token', tier: tiers.bearer, quotaKey: `unknown-token:${address}` }
  try {
    const account = token === undefined ? undefined : await verifyToken(token)
    if (!account) return unknown
    const key = `account:${account.id}`
    return { kind: 'account', tier: overTier(tiers.bearer, account), scopes: account.scopes ?? OPEN_SCOPES, key, quotaKey: key }
  } catch (fault) {
    return { ...unknown, fault }
  }
}

/** RFC 6750, with the scheme in any case and any characters in the token that a header can hold but white space and commas. */
function readBearerToken(authorization: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1]
}
