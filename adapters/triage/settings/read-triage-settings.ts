import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isMap, LineCounter, parseDocument } from 'yaml'
import { SEVERITIES } from '../../../src/node/index.ts'
import { DEFAULT_BASE_URLS, DEFAULT_TRIAGE, PROVIDERS, type TriageSettings } from './triage-settings.ts'

/** Settings that cannot be used. The message names the file or variable, the line and field, and what was expected. */
export class TriageSettingsError extends Error {
  override readonly name = 'TriageSettingsError'
}

/** Where the settings of a triage come from. */
export interface TriageSettingsSource {
  /** `ASSAY_TRIAGE_SETTINGS`, `ASSAY_TRIAGE_PROVIDER`, `ASSAY_TRIAGE_BASE_URL` and `ASSAY_TRIAGE_MODEL`. They take precedence over the file. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of a YAML or JSON file. Default: the value of `ASSAY_TRIAGE_SETTINGS`. Without either, the variables alone are used. */
  readonly file?: string | undefined
}

/** Environment variable with the key of the API. The key is read from nowhere else. */
export const TRIAGE_KEY = 'ASSAY_TRIAGE_KEY'

const VARIABLES = { provider: 'ASSAY_TRIAGE_PROVIDER', 'base-url': 'ASSAY_TRIAGE_BASE_URL', model: 'ASSAY_TRIAGE_MODEL' } as const
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** What a value must be, and the words for it. */
type Wanted = readonly [test: (value: unknown) => boolean, words: string]

const FIELDS: Readonly<Record<string, Wanted>> = {
  provider: oneOf(PROVIDERS),
  'base-url': [(value) => typeof value === 'string' && isAllowedUrl(value), 'an `https:` URL. `http:` is allowed only for localhost'],
  model: [(value) => typeof value === 'string' && /^[\w.:/@+-]{1,200}$/.test(value), 'the name of a model: letters, digits and `. : / @ + - _`'],
  severity: oneOf(SEVERITIES),
  concurrency: wholeFrom(1, 64),
  'group-size': wholeFrom(1, 50),
  'max-context-tokens': wholeFrom(100, 100_000),
  'max-output-tokens': wholeFrom(100, 100_000),
  'timeout-seconds': numberFrom(0.05, 600),
  retries: wholeFrom(0, 10),
  temperature: numberFrom(0, 2),
  cache: [(value) => typeof value === 'string' && value !== '', 'the path of a folder'],
}
const BUDGET: Readonly<Record<string, Wanted>> = {
  calls: wholeFrom(0, 1_000_000),
  tokens: wholeFrom(0, 1e12),
  cost: numberFrom(0, 1e9),
  seconds: numberFrom(0.05, 86_400),
}
const PRICES: Readonly<Record<string, Wanted>> = { input: numberFrom(0, 1e6), output: numberFrom(0, 1e6) }

