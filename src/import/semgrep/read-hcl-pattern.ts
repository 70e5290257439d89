import {
  type DocumentPattern,
  isEverything,
  metavariableIn,
  type PatternPair,
  type ReadDocumentPattern,
  toScalarPattern,
} from './document-pattern.ts'

/** Reads a pattern in HCL: a block, an attribute, several of them, or a value. Blocks are open: they may contain more. */
export function readHclPattern(text: string): ReadDocumentPattern {
  const tokens = tokenize(text)
  if (tokens === undefined) return { reason: 'The pattern cannot be read as HCL.' }
  const reader: Reader = { tokens, at: 0 }
  const isBody = /^(?:\.\.\.|[\w$][\w-]*)$/.test(tokens[0] ?? '') && tokens.length > 1 && /^(?:=|\{|".*|[\w$].*|\.\.\.)$/s.test(tokens[1] ?? '')
  const body = isBody ? readBody(reader) : undefined
  const pattern: DocumentPattern | undefined = isBody ? body : readValue(reader)
  if (pattern === undefined || reader.at < tokens.length) return { reason: 'The pattern has an expression of HCL whose parts a rule cannot match.' }
  if (isEverything(pattern)) return { reason: 'The pattern is `...` and would match everything.' }
  return { pattern, isPair: pattern.kind === 'map' && pattern.pairs.length === 1 && isBody }
}

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

/** Blanks and comments, and a token. */
const TOKEN = new RegExp(
  String.raw`(?:\s|#[^\n]*(?:\n|$)|//[^\n]*(?:\n|$))*(\.\.\.|"(?:\\.|[^"\\])*"|\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*|-?\d+(?:\.\d+)?|[A-Za-z_][\w-]*|[{}[\](),=:.])`,
  'y',
)

function tokenize(text: string): readonly string[] | undefined {
  const tokens: string[] = []
  const trimmed = text.trim()
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < trimmed.length; ) {
    const [, token] = TOKEN.exec(trimmed) ?? []
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens.length === 0 ? undefined : tokens
}

/** Attributes, blocks and ellipses up to a closing brace or the end. */
function readBody(reader: Reader): DocumentPattern | undefined {
  const pairs: PatternPair[] = []
  for (let token = reader.tokens[reader.at]; token !== undefined && token !== '}'; token = reader.tokens[reader.at]) {
    reader.at++
    if (token === '...' || token === ',') continue
    const pair = isName(token) ? readEntry(token, reader) : undefined
    if (pair === undefined) return undefined
    pairs.push(pair)
  }
  return { kind: 'map', pairs, isOpen: true }
}

function isName(token: string): boolean {
  return /^(?:[A-Za-z_$]|")/.test(token)
}

/** `name = value`, or a block with its labels: `type "label" { … }`. */
function readEntry(first: string, reader: Reader): PatternPair | undefined {
  const next = reader.tokens[reader.at]
  if (next === '=' || next === ':') {
    reader.at++
    const value = readValue(reader)
    return value === undefined ? undefined : toPair(first, value)
  }
  const names = [first]
  for (let token = next; token !== undefined && token !== '{'; token = reader.tokens[reader.at]) {
    if (!isName(token) && token !== '...') return undefined
    names.push(token)
    reader.at++
  }
  if (reader.tokens[reader.at++] !== '{') return undefined
  const body = readBody(reader)
  if (body === undefined || reader.tokens[reader.at++] !== '}') return undefined
  return names.toReversed().reduce<PatternPair | undefined>((inner, name) => {
    if (inner === undefined) return { ...toPair(name, body), isBlock: true }
    return toPair(name, { kind: 'map', pairs: [inner], isOpen: true })
  }, undefined)
}

/** A key: a name, a label in quotes, a metavariable, or any label for `...`. */
function toPair(written: string, value: DocumentPattern): PatternPair {
  const plain = written.replace(/^"(.*)"$/s, '$1')
  const name = metavariableIn(plain)
  if (name !== undefined && name !== '_') return { key: `$${name}`, isMetavariable: true, value }
  return { key: plain === '...' || name === '_' ? '*' : plain, isMetavariable: plain === '...' || name === '_', value }
}

function readValue(reader: Reader): DocumentPattern | undefined {
  const token = reader.tokens[reader.at++]
  if (token === undefined) return undefined
  if (token === '[') return readList(reader)
  if (token === '{') {
    const body = readBody(reader)
    return reader.tokens[reader.at++] === '}' ? body : undefined
  }
  // A call or a reference.
  if (/^[(.[]$/.test(reader.tokens[reader.at] ?? '') && !token.startsWith('"')) return undefined
  if (token.startsWith('"')) return toScalarPattern(token.slice(1, -1).replace(/\\(.)/g, '$1'), true)
  if (/^-?\d/.test(token)) return { kind: 'scalar', value: Number(token) }
  if (token === 'true' || token === 'false') return { kind: 'scalar', value: token === 'true' }
  if (token === 'null') return { kind: 'scalar', value: null }
  return token === '...' || token.startsWith('$') ? toScalarPattern(token, false) : undefined
}

function readList(reader: Reader): DocumentPattern | undefined {
  const items: DocumentPattern[] = []
  let isOpen = false
  for (let token = reader.tokens[reader.at]; token !== ']'; token = reader.tokens[reader.at]) {
    if (token === undefined) return undefined
    if (token === ',') reader.at++
    else {
      const item = readValue(reader)
      if (item === undefined) return undefined
      if (item.kind === 'anything') isOpen = true
      else items.push(item)
    }
  }
  reader.at++
  return { kind: 'list', items, isOpen }
}
