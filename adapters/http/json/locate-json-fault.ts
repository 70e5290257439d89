/** The position of a JSON syntax error. */
export interface JsonFault {
  /** In UTF-16 units, from 0. The text before it can begin a JSON text. */
  readonly offset: number
  /** The expected tokens. */
  readonly expected: string
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** The longest prefix of a number. */
const NUMBER_START = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const ESCAPE_START = /\\(?:u[0-9a-fA-F]{0,3})?/y
const WHITE_SPACE = /[ \t\n\r]*/y
const WORDS = ['true', 'false', 'null'] as const

/**
 * Finds the first syntax error of a text (RFC 8259), or `undefined`. V8's own message differs between versions, may lack the position, and quotes the
 * text.
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  // Open brackets, iteratively: nesting is the caller's to choose.
  const open: ('[' | '{')[] = []
  let at = skip(WHITE_SPACE, text, 0)
  let fault: JsonFault | undefined

  for (;;) {
    if (text[at] === '{' || text[at] === '[') {
      const bracket = text[at] === '{' ? '{' : '['
      const inside = skip(WHITE_SPACE, text, at + 1)
      if (text[inside] !== (bracket === '{' ? '}' : ']')) {
        open.push(bracket)
        at = inside
        if (bracket === '{' && (fault = readKey('a key in double quotes or `}`'))) return fault
        continue
      }
      at = inside + 1
    } else if ((fault = readScalar())) return fault
    if ((fault = closeAndStep())) return fault
    if (open.length === 0) return undefined
  }

  /** After a value: closes what ends here, and skips the comma before the next value. */
  function closeAndStep(): JsonFault | undefined {
    for (;;) {
      at = skip(WHITE_SPACE, text, at)
      const innermost = open.at(-1)
      if (!innermost) return at < text.length ? { offset: at, expected: 'the end' } : undefined
      if (text[at] === (innermost === '{' ? '}' : ']')) {
        open.pop()
        at += 1
        continue
      }
      if (text[at] !== ',') return { offset: at, expected: innermost === '{' ? '`,` or `}`' : '`,` or `]`' }
      at = skip(WHITE_SPACE, text, at + 1)
      return innermost === '{' ? readKey('a key in double quotes') : undefined
    }
  }

  function readKey(expected: string): JsonFault | undefined {
    if (text[at] !== '"') return { offset: at, expected }
    const inKey = readString()
    if (inKey) return inKey
    at = skip(WHITE_SPACE, text, at)
    if (text[at] !== ':') return { offset: at, expected: '`:`' }
    at = skip(WHITE_SPACE, text, at + 1)
    return undefined
  }

  function readScalar(): JsonFault | undefined {
    if (text[at] === '"') return readString()
    for (const word of WORDS) {
      if (text[at] !== word[0]) continue
      const same = [...word].findIndex((letter, index) => text[at + index] !== letter)
      if (same >= 0) return { offset: at + same, expected: `\`${word}\`` }
      at += word.length
      return undefined
    }
    const end = skip(NUMBER_START, text, at)
    if (end === at) return { offset: at, expected: 'a value' }
    if (!NUMBER.test(text.slice(at, end))) return { offset: end, expected: 'a digit' }
    at = end
    return undefined
  }

  function readString(): JsonFault | undefined {
    at += 1
    for (;;) {
      at = skip(PLAIN_CHARACTERS, text, at)
      if (text[at] === '"') {
        at += 1
        return undefined
      }
      if (text[at] !== '\\') return { offset: at, expected: at < text.length ? 'an escape such as `\\n` instead of a control character' : '`"`' }
      const after = skip(ESCAPE, text, at)
      if (after === at) return { offset: skip(ESCAPE_START, text, at), expected: 'one of the escapes of JSON' }
      at = after
    }
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}
