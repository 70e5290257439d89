import { type CharSet, invert, normalizeRanges, unite } from './char-set.ts'

const DIGITS: CharSet = [48, 57]
export const WORD: CharSet = normalizeRanges([
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
])
const SPACE: CharSet = normalizeRanges([
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
])
/** The characters that `.` does not match. */
export const LINE_BREAKS_OF_JAVASCRIPT: CharSet = normalizeRanges([
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
])
export const LINE_BREAK_OF_PYTHON: CharSet = [10, 10]

/** In Python `\w` includes letters of all scripts. ASCII has a character of each relevant kind, so the exact set matters little. */
const WORD_OF_PYTHON: CharSet = unite([WORD, [0xaa, 0xaa, 0xb5, 0xb5, 0xc0, 0x1fff, 0x2c00, 0xd7ff, 0xf900, 0xfdff, 0x10000, 0x1ffff]])

/** The set of `\d`, `\W` and similar classes. Undefined for other letters. */
export function namedSet(letter: string, isPython: boolean): CharSet | undefined {
  const set = { d: DIGITS, w: isPython ? WORD_OF_PYTHON : WORD, s: SPACE }[letter.toLowerCase()]
  if (set === undefined) return undefined
  return letter === letter.toUpperCase() ? invert(set) : set
}

const LETTERS: CharSet = unite([
  [65, 90, 97, 122],
  [0xc0, 0x1fff, 0x2c00, 0xd7ff],
])

/** Approximates `\p{…}`: exact for ASCII, which is sufficient to test whether two sets overlap. */
export function propertySet(name: string): CharSet | undefined {
  const short = name.replace(/^(?:General_Category|gc)=/, '')
  if (/^(?:L|Letter|Alphabetic|Alpha|ID_Start|IDS|XID_Start)$/.test(short) || /^(?:Script|sc|Script_Extensions|scx)=/.test(short)) return LETTERS
  if (/^(?:Lu|Uppercase_Letter|Uppercase)$/.test(short)) return [65, 90, 0xc0, 0xde]
  if (/^(?:Ll|Lowercase_Letter|Lowercase)$/.test(short)) return [97, 122, 0xdf, 0xff]
  if (/^(?:N|Number|Nd|Decimal_Number)$/.test(short)) return DIGITS
  if (/^(?:ID_Continue|IDC|XID_Continue)$/.test(short)) return unite([LETTERS, WORD])
  if (/^(?:P|Punctuation|S|Symbol|Po|Other_Punctuation)$/.test(short)) return [33, 47, 58, 64, 91, 96, 123, 126]
  if (/^(?:White_Space|space|Z|Separator|Zs|Space_Separator)$/.test(short)) return SPACE
  if (/^(?:Cc|Control|cntrl)$/.test(short)) return [0, 31, 127, 159]
  if (/^(?:Cf|Format)$/.test(short)) return [0xad, 0xad, 0x600, 0x605, 0x61c, 0x61c, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0xfeff, 0xfeff]
  if (/^(?:Default_Ignorable_Code_Point|DI)$/.test(short))
    return [0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x180b, 0x180f, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0xfe00, 0xfe0f, 0xfeff, 0xfeff]
  if (/^(?:Cs|Surrogate)$/.test(short)) return [0xd800, 0xdfff]
  if (/^(?:Any|Assigned)$/.test(short)) return [0, 0x10ffff]
  if (/^(?:M|Mark|Mn|Emoji|Emoji_Presentation|Extended_Pictographic|Lm|Lo)$/.test(short)) return [0x300, 0x36f, 0x1f300, 0x1faff]
  return undefined
}
