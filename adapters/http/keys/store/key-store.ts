import { createKeyToken, matchesHash, readKeyId } from './key-token.ts'
import type { KeyDatabase, KeyRow } from './key-database.ts'

/** Permissions of a key: upload, read rules, manage keys. */
export const SCOPES = ['scan', 'rules', 'admin'] as const
/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number]

/** A key without its secret. Times are ISO 8601 in UTC. */
export interface ApiKey {
  /** Part of the token, after `assay_`. */
  readonly id: string
  /** All keys of an owner share one quota. */
  readonly owner: string
  /** Name of a plan of the settings. For the key of an account, the plan of the account. */
  readonly plan: string
  /** The email address of the account. Absent for keys of operators. */
  readonly account?: string
  /** The name that the account gave the key on its page. Absent for keys of logins and operators. */
  readonly name?: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly expiresAt?: string
  /** To the minute. */
  readonly lastUsedAt?: string
  readonly revokedAt?: string
}

/** The properties of a new key. */
export interface KeyWish {
  readonly owner: string
  readonly plan: string
  /** By default `scan` and `rules`. */
  readonly scopes?: readonly Scope[]
  /** By default never. */
  readonly expiresAt?: Date
  /** The account of the login. The key gets its plan and expires no later than the account. */
  readonly accountId?: string
  /** The account's name for the key. */
  readonly name?: string
}

/** A new key and its token, which is shown only once. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly token: string
}

/** The store of keys. It reads the database on every call without a cache, so that every process refuses a revoked key immediately. */
export interface KeyStore {
  create(wish: KeyWish): Promise<CreatedKey>
  /** The oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** The revoked key, or `undefined`. A key that was already revoked stays unchanged. */
  revoke(id: string): Promise<ApiKey | undefined>
  /** The key of a token, or `undefined` if it is unknown, expired or revoked. */
  verify(token: string): Promise<ApiKey | undefined>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

const DEFAULT_SCOPES: readonly Scope[] = ['scan', 'rules']
/** The last use is written no more often than this. */
const USE_INTERVAL_MS = 60_000

/** Keys in a database, which is closed with it. */
export function createKeyStore({ db, close }: KeyDatabase): KeyStore {
  async function verify(token: string): Promise<ApiKey | undefined> {
    const id = readKeyId(token)
    if (id === undefined) return undefined
    const row = await selectKeys().where('api_keys.id', '=', id).executeTakeFirst()
    // Compared in every case, so that the time reveals nothing about ids.
    const matches = matchesHash(token, row?.sha256)
    if (row === undefined || !matches || row.revoked_at !== null || isOfNobody(row)) return undefined
    const now = new Date()
    if (row.expires_at !== null && row.expires_at <= now.toISOString()) return undefined
    noteUse(row, now)
    return toKey(row)
  }

  function selectKeys() {
    return db
      .selectFrom('api_keys')
      .leftJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .selectAll('api_keys')
      .select(['accounts.email', 'accounts.disabled_at', 'accounts.plan as account_plan'])
  }

  /** Runs in the background. A failure does not affect the key. */
  function noteUse({ id, last_used_at }: KeyRow, now: Date): void {
    if (last_used_at !== null && now.getTime() - Date.parse(last_used_at) < USE_INTERVAL_MS) return
    const use = db.updateTable('api_keys').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute()
    use.catch(() => undefined)
  }

  return {
    verify,
    async create({ owner, plan, scopes = DEFAULT_SCOPES, expiresAt, accountId, name }) {
      const { id, token, sha256 } = createKeyToken()
      const row: KeyRow = {
        id,
        sha256,
        owner,
        plan,
        scopes: SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
        created_at: new Date().toISOString(),
        expires_at: expiresAt?.toISOString() ?? null,
        last_used_at: null,
        revoked_at: null,
        account_id: accountId ?? null,
        name: name ?? null,
      }
      await db.insertInto('api_keys').values(row).execute()
      return { key: toKey({ ...row, email: null, disabled_at: null, account_plan: null }), token }
    },
    async list() {
      const rows = await selectKeys().orderBy('api_keys.created_at').orderBy('api_keys.id').execute()
      return rows.map(toKey)
    },
    async revoke(id) {
      const revoked_at = new Date().toISOString()
      await db.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).where('revoked_at', 'is', null).execute()
      const row = await selectKeys().where('api_keys.id', '=', id).executeTakeFirst()
      return row && toKey(row)
    },
    async ping() {
      await db.selectFrom('api_keys').select('id').limit(1).execute()
    },
    close,
  }
}

/** A key with data of its account. */
interface HeldKeyRow extends KeyRow {
  readonly email: string | null
  readonly disabled_at: Date | string | null
  readonly account_plan: string | null
}

/** The account is disabled or deleted. */
function isOfNobody({ account_id, email, disabled_at }: HeldKeyRow): boolean {
  return account_id !== null && (email === null || disabled_at !== null)
}

function toKey({ id, owner, plan, name, scopes, created_at, expires_at, last_used_at, revoked_at, email, account_plan }: HeldKeyRow): ApiKey {
  return {
    id,
    owner,
    plan: account_plan ?? plan,
    ...(email !== null && { account: email }),
    ...(name !== null && { name }),
    scopes: SCOPES.filter((scope) => scopes.split(' ').includes(scope)),
    createdAt: created_at,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ...(last_used_at !== null && { lastUsedAt: last_used_at }),
    ...(revoked_at !== null && { revokedAt: revoked_at }),
  }
}
