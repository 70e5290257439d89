import { createReadStream, readFileSync } from 'node:fs'
import type { ServerOptions } from '../server/start-server.ts'
import { DEFAULT_SERVICE_LIMITS } from '../limits/service-limits.ts'
import { verifyByHash } from '../callers/verify-by-hash.ts'
import type { HashedKey } from '../callers/verify-by-hash.ts'
import { toAccountSettings, type AccountSettings } from '../accounts/auth/account-settings.ts'
import { describeSchemaFault } from '../json/describe-schema-fault.ts'
import { readSettingsText, type PlaceOf, type TextPlace } from './settings-text.ts'
import { readSettingVariables, type SettingOfVariable } from './settings-variables.ts'
import { readTriageSettings, TRIAGE_KEY, TriageSettingsError } from '../../triage/index.ts'
import type { ServiceTriage } from '../upload/triage-answer.ts'
import { DEFAULT_PLANS, type Plans } from '../callers/tiers.ts'
import type { Accounts, Settings } from './schema/settings-spec.generated.ts'
import { isSettings } from './schema/validate-settings.generated.ts'

/** The sources of settings. */
export interface SettingsSource {
  /**
   * `HOST`, `PORT`, `DATABASE_URL`, `REDIS_URL`, `ASSAY_SETTINGS`, and any setting by its name, such as `ASSAY_TRUSTED_PROXY_HOPS`. They override the
   * file.
   */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of the settings file: YAML by its extension, otherwise JSON. By default the file in `ASSAY_SETTINGS`, or none. */
  readonly file?: string | undefined
}

/** One mistake in the settings. */
export interface SettingsFault extends Partial<TextPlace> {
  /** Path of the settings file, when the mistake is in it. */
  readonly file?: string
  /** `keys[0].sha256`, or the name of an environment variable. Empty for the file itself. */
  readonly field: string
  /** Continues the field's name to a sentence. Quotes no value. */
  readonly message: string
}

/** The configuration of the operator, ready for `startServer`. */
export type ServerSettings = Pick<
  ServerOptions,
  | 'host'
  | 'port'
  | 'trustedProxyHops'
  | 'corsOrigins'
  | 'hstsSeconds'
  | 'redisUrl'
  | 'queue'
  | 'metricsToken'
  | 'structuredRateHeaders'
  | 'maxConnections'
  | 'maxConnectionsPerAddress'
  | 'tiers'
  | 'limits'
  | 'scans'
  | 'verifyToken'
  | 'plans'
  | 'triage'
> & {
  /** The database of keys. */
  readonly database?: string
  /** Settings of accounts. Absent if there are none. */
  readonly accounts?: AccountSettings
}

/** The settings, or every mistake in them. */
export type SettingsRead =
  | { readonly kind: 'settings'; readonly settings: ServerSettings }
  | { readonly kind: 'faults'; readonly faults: readonly SettingsFault[] }

/** Room for a hundred thousand keys. */
const MAX_BYTES = 2 ** 24

/** Reads the settings of the service, or lists all mistakes with their locations. Never quotes a key. */
export async function readServerSettings(source: SettingsSource): Promise<SettingsRead> {
  const file = source.file ?? source.env['ASSAY_SETTINGS']
  const written = file ? await readFile(file) : { kind: 'value' as const, value: {}, placeOf: () => ({ line: 1, column: 1 }) }
  if (written.kind === 'faults') return written
  const variables = readSettingVariables(source.env, readSchema())
  const unknown = variables.unknown.map(({ variable }) => ({ field: variable, message: 'is not a setting.' }))
  const value = withVariables(written.value ?? {}, variables.settings)
  const toFault = createFaultMaker(file, written.placeOf, variables.settings)
  if (!isSettings(value)) {
    const faults = (isSettings.errors ?? []).map(describeSchemaFault)
    return { kind: 'faults', faults: [...byPlace(faults.map(({ path, message, ofName }) => toFault(path, message, ofName))), ...unknown] }
  }
  const faults = [...findContradictions(value).map(({ path, message }) => toFault(path, message, false)), ...unknown]
  const triage = readTriage(value, source.env)
  const all = 'fault' in triage ? [...faults, toFault(['triageSettings'], triage.fault, false)] : faults
  return all.length > 0 || 'fault' in triage
    ? { kind: 'faults', faults: all }
    : { kind: 'settings', settings: { ...toServerSettings(value), ...triage } }
}

/** The settings of the triage have a file of their own, and the key is in the environment. */
function readTriage({ triageSettings }: Settings, env: SettingsSource['env']): { readonly triage?: ServiceTriage } | { readonly fault: string } {
  if (triageSettings === undefined) return {}
  const key = env[TRIAGE_KEY]
  if (key === undefined || key === '') return { fault: `requires the key of the API in the environment variable ${TRIAGE_KEY}.` }
  try {
    return { triage: { settings: readTriageSettings({ env, file: triageSettings }), key } }
  } catch (error) {
    if (error instanceof TriageSettingsError) return { fault: `names settings that cannot be used. ${error.message}` }
    throw error
  }
}

type FileRead = { readonly kind: 'value'; readonly value: unknown; readonly placeOf: PlaceOf } | (SettingsRead & { readonly kind: 'faults' })

