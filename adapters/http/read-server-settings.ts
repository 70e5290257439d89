import { createReadStream } from 'node:fs'
import { createFieldReader } from './field-reader.ts'
import type { FieldReader, SettingsFault } from './field-reader.ts'
import type { Account } from './identify-caller.ts'
import { locateJsonFault } from './locate-json-fault.ts'
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './service-limits.ts'
import type { ServerOptions } from './start-server.ts'
import { verifyByHash } from './verify-by-hash.ts'
import type { HashedKey } from './verify-by-hash.ts'

export type { SettingsFault } from './field-reader.ts'

/** Where settings come from. */
export interface SettingsSource {
  /** `HOST`, `PORT`, `ASSAY_SETTINGS`, `ASSAY_TRUSTED_PROXY_HOPS` and `ASSAY_WORKERS` are read. They win over the file. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of the settings file. By default that in `ASSAY_SETTINGS`; without either there is none. */
  readonly file?: string | undefined
}

/** What the operator configured, ready for `startServer`. */
export type ServerSettings = Pick<
  ServerOptions,
  | 'host'
  | 'port'
  | 'trustedProxyHops'
  | 'corsOrigins'
  | 'hstsSeconds'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
  | 'limits'
  | 'scans'
  | 'verifyToken'
>

/** The settings, or every mistake in them. */
export type SettingsRead =
  | { readonly kind: 'settings'; readonly settings: ServerSettings }
  | { readonly kind: 'faults'; readonly faults: readonly SettingsFault[] }

/** Room for a hundred thousand keys. */
const MOST_BYTES = 2 ** 24
const MAX_INTEGER = 2 ** 31 - 1
const PORTS = { least: 0, most: 65_535 }
const HOPS = { least: 0, most: 16 }
const POSITIVE = { least: 1, most: MAX_INTEGER }
const WORKERS = { least: 1, most: 256 }

/** Reads the settings of the service, or lists every fault of them with the name of its field. Never quotes a key. */
export async function readServerSettings(source: SettingsSource): Promise<SettingsRead> {
  const faults: SettingsFault[] = []
  const file = source.file ?? source.env['ASSAY_SETTINGS']
  const written = file ? readFields(await readJson(file, faults), faults) : {}
  const fromEnv = readEnvironment(source.env, faults)
  if (faults.length > 0) return { kind: 'faults', faults }
  const { workers, ...env } = fromEnv
  const scans = { ...written.scans, ...(workers !== undefined && { workers }) }
  return { kind: 'settings', settings: { ...written, ...env, scans } }
}

async function readJson(file: string, faults: SettingsFault[]): Promise<unknown> {
  let text: string
  try {
    text = await readText(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    faults.push({ field: file, message: `The settings file cannot be read${code}.` })
    return undefined
  }
  const fault = locateJsonFault(text)
  if (!fault) return JSON.parse(text)
  const line = text.slice(0, fault.offset).split('\n').length
  faults.push({ field: file, message: `The settings file is no JSON at line ${line}: expected ${fault.expected}.` })
  return undefined
}

/** Not only from a regular file: secrets may come through a pipe. */
async function readText(file: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of createReadStream(file)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) throw Object.assign(new Error('too large'), { code: `more than ${MOST_BYTES} bytes` })
  }
  return Buffer.concat(chunks).toString()
}

function readFields(value: unknown, faults: SettingsFault[]): ServerSettings {
  if (value === undefined) return {}
  const reader = createFieldReader(value, '', faults)
  const plans = readPlans(reader)
  const keys = readKeys(reader, plans)
  const packs = [...new Set(['public', ...[...plans.values()].map((plan) => plan.pack)])]
  const scans = reader.section('scans')
  const limits = reader.section('limits')
  const settings: ServerSettings = {
    ...reader.optional('host', reader.text('host')),
    ...reader.optional('port', reader.integer('port', PORTS)),
    ...reader.optional('trustedProxyHops', reader.integer('trustedProxyHops', HOPS)),
    ...reader.optional('corsOrigins', reader.texts('corsOrigins')),
    ...reader.optional('hstsSeconds', reader.integer('hstsSeconds', { least: 0, most: MAX_INTEGER })),
    ...reader.optional('maxConnections', reader.integer('maxConnections', POSITIVE)),
    ...reader.optional('maxConnectionsPerAddress', reader.integer('maxConnectionsPerAddress', POSITIVE)),
    ...(keys && { verifyToken: verifyByHash(keys) }),
    limits: readLimitFields(limits),
    scans: { packs, ...readScanFields(scans) },
  }
  reader.refuseOthers()
  return settings
}

