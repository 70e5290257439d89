// The processes of a deployment on this machine, each of which can be killed and started again: Redis, PostgreSQL, replicas and workers.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBuilt } from './engine.mjs'

const DEBIAN = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const PROBE = new URL('heap-probe.mjs', import.meta.url).href
const TRIES = 1_200
const PAUSE_MS = 100

/** @returns {string | undefined} the missing programs */
export function lackOfPrograms() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return '`redis-server`'
  return findPostgres() === undefined ? 'a PostgreSQL server' : undefined
}

/** A program with these arguments that can be started and killed repeatedly. */
function makeProcess(command, words, options, isReady) {
  let child
  return {
    async start() {
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) child = spawn(command, words, options).on('error', () => {})
        if (await isReady().catch(() => false)) return
        await pause(PAUSE_MS)
      }
      throw new Error(`\`${command}\` did not start`)
    },
    /** The answer of the probe in it. Undefined if it does not run or has no probe. */
    async ask(wish) {
      if (child?.connected !== true) return undefined
      return new Promise((resolve) => {
        const lost = () => resolve(undefined)
        child.once('exit', lost).once('message', (answer) => resolve(answer) ?? child.off('exit', lost))
        child.send(wish)
      })
    },
    async kill(signal = 'SIGKILL') {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await ended
    },
  }
}

export async function makeRedis() {
  const port = await freePort()
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction']
  const isReady = async () => spawnSync('redis-cli', ['-p', String(port), 'ping'], { encoding: 'utf8' }).stdout.trim() === 'PONG'
  return { name: 'Redis', url: `redis://127.0.0.1:${port}`, ...makeProcess('redis-server', words, { stdio: 'ignore' }, isReady) }
}

export async function makePostgres() {
  const programs = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'assay', '-A', 'trust', '--no-sync'], { ...NOBODY, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const url = `postgres://assay@localhost/postgres?host=${encodeURIComponent(folder)}`
  const { Client } = await import('pg')
  const isReady = async () => {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    await client.end()
    return true
  }
  const words = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const own = makeProcess(join(programs, 'postgres'), words, { ...NOBODY, stdio: 'ignore' }, isReady)
  return { name: 'PostgreSQL', url, ...own, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** `assay serve` or `assay worker`, with these settings in the environment, and a probe of its heaps. */
export async function makeAssay(command, name, env) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const path = command === 'serve' ? '/healthz' : '/readyz'
  const main = join(process.env.ASSAY_BENCH_BUILD ?? 'dist', 'adapters/cli/main.js')
  const own = { env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' }, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }
  return {
    name,
    url,
    ...makeProcess(process.execPath, ['--expose-gc', '--import', PROBE, main, command], own, async () => (await fetch(url + path)).ok),
  }
}

/** Creates tables and keys. @returns {Promise<readonly string[]>} their tokens */
export async function makeKeys(address, count) {
  const { migrateKeys, openKeyStore } = await importBuilt('adapters/http/index.js')
  await migrateKeys(address)
  const store = await openKeyStore(address)
  const tokens = []
  for (let index = 0; index < count; index += 1) tokens.push((await store.create({ owner: `owner-${index}`, plan: 'paid' })).token)
  await store.close()
  return tokens
}

function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
