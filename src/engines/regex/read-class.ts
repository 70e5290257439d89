import { RE2JS } from 're2js'
import { perlClass, posixClass } from './named-classes.ts'
import type { CharSet } from './regex-node.ts'
import { Refusal, popCodePoint } from './regex-reader.ts'
import type { RegexReader } from './regex-reader.ts'

/** `\d` and similar classes, or `\p{…}`. Undefined for another escape. */
export function readClassEscape(reader: RegexReader): CharSet | undefined {
  if (reader.source[reader.at] !== '\\') return undefined
  const letter = reader.source[reader.at + 1] ?? ''
  const ranges = perlClass(letter)
  if (ranges !== undefined) {
    reader.at += 2
    return classNode(reader, ranges)
  }
  if (letter !== 'p' && letter !== 'P') return undefined
  const property = /^\\[pP](?:\{[^}]*\}|[^{])/su.exec(reader.source.slice(reader.at))
  if (property === null || !isProperty(property[0])) {
    throw new Refusal(`\`${property?.[0] ?? `\\${letter}`}\` names no Unicode property`, reader.at, 'Such as `\\pL`, `\\p{Lu}` or `\\p{Greek}`.')
  }
  reader.at += property[0].length
  return classNode(reader, [], true)
}

function isProperty(source: string): boolean {
  try {
    RE2JS.compile(source)
    return true
  } catch {
    return false
  }
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }

/** The code point of the escape at the reader, which is at its backslash. */
export function readEscape(reader: RegexReader): number {
  const open = reader.at
  const rest = reader.source.slice(open, open + 2)
  if (rest.length < 2) throw new Refusal('The regex ends with a backslash', open, 'Write `\\\\` for a backslash in the text.')
  const letter = rest[1] ?? ''
  const coded = /^\\(?:(0[0-7]{0,2}|[1-7][0-7]{1,2})|x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]+)\})/.exec(reader.source.slice(open))
  const code = coded === null ? CONTROL[letter] : coded[1] === undefined ? parseInt(coded[2] ?? coded[3] ?? '', 16) : parseInt(coded[1], 8)
  if (code !== undefined && code <= 0x10ffff) {
    reader.at += coded === null ? 2 : coded[0].length
    return code
  }
  if (coded === null && /^[\x00-\x7f]$/.test(letter) && !/^[A-Za-z0-9]$/.test(letter)) {
    reader.at += 2
    return letter.charCodeAt(0)
  }
  throw new Refusal(
    `\`${reader.source.slice(open, open + 1 + String.fromCodePoint(reader.source.codePointAt(open + 1) ?? 0).length)}\` is no escape of RE2 syntax`,
    open,
    escapeHint(letter),
  )
}

function escapeHint(letter: string): string | undefined {
  if (/[1-9]/.test(letter)) return 'There are no back references: they have no linear-time matching. Name both parts and compare the metavariables.'
  if (letter === 'Z') return 'Write `\\z` for the end of the text.'
  if (letter === 'u' || letter === 'x') return 'Write `\\x{00e9}`.'
  if (letter === 'k') return 'There are no back references.'
  return undefined
}

/** `[…]`. The reader is at the bracket. */
export function readClass(reader: RegexReader): CharSet {
  const open = reader.at
  reader.at++
  const negated = reader.source[reader.at] === '^'
  if (negated) reader.at++
  const ranges: number[] = []
  let unlisted = false
  for (let first = true; first || reader.source[reader.at] !== ']'; first = false) {
    if (reader.at >= reader.source.length) throw classNeverClosed(open)
    const inner = readPosixClass(reader) ?? readClassEscape(reader)
    if (inner === undefined) ranges.push(...readClassRange(reader, open))
    else {
      ranges.push(...inner.ranges)
      unlisted ||= inner.open
    }
  }
  reader.at++
  return { kind: 'set', ranges, negated, open: unlisted, fold: reader.fold }
}

function classNeverClosed(open: number): Refusal {
  return new Refusal('This `[` is never closed', open, 'Add a `]`, or write `\\[` for a bracket in the text.')
}

function readPosixClass(reader: RegexReader): CharSet | undefined {
  if (!reader.source.startsWith('[:', reader.at)) return undefined
  const end = reader.source.indexOf(':]', reader.at)
  if (end < 0) return undefined
  const ranges = posixClass(reader.source.slice(reader.at + 2, end))
  if (ranges === undefined)
    throw new Refusal(`\`${reader.source.slice(reader.at, end + 2)}\` is no class`, reader.at, 'Such as `[[:alpha:]]` or `[[:^space:]]`.')
  reader.at = end + 2
  return classNode(reader, ranges)
}

function readClassRange(reader: RegexReader, open: number): [low: number, high: number] {
  const offset = reader.at
  const low = readClassChar(reader, open)
  if (reader.source[reader.at] !== '-' || reader.source[reader.at + 1] === ']') return [low, low]
  reader.at++
  const high = readClassChar(reader, open)
  if (high < low)
    throw new Refusal(`The range \`${reader.source.slice(offset, reader.at)}\` runs backwards`, offset, 'Put a plain `-` first or last in the class.')
  return [low, high]
}

function readClassChar(reader: RegexReader, open: number): number {
  if (reader.at >= reader.source.length) throw classNeverClosed(open)
  return reader.source[reader.at] === '\\' ? readEscape(reader) : popCodePoint(reader)
}

function classNode(reader: RegexReader, ranges: readonly number[], open = false): CharSet {
  return { kind: 'set', ranges, negated: false, open, fold: reader.fold }
}
