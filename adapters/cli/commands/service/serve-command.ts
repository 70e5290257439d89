import { existsSync } from 'node:fs'
import { CommandError } from '../../process/command-error.ts'
import type { LibraryModules, Service } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { nextSignal } from '../../process/next-signal.ts'
import { readServiceSettings, type ServiceSettings } from './read-service-settings.ts'
import { writeStream } from '../../output/write-output.ts'

/** Flags of `assay serve`. Flags that are not set are undefined. */
export interface ServeFlags {
  readonly port?: number
  readonly host?: string
  readonly config?: string
}

/** `assay serve`: runs the service until SIGINT or SIGTERM, then finishes running requests. A second signal ends the process immediately. */
export async function runServe(flags: ServeFlags, library: LibraryModules): Promise<number> {
  const service = await library.service()
  const { database, accounts, ...settings } = await readServeSettings(flags, service)
  const kept = await openKept(database, accounts, service)
  const stopped = nextSignal()
  const server = await startOrExplain(() => service.startServer({ ...settings, ...kept, log: service.createLog() }))
  await writeStream(process.stdout, `assay is listening on ${server.url}\n`)
  await stopped
  await server.close()
  await kept?.keys.close()
  return EXIT_CODES.passed
}

/** Settings of the service. Flags override them. */
export async function readServeSettings({ port, host, config }: ServeFlags, service: Service): Promise<ServiceSettings> {
  // A variable is not read if a flag overrides it, because its value may be wrong.
  const { PORT, HOST, ...rest } = process.env
  const env = { ...rest, ...(port === undefined && { PORT }), ...(host === undefined && { HOST }) }
  const settings = await readServiceSettings(config, env, service)
  return { ...settings, ...(port !== undefined && { port }), ...(host !== undefined && { host }) }
}

/** The store of keys, and accounts if the operator enabled them. `undefined` without both. */
async function openKept(database: string | undefined, accounts: ServiceSettings['accounts'], service: Service): Promise<Kept | undefined> {
  const standard = service.defaultDatabase(process.env)
  const address = database ?? (existsSync(standard) || accounts !== undefined ? standard : undefined)
  if (address === undefined) return undefined
  try {
    const opened = await service.openDatabase(address)
    const keys = service.createKeyStore(opened)
    return accounts === undefined ? { keys } : { keys, accounts: await service.openAccounts(opened, accounts) }
  } catch (error) {
    if (error instanceof service.DatabaseError) throw new CommandError(EXIT_CODES.wrongUsage, error.message)
    throw error
  }
}

interface Kept {
  readonly keys: ReturnType<Service['createKeyStore']>
  readonly accounts?: Awaited<ReturnType<Service['openAccounts']>>
}

/** Starts a server. Throws `CommandError` with a hint if it cannot listen. */
export async function startOrExplain<Running>(start: () => Promise<Running>): Promise<Running> {
  try {
    return await start()
  } catch (error) {
    const hint =
      error instanceof Error && 'syscall' in error && 'code' in error && LISTENING.has(error.syscall) ? LISTEN_HINTS.get(error.code) : undefined
    if (hint === undefined) throw error
    throw new CommandError(EXIT_CODES.wrongUsage, hint)
  }
}

/** System calls that fail because of the port or host, not because of a file. */
const LISTENING: ReadonlySet<unknown> = new Set(['listen', 'bind', 'getaddrinfo'])

const LISTEN_HINTS: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'the port is already in use. Choose another port with --port, or a free port with --port 0.'],
  ['EACCES', 'permission denied for this port. Choose a port above 1023 with --port.'],
  [
    'EADDRNOTAVAIL',
    'the host is not an address of this machine. Choose another with --host: 127.0.0.1 for local connections, 0.0.0.0 for all interfaces.',
  ],
  ['ENOTFOUND', 'the host name cannot be resolved. Choose another with --host: 127.0.0.1 for local connections, 0.0.0.0 for all interfaces.'],
])
