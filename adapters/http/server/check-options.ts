/** A test for an option, and a description of the expected value. */
type Wanted = readonly [test: (value: unknown) => boolean, words: string]

const A_FUNCTION: Wanted = [(value) => typeof value === 'function', 'a function']
const A_TEXT: Wanted = [(value) => typeof value === 'string' && value !== '', 'a non-empty string']
const TEXTS: Wanted = [(value) => Array.isArray(value) && value.every((item) => typeof item === 'string'), 'an array of strings']
const AN_OBJECT: Wanted = [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object']
const A_SWITCH: Wanted = [(value) => typeof value === 'boolean', '`true` or `false`']
const COUNT = numberFrom(0)

/** Options of both app and server. */
const SHARED = {
  verifyToken: A_FUNCTION,
  tiers: AN_OBJECT,
  triage: AN_OBJECT,
  keys: withFunctions('create', 'list', 'revoke', 'verify', 'ping'),
  plans: AN_OBJECT,
  accounts: AN_OBJECT,
  catalogue: withFunctions('pack'),
  rateStore: withFunctions('take', 'look'),
  trustedProxyHops: COUNT,
  limits: AN_OBJECT,
  corsOrigins: TEXTS,
  hstsSeconds: COUNT,
  structuredRateHeaders: A_SWITCH,
  metrics: withFunctions('countRequest', 'text'),
  metricsToken: A_TEXT,
  log: withFunctions('info', 'warn', 'error'),
}

const OF_APP = { scans: withFunctions('scan', 'admit', 'state'), queue: withFunctions('queueState'), ...SHARED, isClosing: A_FUNCTION }

const OF_SERVER = {
  host: A_TEXT,
  port: numberFrom(0, 65_535),
  redisUrl: A_TEXT,
  headTimeoutMs: numberFrom(1),
  closeGraceMs: COUNT,
  maxConnections: numberFrom(1),
  maxConnectionsPerAddress: numberFrom(1),
  queue: [isQueueOptions, 'an object with a string `redisUrl`'],
  scans: [isScanOptions, 'an object; `packs` must be an array of strings'],
  ...SHARED,
} satisfies Readonly<Record<string, Wanted>>

/** Throws `TypeError` for an unknown, invalid or missing option of `createApp`. */
export function checkAppOptions(options: unknown): void {
  checkOptions('createApp', options, OF_APP)
  if (typeof options !== 'object' || options === null || !('scans' in options) || options.scans === undefined)
    throw new TypeError('`scans` is missing: `createApp({ scans: await createUploadPool() })`.')
}

/** Throws `TypeError` for an unknown or invalid option of `startServer`. */
export function checkServerOptions(options: unknown): void {
  checkOptions('startServer', options, OF_SERVER)
}

/** JavaScript callers may pass anything, and a misspelt option must not leave the service more open than intended. */
function checkOptions(of: string, options: unknown, wanted: Readonly<Record<string, Wanted>>): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`The options of \`${of}\` must be an object.`)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(wanted, name)) throw new TypeError(`\`${name}\` is not an option of \`${of}\`. Options: ${Object.keys(wanted).join(', ')}.`)
    const [test, words] = wanted[name]
    if (value !== undefined && !test(value)) throw new TypeError(`\`${name}\` must be ${words}.`)
  }
}

/** The pool checks the rest. Packs are assembled before. */
function isScanOptions(value: unknown): boolean {
  const packs: unknown = AN_OBJECT[0](value) ? Object(value).packs : null
  return packs === undefined || TEXTS[0](packs)
}

function isQueueOptions(value: unknown): boolean {
  return AN_OBJECT[0](value) && A_TEXT[0](Object(value).redisUrl)
}

function numberFrom(least: number, most?: number): Wanted {
  const words = most === undefined ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`
  return [(value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= (most ?? value), words]
}

function withFunctions(...names: readonly string[]): Wanted {
  const hasAll = (value: object) => names.every((name) => typeof Reflect.get(value, name) === 'function')
  const words = names.map((name) => `\`${name}\``).join(', ')
  return [(value) => typeof value === 'object' && value !== null && hasAll(value), `an object with the functions ${words}`]
}
