import { CommandError } from '../../process/command-error.ts'
import type { LibraryModules, Service } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { readServiceSettings, type ServiceSettings } from './read-service-settings.ts'
import { writeStream } from '../../output/write-output.ts'

/** Flags shared by the commands of operators. */
export interface AdminFlags {
  /** Settings file of the service. */
  readonly config?: string
}

/** Flags of the commands under `assay admin keys`. */
export interface KeysFlags extends AdminFlags {
  readonly format: 'text' | 'json'
}

/** Flags of `assay admin keys create`. */
export interface CreateFlags extends KeysFlags {
  readonly owner: string
  readonly plan: string
  readonly scope?: readonly Scope[]
  /** Days. */
  readonly expiresIn?: number
}

type Scope = Service['SCOPES'][number]
type Key = Awaited<ReturnType<KeyStore['list']>>[number]
type KeyStore = Awaited<ReturnType<Service['openKeyStore']>>

const DAY_MS = 86_400_000

/** `assay admin migrate`: updates the tables of the database. */
export async function migrate(flags: AdminFlags, library: LibraryModules): Promise<number> {
  const service = await library.service()
  const { address } = await findDatabase(flags, service)
  const steps = await orExplain(service, () => service.migrateKeys(address))
  await writeStream(process.stdout, steps.length === 0 ? 'The database is up to date.\n' : `${steps.map((step) => `applied: ${step}`).join('\n')}\n`)
  return EXIT_CODES.passed
}

/** `assay admin keys create`: prints the token to stdout and instructions to stderr. */
export async function createKey({ owner, plan, scope: scopes, expiresIn, ...flags }: CreateFlags, library: LibraryModules): Promise<number> {
  return withKeys(flags, library, async (keys, plans) => {
    if (!plans.includes(plan)) throw new CommandError(EXIT_CODES.wrongUsage, `unknown plan \`${plan}\`. Available plans: ${plans.join(', ')}.`)
    const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn * DAY_MS)
    const { key, token } = await keys.create({ owner, plan, ...(scopes && { scopes }), ...(expiresAt && { expiresAt }) })
    await writeStream(process.stdout, flags.format === 'json' ? toJsonText({ ...key, token }) : `${token}\n`)
    process.stderr.write(`assay: created key ${key.id} for ${owner} with plan ${plan}. The token is shown only once. Store it in a safe place.\n`)
  })
}

/** `assay admin keys list` */
export async function listKeys(flags: KeysFlags, library: LibraryModules): Promise<number> {
  return withKeys(flags, library, async (keys) => {
    const all = await keys.list()
    await writeStream(process.stdout, flags.format === 'json' ? toJsonText(all) : toTable(all))
  })
}

/** `assay admin keys revoke <id>` */
export async function revokeKey(id: string, flags: KeysFlags, library: LibraryModules): Promise<number> {
  return withKeys(flags, library, async (keys) => {
    const key = await keys.revoke(id)
    if (key === undefined) throw new CommandError(EXIT_CODES.wrongUsage, `there is no key \`${id}\`. Run \`assay admin keys list\` to see all keys.`)
    await writeStream(process.stdout, flags.format === 'json' ? toJsonText(key) : `revoked key ${key.id} of ${key.owner}\n`)
  })
}

async function withKeys(
  flags: KeysFlags,
  library: LibraryModules,
  act: (keys: KeyStore, plans: readonly string[]) => Promise<void>,
): Promise<number> {
  const service = await library.service()
  const { address, plans } = await findDatabase(flags, service)
  await orExplain(service, async () => {
    const keys = await service.openKeyStore(address)
    await act(keys, plans).finally(() => keys.close())
  })
  return EXIT_CODES.passed
}

/** The database with the keys, and the settings that its commands need. */
export async function findDatabase({ config }: AdminFlags, service: Service): Promise<FoundDatabase> {
  const settings = await readServiceSettings(config, process.env, service)
  const plans = Object.keys(settings.plans ?? service.DEFAULT_PLANS)
  return { address: settings.database ?? service.defaultDatabase(process.env), plans, settings }
}

interface FoundDatabase {
  readonly address: string
  readonly plans: readonly string[]
  readonly settings: ServiceSettings
}

/** Explains database errors that an operator can fix. */
export async function orExplain<T>({ DatabaseError }: Service, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DatabaseError) throw new CommandError(EXIT_CODES.wrongUsage, error.message)
    throw error
  }
}

function toTable(keys: readonly Key[]): string {
  const rows = keys.map((key) => [key.id, key.account ?? key.owner, key.plan, key.scopes.join(','), stateOf(key), key.lastUsedAt ?? 'never'])
  return toColumns([['id', 'owner', 'plan', 'scopes', 'state', 'last used'], ...rows])
}

/** A table in which each column is as wide as its widest cell. */
export function toColumns(table: readonly (readonly string[])[]): string {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function stateOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== undefined) return `revoked ${revokedAt.slice(0, 10)}`
  if (expiresAt === undefined) return 'valid'
  return `${expiresAt <= new Date().toISOString() ? 'expired' : 'valid until'} ${expiresAt.slice(0, 10)}`
}

/** JSON for programs. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
