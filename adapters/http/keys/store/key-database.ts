import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dialect, Kysely } from 'kysely'
import { DatabaseError } from './database-error.ts'
import { migrationsFor } from './migrations.ts'

/** A key as it is stored. */
export interface KeyRow {
  readonly id: string
  /** Hash of the whole token, in hexadecimal. */
  readonly sha256: string
  readonly owner: string
  readonly plan: string
  /** With spaces between them. */
  readonly scopes: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  /** The account of a login; `null` for keys of operators. */
  readonly account_id: string | null
  /** The name that the account gave the key on its page; `null` for keys of logins and of operators. */
  readonly name: string | null
}

/** The columns of accounts that the service itself uses. In a SQLite file, times are strings. */
export interface AccountRow {
  readonly id: string
  readonly email: string
  readonly plan: string
  /** Set if it is not the account itself. */
  readonly owner: string | null
  readonly created_at: Date | string
  readonly disabled_at: Date | string | null
  /** 0 or 1 from a file. */
  readonly email_verified: boolean | number
}

/** A credential of an account: a password, or an identity at the provider. */
export interface AccountLoginRow {
  readonly id: string
  readonly account_id: string
  /** `credential` for a password. */
  readonly provider: string
  readonly subject: string
  /** Hashed; `null` for an identity at the provider. */
  readonly password: string | null
}

/** The tables. */
export interface KeyTables {
  readonly api_keys: KeyRow
  readonly accounts: AccountRow
  readonly account_logins: AccountLoginRow
  readonly account_sessions: { readonly account_id: string; readonly expires_at: Date | string }
  readonly account_states: { readonly expires_at: Date | string }
  readonly device_codes: { readonly expires_at: Date | string }
}

/** A connection to the database of keys. */
export interface KeyDatabase {
  readonly db: Kysely<KeyTables>
  /** A local SQLite file. Each process migrates it when it opens it. */
  readonly isFile: boolean
  close(): Promise<void>
}

/** The default database: a file in the user's data folder. */
export function defaultDatabase(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'assay', 'assay.db')
}

/** Opens `postgres://…`, or a file by path or `file:` URL. Throws `DatabaseError` for errors that an operator can fix. */
export async function connectDatabase(address: string): Promise<KeyDatabase> {
  const isFile = !/^postgres(?:ql)?:/.test(address)
  const { Kysely } = await import('kysely')
  const dialect = isFile ? await openFile(toPath(address)) : await openPostgres(address)
  const db = new Kysely<KeyTables>({ dialect })
  return { db, isFile, close: () => db.destroy() }
}

/** Migrates the tables and returns the names of the executed steps. */
export async function migrateDatabase({ db, isFile }: KeyDatabase): Promise<readonly string[]> {
  const { Migrator } = await import('kysely')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(isFile) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw toDatabaseError(error)
  return results.map(({ migrationName }) => migrationName)
}

/** Whether all migrations have run. */
export async function isMigrated({ db, isFile }: KeyDatabase): Promise<boolean> {
  const { Migrator } = await import('kysely')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(isFile) } })
  try {
    const migrations = await migrator.getMigrations()
    return migrations.every(({ executedAt }) => executedAt !== undefined)
  } catch (error) {
    throw toDatabaseError(error)
  }
}

function toPath(address: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) && !address.startsWith('file:')) {
    const scheme = address.slice(0, address.indexOf(':'))
    throw new DatabaseError(`databases with the scheme \`${scheme}:\` are not supported. Use \`postgres://…\`, or the path of a file.`)
  }
  if (address.startsWith('file://')) return fileURLToPath(address)
  return resolve(address.replace(/^file:/, ''))
}

async function openFile(path: string): Promise<Dialect> {
  const [{ SqliteDialect }, { default: Database }] = await Promise.all([import('kysely'), import('libsql')])
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const database = new Database(path)
    // Several processes can read and write at the same time, and wait if they must.
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA busy_timeout = 5000')
    return new SqliteDialect({ database })
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** Milliseconds until a database that does not answer counts as unreachable. */
const CONNECT_MS = 5_000

async function openPostgres(address: string): Promise<Dialect> {
  const [{ PostgresDialect }, pg] = await Promise.all([import('kysely'), importPg()])
  const pool = new pg.Pool({ connectionString: address, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS, max: 10 })
  // Errors of idle connections. The next query opens a new one or fails itself.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}

async function importPg(): Promise<Pick<typeof import('pg'), 'Pool'>> {
  try {
    return await import('pg')
  } catch {
    throw new DatabaseError('PostgreSQL requires the package `pg`. Run `npm install pg@8`.')
  }
}

function toDatabaseError(error: unknown): DatabaseError {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new DatabaseError(`the database is not accessible${code}.`, error)
}
