import type { Kysely } from 'kysely'

/** One migration. It never changes after its release. */
interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

/** All migrations by name, in order. Columns of keys are strings, so that every database stores the same values. Times are ISO 8601. */
export function migrationsFor(isFile: boolean): Readonly<Record<string, Migration>> {
  return { '001-api-keys': API_KEYS, '002-accounts': toAccounts(isFile ? 'date' : 'timestamptz'), '003-key-names': KEY_NAMES }
}

const API_KEYS: Migration = {
  async up(db) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sha256', 'text', (column) => column.notNull().unique())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('last_used_at', 'text')
      .addColumn('revoked_at', 'text')
      .execute()
  },
}

function toAccounts(moment: 'date' | 'timestamptz'): Migration {
  return {
    async up(db) {
      await db.schema.alterTable('api_keys').addColumn('account_id', 'text').execute()
      for (const [table, columns] of Object.entries(ACCOUNT_TABLES)) await createTable(db, table, columns, moment)
      for (const [table, column] of UNIQUE) await db.schema.createIndex(`${table}_${column}`).on(table).column(column).unique().execute()
      for (const [table, column] of FOUND_BY) await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
    },
  }
}

/** Adds the name of a key that an account creates. */
const KEY_NAMES: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('name', 'text').execute()
  },
}

type ColumnType = 'text' | 'integer' | 'boolean' | 'moment'

/** Columns; `?` marks nullable ones. Names and types are those of the authentication library, which stores times as strings in SQLite. */
const ACCOUNT_TABLES: Readonly<Record<string, Readonly<Record<string, ColumnType>>>> = {
  accounts: {
    name: 'text',
    email: 'text',
    email_verified: 'boolean',
    'image?': 'text',
    created_at: 'moment',
    updated_at: 'moment',
    plan: 'text',
    'owner?': 'text',
    'disabled_at?': 'moment',
  },
  account_sessions: {
    expires_at: 'moment',
    token: 'text',
    created_at: 'moment',
    updated_at: 'moment',
    'ip_address?': 'text',
    'user_agent?': 'text',
    account_id: 'text',
  },
  account_logins: {
    subject: 'text',
    provider: 'text',
    account_id: 'text',
    'access_token?': 'text',
    'refresh_token?': 'text',
    'id_token?': 'text',
    'access_token_expires_at?': 'moment',
    'refresh_token_expires_at?': 'moment',
    'scope?': 'text',
    'password?': 'text',
    created_at: 'moment',
    updated_at: 'moment',
  },
  account_states: {
    identifier: 'text',
    value: 'text',
    expires_at: 'moment',
    created_at: 'moment',
    updated_at: 'moment',
  },
  device_codes: {
    device_code: 'text',
    user_code: 'text',
    'account_id?': 'text',
    expires_at: 'moment',
    status: 'text',
    'last_polled_at?': 'moment',
    'polling_interval?': 'integer',
    'client_id?': 'text',
    'scope?': 'text',
  },
}
const UNIQUE = [
  ['accounts', 'email'],
  ['account_sessions', 'token'],
  ['device_codes', 'device_code'],
  ['device_codes', 'user_code'],
] as const
const FOUND_BY = [
  ['account_sessions', 'account_id'],
  ['account_logins', 'account_id'],
  ['account_states', 'identifier'],
  ['api_keys', 'account_id'],
] as const

async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  moment: 'date' | 'timestamptz',
): Promise<void> {
  let table = db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey())
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column.replace('?', ''), type === 'moment' ? moment : type, (built) => (column.endsWith('?') ? built : built.notNull()))
  await table.execute()
}
