import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Keys by the address of their service. */
type Keys = Readonly<Record<string, string>>

/** Where keys are kept: a file that its user alone may read. */
export function credentialsFile(env: Environment): string {
  const { XDG_CONFIG_HOME: chosen, APPDATA: roaming } = env
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'assay/credentials.json')
  if (process.platform === 'win32' && roaming !== undefined && isAbsolute(roaming)) return join(roaming, 'assay/credentials.json')
  return join(homedir(), '.config/assay/credentials.json')
}

/** The address of a service as keys are kept by it. Refuses what is none, and to send a key in the open to another machine. */
export function readServer(written: string): string {
  const address = URL.canParse(written) ? new URL(written) : undefined
  if (address === undefined || !['http:', 'https:'].includes(address.protocol))
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${written}\` is no address of a service. Write it as https://assay.example.org.`)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (address.protocol === 'http:' && !isLocal)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${written}\` would be sent to in the open: code and key could be read on the way. Use https.`)
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`
}

/** The key for a service: `ASSAY_API_KEY`, or that of the last login. Undefined for none. */
export function findKey(server: string, env: Environment): string | undefined {
  const { ASSAY_API_KEY: given } = env
  return given !== undefined && given !== '' ? given : readKeys(credentialsFile(env))[server]
}

/** Keeps the key of a service, or forgets it. Says whether there was one. */
export function storeKey(server: string, key: string | undefined, env: Environment): boolean {
  const file = credentialsFile(env)
  const keys = readKeys(file)
  const others = Object.entries(keys).filter(([each]) => each !== server)
  const kept = key === undefined ? others : [...others, [server, key]]
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(draft, `${JSON.stringify({ keys: Object.fromEntries(kept) }, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return Object.hasOwn(keys, server)
}

function readKeys(file: string): Keys {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined
    if (typeof keys !== 'object' || keys === null) return {}
    return Object.fromEntries(Object.entries(keys).flatMap(([server, key]) => (typeof key === 'string' ? [[server, key]] : [])))
  } catch {
    return {}
  }
}
