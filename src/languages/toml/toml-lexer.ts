import { BOUNDS } from '../../model/bounds.ts'
import type { DocumentScalar } from '../../model/document.ts'
import type { FaultLog } from '../documents/fault-log.ts'
import type { KeyPlace } from '../documents/map-builder.ts'
import { parseBareValue } from './parse-bare-value.ts'
import { createStringReader } from './read-string.ts'

/** Reads the tokens of a TOML text, going forwards only. */
export interface TomlLexer {
  at(): number
  /** Passes one character; the place after it. */
  advance(): number
  peek(): string
  /** Passes blanks, then this character when it is there. */
  take(char: string): boolean
  /** Passes spaces and tabs. The next character, empty at the end. */
  skipBlanks(): string
  /** Passes blanks, line ends and comments. */
  skipLines(): string
  skipLine(): void
  /** Passes a comment and the end of the line; what else is there is a fault. */
  endLine(): void
  /** Keys with dots between them; undefined when there is none. */
  readKeys(): readonly KeyPlace[] | undefined
  /** A string, number, date, or whatever stands up to the next separator. */
  readScalar(): DocumentScalar
  /** Passes an array or inline table without reading it. */
  skipNested(): DocumentScalar
  /** What stands here at the start of a line can only be an entry or a header of the table outside: a bracket above was not closed. */
  beginsEntry(close: ']' | '}'): boolean
}

/** Stands at the start of the text. */
export function createTomlLexer(text: string, faults: FaultLog): TomlLexer {
  let at = 0
  const strings = createStringReader(text, faults)

  const peek = (): string => (at < text.length ? text[at] : '')

  const skipBlanks = (): string => {
    while (at < text.length && (text[at] === ' ' || text[at] === '\t')) at += 1
    return peek()
  }

  const skipLine = (): void => {
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  }

  const skipLines = (): string => {
    for (let char = skipBlanks(); char === '\n' || char === '\r' || char === '#'; char = skipBlanks()) {
      if (char === '#') skipLine()
      else at += 1
    }
    return peek()
  }

  const readKey = (): KeyPlace | undefined => {
    const char = skipBlanks()
    const keyStart = at
    if (char === '"' || char === "'") {
      const { value, end } = strings.readLine(at)
      at = end
      return { key: value, keyStart, keyEnd: end }
    }
    while (at < text.length && BARE_KEY.test(text[at])) at += 1
    return at === keyStart ? undefined : { key: text.slice(keyStart, at), keyStart, keyEnd: at }
  }

  const readBare = (): DocumentScalar => {
    const start = at
    while (at < text.length && !ENDS_VALUE.has(text[at])) at += 1
    // The space between a date and a time.
    if (text[at] === ' ' && DATE.test(text.slice(start, at)) && TIME.test(text.slice(at, at + 4))) {
      at += 1
      while (at < text.length && !ENDS_VALUE.has(text[at])) at += 1
    }
    const source = text.slice(start, at)
    const value = parseBareValue(source)
    if (value !== undefined) return { kind: 'scalar', start, end: at, value }
    faults.add(start, 'A value is expected here: a string in quotes, a number, a date, `true`, `false`, an array or an inline table.')
    return { kind: 'scalar', start, end: at, value: source === '' ? null : source, computed: true }
  }

  return {
    at: () => at,
    advance: () => {
      at += 1
      return at
    },
    peek,
    take: (char) => {
      if (skipBlanks() !== char) return false
      at += 1
      return true
    },
    skipBlanks,
    skipLines,
    skipLine,
    endLine: () => {
      const char = skipBlanks()
      // A bracket that was not closed ends where the next entry begins.
      if (text[at - 1] === '\n' || text[at - 1] === '\r') return
      if (char !== '' && char !== '\n' && char !== '\r' && char !== '#')
        faults.add(at, 'Unexpected text after the value. The rest of the line is ignored.')
      skipLine()
    },
    readKeys: () => {
      const keys: KeyPlace[] = []
      do {
        const key = readKey()
        if (key === undefined) return undefined
        keys.push(key)
        skipBlanks()
        if (peek() !== '.') return keys
        at += 1
      } while (keys.length < MAX_KEYS)
      return undefined
    },
    readScalar: () => {
      const char = peek()
      if (char !== '"' && char !== "'") return readBare()
      const start = at
      const { value, end } = strings.read(start)
      at = end
      return { kind: 'scalar', start, end, value }
    },
    skipNested: () => {
      const start = at
      let open = 0
      do {
        const char = skipLines()
        if (char === '') break
        if (char === '"' || char === "'") {
          at = strings.read(at).end
          continue
        }
        if (char === '[' || char === '{') open += 1
        if (char === ']' || char === '}') open -= 1
        at += 1
      } while (open > 0)
      return { kind: 'scalar', start, end: at, value: null, computed: true }
    },
    beginsEntry: (close) => {
      if (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') return false
      const line = text.slice(at, at + 200)
      return close === ']' ? ENTRY.test(line) || HEADER.test(line) : HEADER.test(line)
    },
  }
}

/** No real key has as many parts; each is a map within the one before. */
const MAX_KEYS = BOUNDS.tomlKeyParts.value
const BARE_KEY = /[\p{L}\p{N}_-]/u
const DATE = /^\d{4}-\d\d-\d\d$/
const TIME = /^ \d\d:/
const ENDS_VALUE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', ',', ']', '}', '#', '[', '{', '"', "'", '='])
/** An entry at the start of a line within an array: no value looks like it. */
const ENTRY = /^[\w.-]+[ \t]*=/
const HEADER = /^\[\[?[ \t]*[A-Za-z_][\w.-]*[ \t]*\]\]?[ \t]*(?:#.*)?(?:[\r\n]|$)/
