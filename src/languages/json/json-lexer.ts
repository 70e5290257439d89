import type { DocumentScalar } from '../../model/document.ts'
import type { FaultLog } from '../documents/fault-log.ts'
import { decodeString } from './decode-string.ts'

/** Reads the tokens of a JSON text, going forwards only. */
export interface JsonLexer {
  at(): number
  /** Passes one character; the place after it. */
  advance(): number
  /** Passes white space and comments. The next character, empty at the end. */
  skipSpace(): string
  /** A string, number, name or whatever stands up to the next separator. Always goes forwards. */
  readScalar(): DocumentScalar
  readKey(): { key: string; keyStart: number; keyEnd: number }
  /** Passes one character that may not stand here, with a fault. */
  skipStray(): void
  /** Passes an object or array without reading it. */
  skipNested(): DocumentScalar
}

/** Stands at the start of the text. */
export function createJsonLexer(text: string, faults: FaultLog): JsonLexer {
  let at = 0

  const skipComment = (): boolean => {
    const isBlock = text[at + 1] === '*'
    if (!isBlock && text[at + 1] !== '/') return false
    const end = isBlock ? text.indexOf('*/', at + 2) : lineEnd(text, at)
    if (end === -1) faults.add(at, 'This comment is not closed.')
    at = end === -1 ? text.length : isBlock ? end + 2 : end
    return true
  }

  const skipSpace = (): string => {
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (code === 32 || code === 10 || code === 13 || code === 9 || isRareSpace(code)) at += 1
      else if (code !== 47 || !skipComment()) break
    }
    return at < text.length ? text[at] : ''
  }

  /** The place of the closing quote, or of the end of the line with a fault. */
  const findQuote = (quote: number): number => {
    let end = at + 1
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === quote) return end
      if (code === 92) end += text.charCodeAt(end + 1) === 13 && text.charCodeAt(end + 2) === 10 ? 2 : 1
      else if (code === 10 || code === 13) break
    }
    faults.add(at, 'This string is not closed on its line.')
    return Math.min(end, text.length)
  }

  const readQuoted = (): { value: string; start: number; end: number } => {
    const start = at
    const quote = text.charCodeAt(at)
    const close = findQuote(quote)
    at = text.charCodeAt(close) === quote ? close + 1 : close
    return { value: decodeString(text.slice(start + 1, close)), start, end: at }
  }

  const readBare = (): { source: string; start: number; end: number } => {
    const start = at
    while (at < text.length && !SEPARATORS.has(text[at]) && !isRareSpace(text.charCodeAt(at))) {
      if (text[at] === '/' && at > start && (text[at + 1] === '/' || text[at + 1] === '*')) break
      at += 1
    }
    if (at === start) at += 1
    return { source: text.slice(start, at), start, end: at }
  }

  return {
    at: () => at,
    advance: () => {
      at += 1
      return at
    },
    skipSpace,
    readScalar: () => {
      if (text[at] === '"' || text[at] === "'") return { kind: 'scalar', ...readQuoted() }
      const { source, start, end } = readBare()
      const value = bareValue(source)
      if (value !== undefined) return { kind: 'scalar', start, end, value }
      faults.add(start, 'A value is expected here: an object, an array, a string in quotes, a number, `true`, `false` or `null`.')
      return { kind: 'scalar', start, end, value: source, computed: true }
    },
    readKey: () => {
      if (text[at] === '"' || text[at] === "'") {
        const { value, start, end } = readQuoted()
        return { key: value, keyStart: start, keyEnd: end }
      }
      const { source, start, end } = readBare()
      if (!BARE_KEY.test(source)) faults.add(start, 'A key in quotes is expected here.')
      return { key: source, keyStart: start, keyEnd: end }
    },
    skipStray: () => {
      faults.add(at, 'This character is not allowed here.')
      at += 1
    },
    skipNested: () => {
      const start = at
      let open = 0
      do {
        const char = skipSpace()
        if (char === '') break
        if (char === '"' || char === "'") {
          readQuoted()
          continue
        }
        if (char === '{' || char === '[') open += 1
        if (char === '}' || char === ']') open -= 1
        at += 1
      } while (open > 0)
      return { kind: 'scalar', start, end: at, value: null, computed: true }
    },
  }
}

const SEPARATORS: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', ',', ':', '{', '}', '[', ']', '"', "'"])
const BARE_KEY = /^[\p{L}\p{N}_$-]+$/u
const NUMBER = /^[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|Infinity|NaN)$/

function bareValue(source: string): number | boolean | null | undefined {
  if (source === 'true') return true
  if (source === 'false') return false
  if (source === 'null') return null
  if (!NUMBER.test(source)) return undefined
  const isNegative = source.startsWith('-')
  const size = Number(isNegative || source.startsWith('+') ? source.slice(1) : source)
  return isNegative ? -size : size
}

/** Spaces that JSON5 allows, and the byte order mark between values. */
function isRareSpace(code: number): boolean {
  return code === 11 || code === 12 || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029
}

function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}