/** Reads the settings of a triage. Throws `TriageSettingsError` for the first mistake. */
export function readTriageSettings({ env, file = env.ASSAY_TRIAGE_SETTINGS }: TriageSettingsSource): TriageSettings {
  const { value, placeOf } = file === undefined || file === '' ? EMPTY : readFile(file)
  const fromEnv = Object.entries(VARIABLES).flatMap(([field, variable]) => (env[variable] ? [[field, env[variable]] as const] : []))
  const sourceOf = (field: string): string => (fromEnv.some(([name]) => name === field) ? (VARIABLES_BY_FIELD.get(field) ?? field) : placeOf(field))
  const merged: Readonly<Record<string, unknown>> = { ...value, ...Object.fromEntries(fromEnv) }
  checkFields(merged, { ...FIELDS, budget: AN_OBJECT, prices: AN_OBJECT }, '', sourceOf)
  const budget = recordOf(merged.budget)
  const prices = recordOf(merged.prices)
  checkFields(budget, BUDGET, 'budget.', sourceOf)
  checkFields(prices, PRICES, 'prices.', sourceOf)
  const provider = PROVIDERS.find((each) => each === merged.provider)
  if (provider === undefined)
    throw new TriageSettingsError(
      `\`provider\` is missing: set it in the settings of the triage or in ${VARIABLES.provider}. Expected: ${PROVIDERS.join(', ')}.`,
    )
  if (typeof merged.model !== 'string')
    throw new TriageSettingsError(
      `\`model\` is missing: set it in the settings of the triage or in ${VARIABLES.model}. Expected: the name of a model.`,
    )
  const hasPrices = prices.input !== undefined && prices.output !== undefined
  if (merged.prices !== undefined && !hasPrices)
    throw new TriageSettingsError(`${sourceOf('prices')}: \`prices\` needs \`input\` and \`output\`: the prices of a million tokens.`)
  if (budget.cost !== undefined && !hasPrices)
    throw new TriageSettingsError(`${sourceOf('budget')}: \`budget.cost\` requires \`prices\`, from which the cost of a request is computed.`)
  const number = (field: string, standard: number): number => (typeof merged[field] === 'number' ? merged[field] : standard)
  return {
    provider,
    baseUrl: typeof merged['base-url'] === 'string' ? withoutEndSlashes(merged['base-url']) : DEFAULT_BASE_URLS[provider],
    model: merged.model,
    severity: SEVERITIES.find((each) => each === merged.severity) ?? DEFAULT_TRIAGE.severity,
    concurrency: number('concurrency', DEFAULT_TRIAGE.concurrency),
    groupSize: number('group-size', DEFAULT_TRIAGE.groupSize),
    maxContextTokens: number('max-context-tokens', DEFAULT_TRIAGE.maxContextTokens),
    maxOutputTokens: number('max-output-tokens', DEFAULT_TRIAGE.maxOutputTokens),
    timeoutSeconds: number('timeout-seconds', DEFAULT_TRIAGE.timeoutSeconds),
    retries: number('retries', DEFAULT_TRIAGE.retries),
    ...(typeof merged.temperature === 'number' && { temperature: merged.temperature }),
    budget: {
      calls: Number(budget.calls ?? DEFAULT_TRIAGE.budget.calls),
      tokens: Number(budget.tokens ?? DEFAULT_TRIAGE.budget.tokens),
      seconds: Number(budget.seconds ?? DEFAULT_TRIAGE.budget.seconds),
      ...(budget.cost !== undefined && { cost: Number(budget.cost) }),
    },
    ...(hasPrices && { prices: { input: Number(prices.input), output: Number(prices.output) } }),
    ...(typeof merged.cache === 'string' && { cache: file ? resolve(dirname(file), merged.cache) : resolve(merged.cache) }),
  }
}

const VARIABLES_BY_FIELD: ReadonlyMap<string, string> = new Map(Object.entries(VARIABLES))
const AN_OBJECT: Wanted = [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'a map of fields']

interface SettingsFile {
  readonly value: Readonly<Record<string, unknown>>
  /** `triage.yaml:3:1` for a field. */
  placeOf(field: string): string
}

const EMPTY: SettingsFile = { value: {}, placeOf: (field) => field }

function readFile(file: string): SettingsFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new TriageSettingsError(`The settings of the triage \`${file}\` cannot be read (${code}).`)
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`
  }
  const [fault] = document.errors
  if (fault) throw new TriageSettingsError(`${place(fault.pos[0])}: the settings of the triage are not valid YAML here.`)
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  if (!AN_OBJECT[0](value ?? {}))
    throw new TriageSettingsError(`${file}:1:1: the settings of the triage must be a map of fields, such as \`model: gpt-4.1-mini\`.`)
  const offsets = new Map<string, number>()
  if (isMap(document.contents)) {
    for (const { key, value: node } of document.contents.items) {
      offsets.set(String(key), rangeStart(key))
      if (isMap(node)) for (const inner of node.items) offsets.set(`${String(key)}.${String(inner.key)}`, rangeStart(inner.key))
    }
  }
  return { value: recordOf(value), placeOf: (field) => place(offsets.get(field) ?? 0) }
}

function rangeStart(node: unknown): number {
  const range: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, 'range') : undefined
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0
}

function checkFields(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Wanted>>,
  prefix: string,
  sourceOf: (field: string) => string,
): void {
  for (const [name, own] of Object.entries(value)) {
    const field = `${prefix}${name}`
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (wanted === undefined)
      throw new TriageSettingsError(
        `${sourceOf(field)}: \`${field.slice(0, 80)}\` is not a setting of the triage. Settings: ${Object.keys(fields).join(', ')}.${/key|token|secret/i.test(name) ? ` The key is read from the environment variable ${TRIAGE_KEY}.` : ''}`,
      )
    if (own !== undefined && !wanted[0](own)) throw new TriageSettingsError(`${sourceOf(field)}: \`${field}\` must be ${wanted[1]}.`)
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function oneOf(words: readonly string[]): Wanted {
  return [(value) => words.some((word) => word === value), `one of ${words.join(', ')}`]
}

function wholeFrom(least: number, most: number): Wanted {
  return [
    (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most,
    `a whole number from ${least} to ${most}`,
  ]
}

function numberFrom(least: number, most: number): Wanted {
  return [(value) => typeof value === 'number' && value >= least && value <= most, `a number from ${least} to ${most}`]
}

function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname))
}

function withoutEndSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