/** What an account of it may do. */
type Plan = Omit<Account, 'id'>

function readPlans(reader: FieldReader): ReadonlyMap<string, Plan> {
  const plans = new Map<string, Plan>()
  for (const [name, plan] of reader.sections('plans')) {
    const pack = plan.required('pack', plan.text('pack'))
    const uploads = plan.optional('uploadsPerMinute', plan.integer('uploadsPerMinute', POSITIVE))
    const steps = plan.optional('maxScanSteps', plan.integer('maxScanSteps', POSITIVE))
    plan.refuseOthers()
    plans.set(name, { pack: pack ?? '', ...uploads, ...steps })
  }
  return plans
}

/** `undefined` when the field is absent. An empty list means that there are keys, and none of them is valid. */
function readKeys(reader: FieldReader, plans: ReadonlyMap<string, Plan>): readonly HashedKey[] | undefined {
  const items = reader.items('keys')
  const known = new Set<string>()
  return items?.flatMap((item) => {
    const sha256 = item.required('sha256', item.text('sha256'))?.toLowerCase()
    const account = item.required('account', item.text('account'))
    const planName = item.required('plan', item.text('plan'))
    item.refuseOthers()
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) item.fault('sha256', 'must be the SHA-256 of the token: 64 hexadecimal digits.')
    if (sha256 !== undefined && known.has(sha256)) item.fault('sha256', 'is that of another key too. Name each token once.')
    if (sha256 !== undefined) known.add(sha256)
    const plan = plans.get(planName ?? '')
    if (planName !== undefined && !plan) item.fault('plan', `must be one of the plans: ${[...plans.keys()].join(', ') || 'there are none'}.`)
    return sha256 && account && plan ? [{ sha256, account: { id: account, ...plan } }] : []
  })
}

function readLimitFields(reader: FieldReader): NonNullable<ServerSettings['limits']> {
  const limits: Partial<ServiceLimits> = Object.assign(
    {},
    ...Object.keys(DEFAULT_SERVICE_LIMITS).map((name) => reader.optional(name, reader.integer(name, POSITIVE))),
  )
  reader.refuseOthers()
  const { maxBodyBytes, maxBufferedBytes } = { ...DEFAULT_SERVICE_LIMITS, ...limits }
  if (maxBodyBytes > maxBufferedBytes)
    reader.fault('maxBufferedBytes', `must be at least \`maxBodyBytes\`, which is ${maxBodyBytes}: no body of that size could ever be received.`)
  return limits
}

function readScanFields(reader: FieldReader): NonNullable<ServerSettings['scans']> {
  const scans = {
    ...reader.optional('rules', reader.texts('rules')),
    ...reader.optional('workers', reader.integer('workers', WORKERS)),
    ...reader.optional('queueLimit', reader.integer('queueLimit', { least: 0, most: 100_000 })),
    ...reader.optional('queueWaitMs', reader.integer('queueWaitMs', POSITIVE)),
    ...reader.optional('budgetMs', reader.integer('budgetMs', POSITIVE)),
    ...reader.optional('heapMb', reader.integer('heapMb', { least: 64, most: 65_536 })),
  }
  reader.refuseOthers()
  return scans
}

function readEnvironment(
  env: SettingsSource['env'],
  faults: SettingsFault[],
): { host?: string; port?: number; trustedProxyHops?: number; workers?: number } {
  const integer = (name: string, field: string, range: { least: number; most: number }) => {
    const text = env[name]
    if (text === undefined || text === '') return {}
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (number >= range.least && number <= range.most) return { [field]: number }
    faults.push({ field: name, message: `must be a whole number from ${range.least} to ${range.most}.` })
    return {}
  }
  return {
    ...(env['HOST'] && { host: env['HOST'] }),
    ...integer('PORT', 'port', PORTS),
    ...integer('ASSAY_TRUSTED_PROXY_HOPS', 'trustedProxyHops', HOPS),
    ...integer('ASSAY_WORKERS', 'workers', WORKERS),
  }
}
