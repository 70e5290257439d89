/** Whom a token belongs to. */
export interface Account {
  /** Quotas are counted by it. */
  readonly id: string
  /** Name of the pack the account's plan scans with. */
  readonly pack: string
  /** By default that of every Bearer caller. */
  readonly uploadsPerMinute?: number
  /** Steps that one scan may take. By default those of every Bearer caller. */
  readonly maxScanSteps?: number
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
  readonly anonymousScanSteps: number
  readonly bearerScanSteps: number
}

/** Who sends a request: what it may scan with, and which quota counts it. */
export interface Caller {
  readonly kind: 'anonymous' | 'bearer' | 'account' | 'unknown-token'
  readonly pack: string
  /** Whose share of memory, places and threads it uses: the account's, or that of the address, whatever token it sends. */
  readonly key: string
  readonly quotaKey: string
  readonly perMinute: number
  /** What one scan may cost. */
  readonly maxScanSteps: number
  /** Why the token could not be looked up. */
  readonly fault?: unknown
}

/**
 * Without keys, every Bearer request gets the larger quota, counted by address so that changing the token gains nothing. With keys, an
 * `Authorization` header that names none of them makes an `unknown-token`, never an anonymous caller.
 */
export async function identifyCaller(authorization: string | undefined, address: string, rules: CallerRules): Promise<Caller> {
  const { verifyToken, publicPack: pack } = rules
  const common = { pack, key: `address:${address}` }
  const ofAnonymous = { ...common, perMinute: rules.anonymousPerMinute, maxScanSteps: rules.anonymousScanSteps }
  const ofBearer = { ...common, perMinute: rules.bearerPerMinute, maxScanSteps: rules.bearerScanSteps }
  const anonymous: Caller = { ...ofAnonymous, kind: 'anonymous', quotaKey: `anonymous:${address}` }
  if (authorization === undefined) return anonymous
  const token = readBearerToken(authorization)
  if (!verifyToken) return token === undefined ? anonymous : { ...ofBearer, kind: 'bearer', quotaKey: `bearer:${address}` }
  const unknown: Caller = { ...ofBearer, kind: 'unknown-token', quotaKey: `unknown-token:${address}` }
  try {
    const account = token === undefined ? undefined : await verifyToken(token)
    if (!account) return unknown
    const key = `account:${account.id}`
    const { pack: packOfPlan, uploadsPerMinute: perMinute = ofBearer.perMinute, maxScanSteps = ofBearer.maxScanSteps } = account
    return { kind: 'account', pack: packOfPlan, key, quotaKey: key, perMinute, maxScanSteps }
  } catch (fault) {
    return { ...unknown, fault }
  }
}

/** RFC 6750, with the scheme in any case and any characters in the token that a header can hold but white space and commas. */
function readBearerToken(authorization: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(authorization.trim())?.[1]
}
