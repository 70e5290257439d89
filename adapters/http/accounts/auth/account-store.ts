import type { AccountRow, KeyDatabase } from '../../keys/store/key-database.ts'
import { PROVIDER } from './provider-name.ts'

/** An account without its credentials. Times are ISO 8601 in UTC. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly plan: string
  /** The owner whose quotas count its requests. */
  readonly owner: string
  readonly createdAt: string
  readonly disabledAt?: string
}

/** Operations of operators on accounts. Accounts are identified by their email addresses. */
export interface AccountStore {
  /** The oldest first. */
  list(): Promise<readonly Account[]>
  find(email: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  /** Ends its sessions and revokes its keys, immediately and for every process. `undefined` if there is no such account. */
  disable(email: string): Promise<Account | undefined>
  /** Allows it to sign in again. Its old keys stay revoked. */
  enable(email: string): Promise<Account | undefined>
  /** From now on, also for keys that it has. */
  setPlan(email: string, plan: string): Promise<Account | undefined>
  /** Removes its identity at the provider and ends its sessions. The next sign-in with its address links it again. */
  unlink(email: string): Promise<Account | undefined>
  /** The valid keys of the account, newest first: those of logins, and those that the person created. */
  listLogins(id: string): Promise<readonly AccountLogin[]>
  /** Revokes one of its keys. */
  endLogin(accountId: string, keyId: string): Promise<void>
  /** Removes expired records. */
  sweep(): Promise<void>
}

/** A key of an account, created by a device login or on the account's page. */
export interface AccountLogin {
  readonly id: string
  /** Absent for a login. */
  readonly name?: string
  readonly createdAt: string
  readonly expiresAt?: string
  readonly lastUsedAt?: string
}

/** A device may still poll for a while after its code expired. */
const KEPT_MS = 3_600_000

/** Accounts in the database of keys. */
export function createAccountStore({ db }: Pick<KeyDatabase, 'db'>): AccountStore {
  const select = () => db.selectFrom('accounts').select(['id', 'email', 'plan', 'owner', 'created_at', 'disabled_at'])
  async function find(email: string): Promise<Account | undefined> {
    const row = await select().where('email', '=', email.toLowerCase()).executeTakeFirst()
    return row && toAccount(row)
  }

  return {
    find,
    async list() {
      const rows = await select().orderBy('created_at').orderBy('id').execute()
      return rows.map(toAccount)
    },
    async findById(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row && toAccount(row)
    },
    async disable(email) {
      const account = await find(email)
      if (account === undefined) return undefined
      const now = new Date().toISOString()
      await db.transaction().execute(async (all) => {
        await all.updateTable('accounts').set({ disabled_at: now }).where('id', '=', account.id).where('disabled_at', 'is', null).execute()
        await all.deleteFrom('account_sessions').where('account_id', '=', account.id).execute()
        await all.updateTable('api_keys').set({ revoked_at: now }).where('account_id', '=', account.id).where('revoked_at', 'is', null).execute()
      })
      return find(email)
    },
    async enable(email) {
      await db.updateTable('accounts').set({ disabled_at: null }).where('email', '=', email.toLowerCase()).execute()
      return find(email)
    },
    async setPlan(email, plan) {
      await db.updateTable('accounts').set({ plan }).where('email', '=', email.toLowerCase()).execute()
      return find(email)
    },
    async unlink(email) {
      const account = await find(email)
      if (account === undefined) return undefined
      await db.transaction().execute(async (all) => {
        await all.deleteFrom('account_logins').where('account_id', '=', account.id).where('provider', '=', PROVIDER).execute()
        await all.deleteFrom('account_sessions').where('account_id', '=', account.id).execute()
      })
      return account
    },
    async listLogins(id) {
      const now = new Date().toISOString()
      const rows = await db
        .selectFrom('api_keys')
        .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at'])
        .where('account_id', '=', id)
        .where('revoked_at', 'is', null)
        .where((either) => either.or([either('expires_at', 'is', null), either('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map(({ id: key, name, created_at, expires_at, last_used_at }) => ({
        id: key,
        ...(name !== null && { name }),
        createdAt: created_at,
        ...(expires_at !== null && { expiresAt: expires_at }),
        ...(last_used_at !== null && { lastUsedAt: last_used_at }),
      }))
    },
    async endLogin(accountId, keyId) {
      const revoked_at = new Date().toISOString()
      const own = db.updateTable('api_keys').set({ revoked_at }).where('id', '=', keyId).where('account_id', '=', accountId)
      await own.where('revoked_at', 'is', null).execute()
    },
    async sweep() {
      const before = new Date(Date.now() - KEPT_MS).toISOString()
      for (const table of ['device_codes', 'account_sessions', 'account_states'] as const)
        await db.deleteFrom(table).where('expires_at', '<', before).execute()
    },
  }
}

/** An account has its own quota unless the operator sets an owner. Its email address may equal the owner of other keys, and is not verified. */
function toAccount({ id, email, plan, owner, created_at, disabled_at }: Omit<AccountRow, 'email_verified'>): Account {
  return {
    id,
    email,
    plan,
    owner: owner ?? `account:${id}`,
    createdAt: new Date(created_at).toISOString(),
    ...(disabled_at !== null && { disabledAt: new Date(disabled_at).toISOString() }),
  }
}
