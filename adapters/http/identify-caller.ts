/** Whom a token belongs to. */
export interface Account {
  /** Quotas are counted by it. */
  readonly id: string
  /** Name of the pack the account's plan scans with. */
  readonly pack: string
  /** By default that of every Bearer caller. */
  readonly uploadsPerMinute?: number
}

/** Finds the account of a token, `undefined` when there is none. */
export type VerifyToken = (token: string) => Account | undefined | Promise<Account | undefined>

/** What tells callers apart, and what each may do. */
export interface CallerRules {
  /** Absent when no keys are configured. */
  readonly verifyToken?: VerifyToken | undefined
  /** Of callers without an account. */
  readonly publicPack: string
  readonly anonymousPerMinute: number
  readonly bearerPerMinute: number
}

/** Who sends a request: what it may scan with, and which quota counts it. */
export interface Caller {
  readonly kind: 'anonymous' | 'bearer' | 'account' | 'unknown-token'
  readonly pack: string
  /** Whose share of memory, places and threads it uses: the account's, or that of the address, whatever token it sends. */
  readonly key: string
  readonly quotaKey: string
  readonly perMinute: number
  /** Why the token could not be looked up. */
  readonly fault?: unknown
}

/**
 * Without keys, every Bearer request gets the larger quota, counted by address so that changing the token gains nothing. With keys, an
 * `Authorization` header that names none of them makes an `unknown-token`, never an anonymous caller.
 */
export async function identifyCaller(authorization: string | undefined, address: string, rules: CallerRules): Promise<Caller> {
  const { verifyToken, publicPack: pack, anonymousPerMinute, bearerPerMinute } = rules
  const key = `address:${address}`
  const anonymous: Caller = { kind: 'anonymous', pack, key, quotaKey: `anonymous:${address}`, perMinute: anonymousPerMinute }
  if (authorization === undefined) return anonymous
  const token = readBearerToken(authorization)
  if (!verifyToken) return token === undefined ? anonymous : { kind: 'bearer', pack, key, quotaKey: `bearer:${address}`, perMinute: bearerPerMinute }
  const unknown: Caller = { kind: 'unknown-token', pack, key, quotaKey: `unknown-token:${address}`, perMinute: bearerPerMinute }
  try {
    const account = token === undefined ? undefined : await verifyToken(token)
    if (!account) return unknown
    const accountKey = `account:${account.id}`
    return { kind: 'account', pack: account.pack, key: accountKey, quotaKey: accountKey, perMinute: account.uploadsPerMinute ?? bearerPerMinute }
  } catch (fault) {
    return { ...unknown, fault }
  }
}

/** RFC 6750, with the scheme in any case and any characters in the token that a header can hold but white space and commas. */
function readBearerToken(authorization: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1]
}
