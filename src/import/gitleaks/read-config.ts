import { isPlain, listOf, type Plain, plainOf, textOf, textsOf } from '../plain-value.ts'

/** A rule of a Gitleaks configuration with its line. */
export interface GitleaksRule {
  readonly id: string
  readonly line: number
  readonly file: string
  readonly value: Plain
}

/** What `extend` asks for. */
export interface GitleaksExtend {
  readonly path?: string
  readonly useDefault: boolean
  readonly disabledRules: readonly string[]
}

/** A Gitleaks configuration. */
export interface GitleaksConfig {
  readonly file: string
  readonly rules: readonly GitleaksRule[]
  /** Allowlists of the whole configuration. */
  readonly allowlists: readonly Plain[]
  readonly extend?: GitleaksExtend
}

/** Reads a parsed configuration. Rules without an id are named by their description or position. */
export function readConfig(file: string, text: string, value: unknown): GitleaksConfig {
  const root = plainOf(value)
  const lines = headerLines(text)
  const rules = listOf(root['rules']).filter(isPlain)
  const extend = isPlain(root['extend']) ? readExtend(root['extend']) : undefined
  return {
    file,
    rules: rules.map((rule, index) => ({ id: nameOf(rule, index), line: lines[index] ?? 1, file, value: rule })),
    allowlists: allowlistsOf(root),
    ...(extend === undefined ? {} : { extend }),
  }
}

/** The allowlists of a rule or a configuration, in the present and the former spelling. */
export function allowlistsOf(value: Plain): readonly Plain[] {
  return [...listOf(value['allowlists']), ...listOf(value['allowlist'])].filter(isPlain)
}

function readExtend(value: Plain): GitleaksExtend {
  const path = textOf(value['path'])
  return { ...(path === undefined ? {} : { path }), useDefault: value['useDefault'] === true, disabledRules: textsOf(value['disabledRules']) }
}

function nameOf(rule: Plain, index: number): string {
  return textOf(rule['id']) ?? textOf(rule['description']) ?? `rule-${index + 1}`
}

/** The lines of the tables `[[rules]]`. */
function headerLines(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (/^\s*\[\[\s*"?rules"?\s*\]\]/.test(line) ? [index + 1] : []))
}

/**
 * A configuration with the rules of the one that it extends, as Gitleaks merges them: a rule with the id of a base rule changes the keys that it
 * states and adds its keywords, tags and allowlists.
 */
export function extendConfig(own: GitleaksConfig, base: GitleaksConfig): GitleaksConfig {
  const disabled = new Set(own.extend?.disabledRules ?? [])
  const mine = new Map(own.rules.map((rule) => [rule.id, rule]))
  const inherited = base.rules.filter(({ id }) => !disabled.has(id)).map((rule) => mergeRule(rule, mine.get(rule.id)))
  const known = new Set(base.rules.map(({ id }) => id))
  return { ...own, rules: [...inherited, ...own.rules.filter(({ id }) => !known.has(id))], allowlists: [...base.allowlists, ...own.allowlists] }
}

function mergeRule(base: GitleaksRule, own: GitleaksRule | undefined): GitleaksRule {
  if (own === undefined) return base
  const lists = ['keywords', 'tags'].map((key) => [key, [...listOf(base.value[key]), ...listOf(own.value[key])]])
  const { allowlist: _one, ...rest } = { ...base.value, ...own.value }
  return {
    ...own,
    value: { ...rest, ...Object.fromEntries(lists), allowlists: [...allowlistsOf(base.value), ...allowlistsOf(own.value)] },
  }
}
