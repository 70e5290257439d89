import { BOUNDS } from '../../model/bounds.ts'
import type { Span } from '../../model/position.ts'

/** An expression `${{ }}` in a text, and the contexts whose text it returns, such as `['env', 'TITLE']`. Offsets are those in the text. */
export interface Expression extends Span {
  readonly paths: readonly (readonly string[])[]
}

/** The expressions of a text, in order. */
export function readExpressions(text: string): readonly Expression[] {
  const found: Expression[] = []
  for (let start = text.indexOf(OPEN), end = 0; start >= 0; start = text.indexOf(OPEN, end)) {
    end = endOfExpression(text, start + OPEN.length)
    if (end < 0) break
    const tokens = [...text.slice(start + OPEN.length, end).matchAll(TOKEN)].map(([token]) => token)
    end += CLOSE.length
    found.push({ start, end, paths: tokens.length > MAX_TOKENS ? [] : readAlternatives({ tokens, at: 0 }) })
  }
  return found
}

/** Reading is recursive. */
const MAX_TOKENS = BOUNDS.pipelineExpressionTokens.value
const OPEN = '${{'
const CLOSE = '}}'

/** The offset of the end, which strings may contain. Negative if there is none. */
function endOfExpression(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(CLOSE, at)) return at
    if (text[at] !== "'") continue
    at = text.indexOf("'", at + 1)
    if (at < 0) return -1
  }
  return -1
}

const TOKEN = /'(?:[^']|'')*'|[A-Za-z_][\w-]*|[\d.]+|&&|\|\||[=!<>]=?|[()[\],.*]/g
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>='])
/** Functions that return the text of their arguments. */
const BUILDERS = new Set(['format', 'join', 'tojson', 'fromjson'])

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

type Paths = readonly (readonly string[])[]

/** `a || b` returns `a` or `b`. */
function readAlternatives(reader: Reader): Paths {
  const found = [...readConjunction(reader)]
  while (take(reader, '||')) found.push(...readConjunction(reader))
  return found
}

/** `a && b` returns `b`, or an `a` that is empty. */
function readConjunction(reader: Reader): Paths {
  let last = readComparison(reader)
  while (take(reader, '&&')) last = readComparison(reader)
  return last
}

function readComparison(reader: Reader): Paths {
  const left = readOperand(reader)
  if (!COMPARISONS.has(reader.tokens[reader.at])) return left
  reader.at += 1
  readOperand(reader)
  return []
}

function readOperand(reader: Reader): Paths {
  const token = reader.tokens[reader.at]
  if (token === undefined) return []
  reader.at += 1
  if (token === '!') {
    readOperand(reader)
    return []
  }
  if (token === '(') {
    const inner = readAlternatives(reader)
    take(reader, ')')
    return inner
  }
  if (!/^[A-Za-z_]/.test(token)) return []
  return take(reader, '(') ? readCall(reader, token) : [readPath(reader, token)]
}

function readCall(reader: Reader, name: string): Paths {
  const found: (readonly string[])[] = []
  while (reader.at < reader.tokens.length && !take(reader, ')')) {
    const before = reader.at
    found.push(...readAlternatives(reader))
    if (!take(reader, ',') && reader.at === before) reader.at += 1
  }
  skipPath(reader)
  return BUILDERS.has(name.toLowerCase()) ? found : []
}

/** `fromJSON(x).name` */
function skipPath(reader: Reader): void {
  readPath(reader, '')
}

/** `github.event['issue'].title` is `['github', 'event', 'issue', 'title']`. */
function readPath(reader: Reader, first: string): readonly string[] {
  const path = [first]
  for (;;) {
    if (take(reader, '.')) path.push(reader.tokens[reader.at++] ?? '')
    else if (take(reader, '[')) {
      path.push((reader.tokens[reader.at++] ?? '').replace(/^'(.*)'$/, '$1'))
      take(reader, ']')
    } else return path
  }
}

function take(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false
  reader.at += 1
  return true
}
