import { type CharSet, invert } from './char-set.ts'
import { namedSet, propertySet } from './named-sets.ts'
import { PatternError, type PatternReader } from './pattern-reader.ts'

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7 }

/** The set of an escape. The reader is after the backslash. In a class `\b` is a backspace. */
export function readEscape(reader: PatternReader, inClass: boolean): CharSet {
  const letter = reader.next()
  const named = /^[dDwWsS]$/.test(letter) ? namedSet(letter, reader.isPython) : undefined
  if (named !== undefined) return named
  if (/^[pP]$/.test(letter) && reader.isUnicode && !reader.isPython) return readProperty(reader, letter === 'P')
  const code = readCode(reader, letter, inClass)
  return [code, code]
}

function readProperty(reader: PatternReader, negative: boolean): CharSet {
  const [, name = ''] = reader.match(/\{([\w=]+)\}/y) ?? []
  const set = propertySet(name)
  if (set === undefined) throw new PatternError(`the property ${name} is not known`)
  return negative ? invert(set) : set
}

function readCode(reader: PatternReader, letter: string, inClass: boolean): number {
  if (inClass && letter === 'b') return 8
  if (letter === 'a' && !reader.isPython) return 97
  const control = CONTROLS[letter]
  if (control !== undefined) return control
  const digits =
    letter === 'x' ? reader.match(/([0-9A-Fa-f]{2})/y) : letter === 'u' ? reader.match(/\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4})/y) : undefined
  if (digits !== undefined) return Number.parseInt(digits[1] ?? digits[2] ?? '0', 16)
  if (letter === 'U' && reader.isPython) return Number.parseInt(reader.match(/([0-9A-Fa-f]{8})/y)?.[1] ?? '0', 16)
  if (letter === 'c' && !reader.isPython) return (reader.match(/([A-Za-z])/y)?.[1]?.charCodeAt(0) ?? 92) % 32
  if (/^[0-7]$/.test(letter)) return Number.parseInt(letter + (reader.match(/[0-7]{0,2}/y)?.[0] ?? ''), 8)
  return letter.codePointAt(0) ?? 0
}
