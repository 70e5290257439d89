import { createKeyToken, matchesHash, readKeyId } from './key-token.ts'
import type { KeyDatabase, KeyRow } from './key-database.ts'

/** What a key lets its holder do: upload, read rules, manage keys. */
export const SCOPES = ['scan', 'rules', 'admin'] as const
/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number]

/** A key, without what it takes to use it. Times are ISO 8601 in UTC. */
export interface ApiKey {
  /** Stands in the token, after `assay_`. */
  readonly id: string
  /** Quotas are counted by it: all keys of an owner share one. */
  readonly owner: string
  /** Name of a plan of the settings. That of the account, where it is of one. */
  readonly plan: string
  /** The address of the account that logged in with it. Absent where an operator made it. */
  readonly account?: string
  /** Given by the account that created the key on its page. Absent for keys of logins and of operators. */
  readonly name?: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly expiresAt?: string
  /** To the minute. */
  readonly lastUsedAt?: string
  readonly revokedAt?: string
}

/** What a new key shall be. */
export interface KeyWish {
  readonly owner: string
  readonly plan: string
  /** By default `scan` and `rules`. */
  readonly scopes?: readonly Scope[]
  /** By default never. */
  readonly expiresAt?: Date
  /** Whose login it is of: its plan then is that of the account, and it holds no longer than that does. */
  readonly accountId?: string
  /** What the account calls it. */
  readonly name?: string
}

/** A new key, and the token that nobody can tell again. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly token: string
}

/** Keeps keys. What it says is as the database has it at that moment: nothing is remembered, so that a key that is revoked is refused at once, by every process. */
export interface KeyStore {
  create(wish: KeyWish): Promise<CreatedKey>
  /** The oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** The key, `undefined` when there is none. One that was revoked stays as it is. */
  revoke(id: string): Promise<ApiKey | undefined>
  /** The key of a token; `undefined` when there is none, or it is expired or revoked. */
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
    // Compared in any case, so that the time it takes tells nothing of ids.
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

  /** Nobody waits for it, and a key is as good where it fails. */
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

/** A key, with what its account says. */
interface HeldKeyRow extends KeyRow {
  readonly email: string | null
  readonly disabled_at: Date | string | null
  readonly account_plan: string | null
}

/** Of an account that is disabled or gone. */
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