async function readFile(file: string): Promise<FileRead> {
  let text: string
  try {
    text = await readText(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { kind: 'faults', faults: [{ file, field: '', message: `cannot be read${code}.` }] }
  }
  const read = readSettingsText(text, /\.ya?ml$/i.test(file))
  return read.kind === 'value' ? read : { kind: 'faults', faults: read.faults.map((fault) => ({ file, field: '', ...fault })) }
}

/** Accepts pipes too, which may provide secrets. */
async function readText(file: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of createReadStream(file)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BYTES) throw Object.assign(new Error('too large'), { code: `more than ${MAX_BYTES} bytes` })
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function readSchema(): Parameters<typeof readSettingVariables>[1] {
  return JSON.parse(readFileSync(new URL('./settings.schema.json', import.meta.url), 'utf8'))
}

/**
 * A copy in which settings of the environment override those of the file. A value that should be an object and is not stays, so that the schema
 * refuses it.
 */
function withVariables(value: unknown, variables: readonly SettingOfVariable[]): unknown {
  return variables.reduce((whole, { path, value: own }) => withValue(whole, path, own), value)
}

function withValue(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (whole !== undefined && !isObject(whole)) return whole
  return { ...whole, [name]: withValue(whole?.[name], rest, value) }
}

function createFaultMaker(
  file: string | undefined,
  placeOf: PlaceOf,
  variables: readonly SettingOfVariable[],
): (path: readonly string[], message: string, ofName: boolean) => SettingsFault {
  return (path, message, ofName) => {
    const variable = variables.find((each) => each.path.every((name, index) => path[index] === name))
    if (variable) return { field: variable.variable, message }
    return { ...(file !== undefined && { file, ...placeOf(path, ofName) }), field: toField(path), message }
  }
}

/** `keys[0].sha256` */
function toField(path: readonly string[]): string {
  const field = path.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('')
  return field === '' ? 'settings' : field.replace(/^\./, '')
}

/** Mistakes in the environment come last. */
function byPlace(faults: readonly SettingsFault[]): readonly SettingsFault[] {
  const line = (fault: SettingsFault): number => fault.line ?? Number.MAX_SAFE_INTEGER
  return faults.toSorted((one, other) => line(one) - line(other) || (one.column ?? 0) - (other.column ?? 0))
}

/** Combinations of fields that the schema cannot check. */
function findContradictions({ keys = [], plans, limits, accounts }: Settings): readonly { path: readonly string[]; message: string }[] {
  const known = new Set<string>()
  const names = Object.keys({ ...DEFAULT_PLANS, ...plans })
  const ofKeys = keys.flatMap(({ sha256, plan }, index) => {
    const hash = sha256.toLowerCase()
    const isTwice = known.has(hash)
    known.add(hash)
    return [
      ...(isTwice ? [{ path: ['keys', String(index), 'sha256'], message: 'is the hash of another key too. Each token must occur once.' }] : []),
      ...(names.includes(plan) ? [] : [{ path: ['keys', String(index), 'plan'], message: `must be the name of a plan: ${names.join(', ')}.` }]),
    ]
  })
  const { maxBodyBytes, maxBufferedBytes } = { ...DEFAULT_SERVICE_LIMITS, ...limits }
  const ofFields = [...ofKeys, ...(accounts ? findAccountContradictions(accounts, names) : [])]
  if (maxBodyBytes <= maxBufferedBytes) return ofFields
  const message = `must be at least \`maxBodyBytes\`, which is ${maxBodyBytes}. Otherwise the largest allowed body could not be received.`
  return [...ofFields, { path: ['limits', 'maxBufferedBytes'], message }]
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

function findAccountContradictions(
  { publicUrl, plan = 'free', openSignUp, passwords, oidc }: Accounts,
  plans: readonly string[],
): readonly { path: readonly string[]; message: string }[] {
  const isUrl = URL.canParse(publicUrl)
  const isOpen = isUrl && new URL(publicUrl).protocol === 'http:' && !LOCAL_HOSTS.includes(new URL(publicUrl).hostname)
  const fault = (holds: boolean, field: string, message: string) => (holds ? [{ path: ['accounts', field], message }] : [])
  return [
    ...fault(!isUrl, 'publicUrl', 'must be a URL such as `https://assay.example.org`.'),
    ...fault(isOpen, 'publicUrl', 'must begin with `https:`, because passwords could be read in transit. `http:` is allowed only for localhost.'),
    ...fault(!plans.includes(plan), 'plan', `must be the name of a plan: ${plans.join(', ')}.`),
    ...fault(
      openSignUp === true && oidc !== undefined,
      'openSignUp',
      'must be `false` if `oidc` is set, because the provider decides who has an account.',
    ),
    ...fault(passwords === false && oidc === undefined, 'passwords', 'must be `true` if `oidc` is not set. Otherwise nobody could sign in.'),
  ]
}

function toServerSettings({ $schema: _, triageSettings: _triage, plans: named, keys, limits, scans, accounts, ...rest }: Settings): ServerSettings {
  const plans: Plans = { ...DEFAULT_PLANS, ...named }
  const hashed = keys?.flatMap(({ sha256, account, plan }): readonly HashedKey[] => {
    const own = plans[plan]
    return own ? [{ sha256, account: { ...own, id: account } }] : []
  })
  const used = keys?.map(({ plan }) => plans[plan]) ?? []
  const packs = [...new Set([...Object.values(named ?? {}), ...used].flatMap((plan) => plan?.pack ?? []))]
  return {
    ...rest,
    ...(named && { plans }),
    ...(limits && { limits }),
    ...(accounts && { accounts: toAccountSettings(accounts) }),
    ...(hashed && { verifyToken: verifyByHash(hashed) }),
    scans: { ...(packs.length > 0 && { packs }), ...scans },
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
