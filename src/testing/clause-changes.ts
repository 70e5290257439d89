/** Keys and indexes that lead to a clause of a rule. */
export type ClausePath = readonly (string | number)[]

/** A change of a rule: a clause is removed, or has another value. */
export interface ClauseChange {
  readonly path: ClausePath
  /** `removed`, or what it became: `true instead of false`. */
  readonly change: string
  /** The changed rule as plain data. */
  readonly value: unknown
}

/** Keys that contain clauses. Texts for people do not count. */
const PARTS = ['match', 'taint', 'requires', 'weaker', 'paths']
/** Keys of texts, which do not affect matching. */
const WORDS = new Set(['severity', 'confidence', 'focus', 'description', 'languages', 'message', 'as'])

/** Paths of the outermost removable clauses of a rule. */
export function outerClauses(rule: unknown, names: boolean): readonly ClausePath[] {
  return PARTS.flatMap((part) => clausesIn(valueAtPath(rule, [part]), [part], names))
}

/**
 * Paths of the nearest removable clauses of a node: keys, and entries of lists with several. With `names` also the entries of lists of plain values.
 */
export function clausesIn(node: unknown, path: ClausePath, names: boolean): readonly ClausePath[] {
  if (typeof node !== 'object' || node === null) return []
  if (!Array.isArray(node)) {
    const keys = Object.keys(node).filter((key) => !WORDS.has(key))
    // A main part of the rule is not removable, nor is a single entry.
    if (path.length === 1 || keys.length > 1) return keys.map((key) => [...path, key])
    return keys.flatMap((key) => clausesIn(Reflect.get(node, key), [...path, key], names))
  }
  if (!names && node.every((entry) => typeof entry !== 'object')) return []
  return node.length > 1 ? node.map((_, at) => [...path, at]) : node.flatMap((entry, at) => clausesIn(entry, [...path, at], names))
}

/** The rule without a clause. */
export function removeClause(rule: unknown, path: ClausePath): ClauseChange {
  return { path, change: 'removed', value: replaceAt(rule, path, undefined) }
}

/** Small changes of single values: the other truth value, `all` and `any` exchanged, regexes without one of their anchors, lower thresholds. */
export function listChanges(rule: unknown): readonly ClauseChange[] {
  const found: ClauseChange[] = []
  const visit = (node: unknown, path: ClausePath): void => {
    const last = path.at(-1)
    const add = (change: string, value: unknown): void => void found.push({ path, change, value: replaceAt(rule, path, value) })
    if (typeof node === 'boolean') add(`${!node} instead of ${node}`, !node)
    if (typeof node === 'string' && last === 'regex')
      for (const anchor of listAnchors(node)) add(`without ${anchor.text} at offset ${anchor.at}`, anchor.rest)
    if (typeof node === 'number' && (last === 'entropy' || last === 'rarity')) add(`${node / 2} instead of ${node}`, node / 2)
    if (typeof node !== 'object' || node === null) return
    for (const [key, each] of Array.isArray(node) ? node.entries() : Object.entries(node)) {
      if (WORDS.has(String(key))) continue
      if ((key === 'all' || key === 'any') && Array.isArray(each) && each.length > 1) found.push(exchange(rule, path, key))
      visit(each, [...path, key])
    }
  }
  for (const part of PARTS) visit(valueAtPath(rule, [part]), [part])
  return found
}

/** `all` becomes `any`, and the other way around. */
function exchange(rule: unknown, path: ClausePath, key: 'all' | 'any'): ClauseChange {
  const other = key === 'all' ? 'any' : 'all'
  const node = valueAtPath(rule, path)
  const entries = typeof node === 'object' && node !== null ? Object.entries(node) : []
  const swapped = Object.fromEntries(entries.map(([name, each]) => [name === key ? other : name, each]))
  return { path: [...path, key], change: `\`${other}\` instead of \`${key}\``, value: replaceAt(rule, path, swapped) }
}

function listAnchors(regex: string): readonly { readonly text: string; readonly at: number; readonly rest: string }[] {
  return [...regex.matchAll(/\\b|(?<![\\[])\^|(?<!\\)\$(?=\)|\||$)/g)].map(({ 0: text, index }) => ({
    text: `\`${text}\``,
    at: index,
    rest: regex.slice(0, index) + regex.slice(index + text.length),
  }))
}

/** A copy with another value at a path; `undefined` removes the key or entry. */
function replaceAt(node: unknown, [key, ...rest]: ClausePath, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) {
    const list: readonly unknown[] = node
    return list.flatMap((each, index) => {
      if (index !== key) return [each]
      const changed = replaceAt(each, rest, value)
      return changed === undefined ? [] : [changed]
    })
  }
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, each]) => [name, name === key ? replaceAt(each, rest, value) : each] as const)
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}

/** The value at a path; undefined if there is none. */
export function valueAtPath(rule: unknown, path: ClausePath): unknown {
  return path.reduce<unknown>((node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined), rule)
}
