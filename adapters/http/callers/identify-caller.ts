import type { Scope } from '../keys/store/key-store.ts'
import type { Problem } from '../problems/problems.ts'
import { overTier, type Tier, type Tiers } from './tiers.ts'

/** The owner of a token and the limits of its plan. Missing limits are those of all callers with a token. */
export interface Account extends Partial<Tier> {
  /** Quotas are counted by it. */
  readonly id: string
  readonly pack: string
  /** By default `scan` and `rules`, as for callers without an account. */
  readonly scopes?: readonly Scope[]
  /** Information about the key for its holder. Absent for keys without stored data. */
  readonly key?: KeyNotes
}

/** The description of a key for its holder. */
export interface KeyNotes {
  readonly id: string
  readonly plan: string
  /** The address of the account that logged in with it. */
  readonly email?: string
  readonly expiresAt?: string
}

/** A known key with an unknown plan. */
export interface PlanlessKey {
  readonly id: string
  readonly missingPlan: string
}

/** Finds the account of a token, or `undefined`. */
export type VerifyToken = (token: string) => Known | undefined | Promise<Known | undefined>
type Known = Account | PlanlessKey

/** How callers are identified, and their limits. */
export interface CallerRules {
  /** Absent when no keys are configured. */
  readonly verifyToken?: VerifyToken | undefined
  readonly tiers: Tiers
}

/** The sender of a request, its permissions, and the quota that counts it. */
export interface Caller {
  readonly kind: 'anonymous' | 'bearer' | 'account' | 'unknown-token'
  readonly tier: Tier
  readonly scopes: readonly Scope[]
  /** The holder of memory, queue slots and threads: the account, or the address for all its tokens. */
  readonly key: string
  readonly quotaKey: string
  readonly account?: Account
  /** The reason why a valid key is refused. */
  readonly problem?: Problem
  /** The error that prevented the lookup of the token. */
  readonly fault?: unknown
}

const OPEN_SCOPES: readonly Scope[] = ['scan', 'rules']

/**
 * Without keys, every request with a Bearer token gets the larger quota. It is counted by address, so that a new token gains nothing. With keys, an
 * `Authorization` header without a valid key makes an `unknown-token` caller, never an anonymous one.
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

/** RFC 6750. The scheme may have any case, and the token any characters that a header allows except white space and commas. */
function readBearerToken(authorization: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1]
}
