const DIGIT = [48, 57]
const SPACE = [9, 10, 12, 13, 32, 32]
const WORD = [48, 57, 65, 90, 95, 95, 97, 122]

const PERL: Readonly<Record<string, readonly number[]>> = { d: DIGIT, s: SPACE, w: WORD }

const POSIX: Readonly<Record<string, readonly number[]>> = {
  alnum: [48, 57, 65, 90, 97, 122],
  alpha: [65, 90, 97, 122],
  ascii: [0, 127],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: DIGIT,
  graph: [33, 126],
  lower: [97, 122],
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: [65, 90],
  word: WORD,
  xdigit: [48, 57, 65, 70, 97, 102],
}

/** Ranges of `\d` `\D` `\s` `\S` `\w` `\W` by their letter. Undefined for other letters. */
export function perlClass(letter: string): readonly number[] | undefined {
  const ranges = Object.hasOwn(PERL, letter.toLowerCase()) ? PERL[letter.toLowerCase()] : undefined
  return ranges !== undefined && letter !== letter.toLowerCase() ? complement(ranges) : ranges
}

/** Ranges of `[:alpha:]` or `[:^alpha:]` by the text between the colons. Undefined for unknown names. */
export function posixClass(name: string): readonly number[] | undefined {
  const plain = name.startsWith('^') ? name.slice(1) : name
  const ranges = Object.hasOwn(POSIX, plain) ? POSIX[plain] : undefined
  return ranges !== undefined && plain !== name ? complement(ranges) : ranges
}

function complement(sorted: readonly number[]): number[] {
  const out: number[] = []
  let next = 0
  for (let i = 0; i < sorted.length; i += 2) {
    const low = sorted[i] ?? 0
    if (low > next) out.push(next, low - 1)
    next = (sorted[i + 1] ?? 0) + 1
  }
  out.push(next, 0x10ffff)
  return out
}
