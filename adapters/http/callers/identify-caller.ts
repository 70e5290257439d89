import type { Scope } from '../keys/store/key-store.ts'
import type { Problem } from '../problems/problems.ts'
import { overTier, type Tier, type Tiers } from './tiers.ts'

/** Whom a token belongs to, and what its plan says. What it leaves open is as for every caller with a token. */
export interface Account extends Partial<Tier> {
  /** Quotas are counted by it. */
  readonly id: string
  readonly pack: string
  /** By default `scan` and `rules`, which callers without an account have too. */
  readonly scopes?: readonly Scope[]
  /** What its holder is told of the key. Absent where nothing is kept of it. */
  readonly key?: KeyNotes
}

/** A key as its holder is told of it. */
export interface KeyNotes {
  readonly id: string
  readonly plan: string
  /** The address of the account that logged in with it. */
  readonly email?: string
  readonly expiresAt?: string
}

/** A key that is known and has a plan that is not. */
export interface PlanlessKey {
  readonly id: string
  readonly missingPlan: string
}

/** Finds the account of a token, `undefined` when there is none. */
export type VerifyToken = (token: string) => Known | undefined | Promise<Known | undefined>
type Known = Account | PlanlessKey

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
  readonly account?: Account
  /** Why the key is refused, although it is one. */
  readonly problem?: Problem
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
    if ('missingPlan' in account)
      return { kind: 'account', tier: tiers.bearer, scopes: [], key, quotaKey: key, problem: planUnknown(account.missingPlan) }
    return { account, kind: 'account', tier: overTier(tiers.bearer, account), scopes: account.scopes ?? OPEN_SCOPES, key, quotaKey: key }
  } catch (fault) {
    return { ...unknown, fault }
  }
}

function planUnknown(plan: string): Problem {
  return { name: 'plan-unknown', detail: `The key has the plan \`${plan}\`, which does not exist on this service.`, members: { plan } }
}

/** RFC 6750, with the scheme in any case and any characters in the token that a header can hold but white space and commas. */
function readBearerToken(authorization: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1]
}
