import type { DocumentScalar } from '../../model/document.ts'
import type { FaultLog } from '../documents/fault-log.ts'
import { createHeredocReader } from './read-heredoc.ts'
import { createQuoteFinder, decodeQuoted } from './quoted-string.ts'

/** Reads the tokens of an HCL text, going forwards save for `back`. */
export interface HclLexer {
  at(): number
  /** Returns to a place that was passed: faults met in between must not be met again. */
  back(at: number): void
  peek(): string
  /** Passes one character; the place after it. */
  advance(): number
  startsWith(text: string): boolean
  /** Passes blanks and comments, and line ends too when these do not count. The next character, empty at the end. */
  skipSpace(overLines: boolean): string
  skipLine(): void
  /** A name, letters first; undefined when there is none here. */
  readName(): { readonly text: string; readonly start: number; readonly end: number } | undefined
  readNumber(): DocumentScalar | undefined
  /** A string in quotes from here. With `${` or `%{` in it, it is computed, and its value the text between the quotes as it stands. */
  readQuoted(): DocumentScalar
  /** A here-document from here; undefined when `<<` begins none. Its place is from its first character to its last. */
  readHeredoc(): DocumentScalar | undefined
  /**
   * Passes an expression: brackets with all in them, up to a `,`, a bracket that closes something before it, or the end of a line that counts. The
   * place after its last token.
   */
  skipExpression(overLines: boolean): number
  /** A block that can only stand outside all others begins here: a bracket above was not closed. */
  beginsOutside(): boolean
}

/** Stands at the start of the text. */
export function createHclLexer(text: string, faults: FaultLog): HclLexer {
  let at = 0
  const findQuote = createQuoteFinder(text)
  const readHeredocAt = createHeredocReader(text, faults)
  const peek = (): string => (at < text.length ? text[at] : '')

  const skipLine = (): void => {
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  }

  const skipSpace = (overLines: boolean): string => {
    for (let char = peek(); char !== ''; char = peek()) {
      if (char === ' ' || char === '\t' || (overLines && (char === '\n' || char === '\r'))) at += 1
      else if (char === '#' || (char === '/' && text[at + 1] === '/')) skipLine()
      else if (char === '/' && text[at + 1] === '*') skipBlockComment()
      else break
    }
    return peek()
  }

  const skipBlockComment = (): void => {
    const end = text.indexOf('*/', at + 2)
    if (end === -1) faults.add(at, 'This comment is not closed.')
    at = end === -1 ? text.length : end + 2
  }

  const matchHere = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }

  const readQuoted = (): DocumentScalar => {
    const start = at
    const { close, end, hasTemplate } = findQuote(start)
    if (end === close) faults.add(start, 'This string is not closed on its line.')
    at = end
    const inside = text.slice(start + 1, close)
    return hasTemplate ? { kind: 'scalar', start, end, value: inside, computed: true } : { kind: 'scalar', start, end, value: decodeQuoted(inside) }
  }

  const readHeredoc = (): DocumentScalar | undefined => {
    const read = readHeredocAt(at)
    if (read !== undefined) at = read.after
    return read?.node
  }

  const beginsOutside = (): boolean => (at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r') && matchHere(OUTSIDE) !== undefined

  const skipExpression = (overLines: boolean): number => {
    const start = at
    let end = at
    let open = 0
    for (let char = skipSpace(overLines); char !== ''; char = skipSpace(overLines || open > 0)) {
      if (at > start && beginsOutside()) break
      if (OPENING.has(char)) open += 1
      else if (CLOSING.has(char)) open -= 1
      if (open < 0 || (open === 0 && (char === ',' || char === '\n' || char === '\r'))) break
      if (char === '"') at = findQuote(at).end
      else if (char !== '<' || readHeredoc() === undefined) at += matchHere(NAME)?.length ?? 1
      end = at
    }
    return end
  }

  return {
    at: () => at,
    back: (to) => {
      at = to
    },
    peek,
    advance: () => {
      at += 1
      return at
    },
    startsWith: (start) => text.startsWith(start, at),
    skipSpace,
    skipLine,
    readName: () => {
      const name = matchHere(NAME)
      if (name === undefined) return undefined
      const start = at
      at += name.length
      return { text: name, start, end: at }
    },
    readNumber: () => {
      const source = matchHere(NUMBER)
      if (source === undefined) return undefined
      const start = at
      at += source.length
      return { kind: 'scalar', start, end: at, value: Number(source) }
    },
    readQuoted,
    readHeredoc,
    skipExpression,
    beginsOutside,
  }
}

const NAME = /[\p{L}_][\p{L}\p{N}_-]*/uy
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const OPENING: ReadonlySet<string> = new Set(['(', '[', '{'])
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}'])
const OUTSIDE = /(?:resource|data|variable|output|provider|module|ephemeral)[ \t]+"|(?:terraform|locals)[ \t]*\{/y
