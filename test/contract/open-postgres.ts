import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server of the test. */
export interface RunningPostgres {
  readonly address: string
  /** Ends it as a crash of its machine would. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The folder of PostgreSQL's programs: Debian installs those of the server outside of PATH. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Starts an empty server that listens on a socket in its own folder. */
export async function openPostgres(programs: string): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'assay', '-A', 'trust', '--no-sync'], { ...NOBODY, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  let server = start(programs, data, folder)
  const restart = async (): Promise<void> => {
    server = start(programs, data, folder)
    await isReady(server, folder)
  }
  const kill = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve()
      server.once('close', () => resolve())
      server.kill(signal)
    })
  await isReady(server, folder)
  return {
    address: `postgres://assay@localhost/postgres?host=${encodeURIComponent(folder)}`,
    kill: () => kill('SIGQUIT'),
    restart,
    async close() {
      await kill('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function start(programs: string, data: string, folder: string): ChildProcess {
  return spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'], { ...NOBODY, stdio: 'ignore' })
}

async function isReady(server: ChildProcess, folder: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    if (existsSync(join(folder, '.s.PGSQL.5432')) && (await answers(folder))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('postgres did not start')
}

async function answers(folder: string): Promise<boolean> {
  const { Client } = await import('pg')
  const client = new Client({ host: folder, user: 'assay', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
