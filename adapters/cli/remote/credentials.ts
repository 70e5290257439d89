import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A stored key. */
export interface KeptKey {
  readonly token: string
  /** True if a login created the key for this machine. Otherwise a user entered it, and others may use it too. */
  readonly isLogin: boolean
}

/** Keys by the URL of their service. A key that a user entered is stored as a plain string. */
type Keys = Readonly<Record<string, KeptKey>>

/** The file with the keys. Only its user may read it. */
export function credentialsFile(env: Environment): string {
  const { XDG_CONFIG_HOME: chosen, APPDATA: roaming } = env
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'assay/credentials.json')
  if (process.platform === 'win32' && roaming !== undefined && isAbsolute(roaming)) return join(roaming, 'assay/credentials.json')
  return join(homedir(), '.config/assay/credentials.json')
}

/** Normalizes the URL of a service, which is the key of the store. Refuses other values, and unencrypted connections to other machines. */
export function readServer(written: string): string {
  const address = URL.canParse(written) ? new URL(written) : undefined
  if (address === undefined || !['http:', 'https:'].includes(address.protocol))
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${written}\` is not the URL of a service. Expected a URL such as https://assay.example.org.`)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (address.protocol === 'http:' && !isLocal)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${written}\` is not encrypted, so code and key could be read in transit. Use https.`)
  return `${address.origin}${address.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** The key for a service: `ASSAY_API_KEY`, or the key of the last login, or undefined. */
export function findKey(server: string, env: Environment): string | undefined {
  const { ASSAY_API_KEY: given } = env
  return given !== undefined && given !== '' ? given : findKept(server, env)?.token
}

/** The key of the last login, or undefined. */
export function findKept(server: string, env: Environment): KeptKey | undefined {
  const keys = readKeys(credentialsFile(env))
  return Object.hasOwn(keys, server) ? keys[server] : undefined
}

/** Services with a stored key. */
export function listServers(env: Environment): readonly string[] {
  return Object.keys(readKeys(credentialsFile(env)))
}

/** Stores or removes the key of a service. Writes nothing if there is no key to remove. */
export function storeKey(server: string, key: KeptKey | undefined, env: Environment): void {
  const file = credentialsFile(env)
  const keys = readKeys(file)
  if (key === undefined && !Object.hasOwn(keys, server)) return
  const others = Object.entries(keys).filter(([each]) => each !== server)
  const all = key === undefined ? others : [...others, [server, key] as const]
  const kept = all.map(([each, { token, isLogin }]) => [each, isLogin ? { token, login: true } : token])
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
}

function readKeys(file: string): Keys {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined
    if (typeof keys !== 'object' || keys === null) return {}
    return Object.fromEntries(Object.entries(keys).flatMap(([server, key]) => toKept(key).map((kept) => [server, kept])))
  } catch {
    return {}
  }
}

function toKept(key: unknown): readonly KeptKey[] {
  if (typeof key === 'string') return [{ token: key, isLogin: false }]
  if (typeof key !== 'object' || key === null || !('token' in key) || typeof key.token !== 'string') return []
  return [{ token: key.token, isLogin: true }]
}
