import { COMMON_SEQUENCES } from './common-sequences.generated.ts'

const LETTERS = 26
const SYMBOLS = 28
const SMALL_A = 97
/** A byte a character. */
const BITS = atob(COMMON_SEQUENCES)

/**
 * The share (0 to 1) of a text's sequences of three characters that are rare in words and names. Case, the value of digits and the kind of
 * punctuation do not count. Random letters and digits have about 0.8, and seldom less than 0.4. Names of 12 characters and more hardly ever have more
 * than 0.35, even if joined. Hexadecimal digits have less, because few of their sequences are only letters. 0 for texts under three characters.
 */
export function tokenRarity(text: string): number {
  let rare = 0
  let sequence = 0
  for (let at = 0; at < text.length; at++) {
    sequence = (sequence % (SYMBOLS * SYMBOLS)) * SYMBOLS + symbolOf(text.charCodeAt(at))
    if (at >= 2 && ((BITS.charCodeAt(sequence >> 3) >> (sequence & 7)) & 1) === 0) rare++
  }
  return text.length < 3 ? 0 : rare / (text.length - 2)
}

function symbolOf(code: number): number {
  const letter = (code | 32) - SMALL_A
  if (letter >= 0 && letter < LETTERS && code < 128) return letter
  return code >= 48 && code <= 57 ? LETTERS : LETTERS + 1
}
