/** The input interface of the used parts of re2js. Offsets are UTF-16. Names are those of re2js. */
export interface RegexInput {
  text: string
  endPos(): number
  /** Bits: 1 line start, 2 line end, 4 text start, 8 text end, 16 word boundary, 32 no word boundary. */
  context(at: number): number
  /** The code point here, shifted by three bits of its length in units. Negative at the end. */
  step(at: number): number
  canCheckPrefix(): boolean
  /** Distance to the next prefix of the program, or -1. */
  index(program: { readonly prefix: string }, at: number): number
  hasString(literal: { readonly str: string }, from: number): boolean
  hasAnyString(literals: { automaton16(): { searchUTF16(text: string, from: number, to: number): boolean } }, from: number): boolean
}

/** re2js can create such an object from a string, but only in functions that also choose the engine. One object per regex is reused for all texts. */
export function createInput(): RegexInput {
  const input: RegexInput = {
    text: '',
    endPos: () => input.text.length,
    context(at) {
      const { text } = input
      const lineStart = at === 0 || text.charCodeAt(at - 1) === 10 ? 1 : 0
      const lineEnd = at === text.length || text.charCodeAt(at) === 10 ? 2 : 0
      const ends = (at === 0 ? 4 : 0) | (at === text.length ? 8 : 0)
      return lineStart | lineEnd | ends | (isWordUnit(text.charCodeAt(at - 1)) === isWordUnit(text.charCodeAt(at)) ? 32 : 16)
    },
    step(at) {
      const { text } = input
      if (at >= text.length) return -8
      const unit = text.charCodeAt(at)
      if ((unit & 0xfc00) !== 0xd800) return (unit << 3) | 1
      const code = codePointAt(text, at)
      return (code << 3) | (code > 0xffff ? 2 : 1)
    },
    canCheckPrefix: () => true,
    index({ prefix }, at) {
      const found = input.text.indexOf(prefix, at)
      return found < 0 ? -1 : found - at
    },
    hasString: ({ str }, from) => input.text.includes(str, from),
    hasAnyString: (literals, from) => literals.automaton16().searchUTF16(input.text, from, input.text.length),
  }
  return input
}

function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
}

/** The code point of the surrogate pair at `at`, or the single unit. */
export function codePointAt(text: string, at: number): number {
  const high = text.charCodeAt(at)
  const low = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
  return (low & 0xfc00) === 0xdc00 ? ((high - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : high
}
