/** What the parts of re2js that are used here ask of their input. Offsets are UTF-16; the names are re2js'. */
export interface RegexInput {
  text: string
  endPos(): number
  /** Bits: 1 and 2 a line begins and ends here, 4 and 8 the text does, 16 a word boundary is here, 32 none is. */
  context(at: number): number
  /** The code point here, above three bits of its length in units; negative at the end. */
  step(at: number): number
  canCheckPrefix(): boolean
  /** How far from here the prefix of the program is, -1 when it comes no more. */
  index(program: { readonly prefix: string }, at: number): number
  hasString(literal: { readonly str: string }, from: number): boolean
  hasAnyString(literals: { automaton16(): { searchUTF16(text: string, from: number, to: number): boolean } }, from: number): boolean
}

/** re2js makes such an object from a string too, but hides it behind calls that choose the engine. One is enough for a regex: it is given one text after the other. */
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

/** The code point of the pair that begins at `at`, or the surrogate there when it has no partner. */
export function codePointAt(text: string, at: number): number {
  const high = text.charCodeAt(at)
  const low = at + 1 < text.length ? text.charCodeAt(at + 1) : 0
  return (low & 0xfc00) === 0xdc00 ? ((high - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : high
}
