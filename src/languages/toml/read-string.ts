import type { FaultLog } from '../documents/fault-log.ts'

/** A string's value, and the place after its closing quotes. */
export interface ReadString {
  readonly value: string
  readonly end: number
}

/** Reads the four strings of TOML from their opening quote. A string that is not closed ends with its line, or with the text, and is a fault. */
export interface StringReader {
  read(start: number): ReadString
  /** As `read`, for keys: `"""` begins an empty string. */
  readLine(start: number): ReadString
}

/** Reads strings of one text; what is wrong in them goes to `faults`. */
export function createStringReader(text: string, faults: FaultLog): StringReader {
  const readLine = (start: number): ReadString => {
    const quote = text[start]
    let at = start + 1
    while (at < text.length && text[at] !== quote && text[at] !== '\n' && text[at] !== '\r')
      at += quote === '"' && text[at] === '\\' && !endsLine(text, at + 1) ? 2 : 1
    at = Math.min(at, text.length)
    const inside = text.slice(start + 1, at)
    if (text[at] !== quote) faults.add(start, 'This string is not closed on its line.')
    return { value: quote === '"' ? decodeEscapes(inside) : inside, end: text[at] === quote ? at + 1 : at }
  }

  const readLines = (start: number): ReadString => {
    const quotes = text.slice(start, start + 3)
    let at = start + 3
    while (at < text.length && !text.startsWith(quotes, at)) at += quotes === '"""' && text[at] === '\\' ? 2 : 1
    at = Math.min(at, text.length)
    const isClosed = text.startsWith(quotes, at)
    if (!isClosed) faults.add(start, 'This multi-line string is not closed.')
    // Up to two quotes may stand right before the closing ones.
    for (let more = 0; more < 2 && isClosed && text[at + 3] === quotes[0]; more += 1) at += 1
    const inside = text
      .slice(start + 3, at)
      .replace(/^(?:\r\n|\r|\n)/, '')
      .replace(/\r\n?/g, '\n')
    return { value: quotes === '"""' ? decodeEscapes(inside) : inside, end: isClosed ? at + 3 : at }
  }

  return { readLine, read: (start) => (text.startsWith('"""', start) || text.startsWith("'''", start) ? readLines(start) : readLine(start)) }
}

function endsLine(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r'
}

function decodeEscapes(inside: string): string {
  return inside.includes('\\') ? inside.replace(ESCAPE, decodeEscape) : inside
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([ \t]*\n[ \t\n]*)|([\s\S])|$)/g
const LETTERS: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' }

function decodeEscape(
  whole: string,
  short: string | undefined,
  long: string | undefined,
  hex: string | undefined,
  _fold: string | undefined,
  letter: string | undefined,
): string {
  const code = Number.parseInt(short ?? long ?? hex ?? '', 16)
  if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  return letter === undefined ? '' : (LETTERS[letter] ?? letter)
}
