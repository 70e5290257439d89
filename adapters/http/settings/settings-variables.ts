/** A setting in the environment. */
export interface SettingOfVariable {
  readonly variable: string
  readonly path: readonly string[]
  /** Converted to the setting's type, or unchanged if that fails, so that the schema refuses it. */
  readonly value: unknown
}

/** A variable with the prefix of settings that names no setting. */
export interface UnknownVariable {
  readonly variable: string
}

interface SchemaNode {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode | false
  readonly $defs?: Readonly<Record<string, SchemaNode>>
}

/** Names that were there before, or that platforms set. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  HOST: ['host'],
  PORT: ['port'],
  DATABASE_URL: ['database'],
  REDIS_URL: ['redisUrl'],
  ASSAY_WORKERS: ['scans', 'workers'],
}
const PREFIX = 'ASSAY_'
const BETWEEN = '__'

/**
 * The settings in the environment: `ASSAY_HSTS_SECONDS`, and `ASSAY_TIERS__ANONYMOUS__JSON_PER_MINUTE` for a nested one. Names of plans are in lower
 * case. Lists are separated by commas; lists of objects must be in the file. An empty variable is ignored.
 */
export function readSettingVariables(
  env: Readonly<Record<string, string | undefined>>,
  schema: SchemaNode,
): { readonly settings: readonly SettingOfVariable[]; readonly unknown: readonly UnknownVariable[] } {
  const settings: SettingOfVariable[] = []
  const unknown: UnknownVariable[] = []
  for (const [variable, text] of Object.entries(env)) {
    if (text === undefined || text === '') continue
    const found = findSetting(variable, schema)
    if (found) settings.push({ variable, path: found.path, value: readValue(text, found.node) })
    else if (variable.startsWith(PREFIX) && variable.includes(BETWEEN)) unknown.push({ variable })
  }
  return { settings, unknown }
}

function findSetting(variable: string, schema: SchemaNode): { path: readonly string[]; node: SchemaNode } | undefined {
  const short = Object.hasOwn(SHORT_NAMES, variable) ? SHORT_NAMES[variable] : undefined
  const words = variable.startsWith(PREFIX) ? variable.slice(PREFIX.length).split(BETWEEN) : []
  if (!short && words.length === 0) return undefined
  const path: string[] = []
  let node: SchemaNode | undefined = schema
  for (const word of short ?? words) {
    const properties: Readonly<Record<string, SchemaNode>> = node?.properties ?? {}
    const name = Object.keys(properties).find((each) => each === word || toVariable(each) === word)
    const others = node?.additionalProperties
    node = resolve(name === undefined ? others || undefined : properties[name], schema)
    if (node === undefined) return undefined
    path.push(name ?? word.toLowerCase())
  }
  const isOne = node?.type !== undefined && node.type !== 'object'
  return isOne && node ? { path, node } : undefined
}

/** `jsonPerMinute` → `JSON_PER_MINUTE` */
function toVariable(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

function resolve(node: SchemaNode | undefined, schema: SchemaNode): SchemaNode | undefined {
  if (node?.$ref === undefined) return node
  return resolve(schema.$defs?.[node.$ref.slice('#/$defs/'.length)], schema)
}

function readValue(text: string, { type }: SchemaNode): unknown {
  if (type === 'integer') return /^\d{1,16}$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'array' ? text.split(',').map((item) => item.trim()) : text
}
