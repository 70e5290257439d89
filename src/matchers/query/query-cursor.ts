/** A position in the source of a query, with the lexical rules of tree-sitter's query language. Offsets are UTF-16. */
export interface QueryCursor {
  offset(): number
  atEnd(): boolean
  /** The current character. Empty at the end. */
  peek(): string
  advance(units: number): void
  /** White space and comments. */
  skipSpace(): void
  /** A name starts here. */
  isName(): boolean
  /** A name could go on `units` further. */
  isNameAt(units: number): boolean
  readName(): string
  /** A string in double quotes, with the offset of each unit of its value. Undefined, without moving, if it is not closed on its line. */
  readString(): { readonly value: string; readonly places: readonly number[] } | undefined
}

const SPACE = /[\s;]/
const NAME_START = /[\p{L}\p{N}_-]/u
const NAME_PART = /[\p{L}\p{N}_.-]/u
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' }

/** A cursor at the start of a query. */
export function createCursor(source: string): QueryCursor {
  let at = 0
  const peek = (): string => source.charAt(at)
  const readName = (): string => {
    const start = at
    while (at < source.length && NAME_PART.test(peek())) at++
    return source.slice(start, at)
  }
  const skipSpace = (): void => {
    while (at < source.length && SPACE.test(peek())) {
      if (peek() === ';') while (at < source.length && peek() !== '\n') at++
      else at++
    }
  }
  const readString = (): { value: string; places: number[] } | undefined => {
    let value = ''
    const places: number[] = []
    for (let i = at + 1; i < source.length; i++) {
      const place = i
      let char = source.charAt(i)
      if (char === '"') {
        at = i + 1
        return { value, places }
      }
      if (char === '\n') return undefined
      if (char === '\\') {
        i++
        char = ESCAPES[source.charAt(i)] ?? source.charAt(i)
      }
      value += char
      if (char !== '') places.push(place)
    }
    return undefined
  }
  return {
    offset: () => at,
    atEnd: () => at >= source.length,
    peek,
    advance: (units) => {
      at += units
    },
    skipSpace,
    isName: () => NAME_START.test(peek()),
    isNameAt: (units) => NAME_PART.test(source.charAt(at + units)),
    readName,
    readString,
  }
}
