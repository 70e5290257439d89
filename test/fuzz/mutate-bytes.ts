import type { SeededRandom } from '../../src/testing/seeded-random.ts'

/** Tokens that break parsers: unmatched brackets, ends of strings and comments, other languages, bytes that are not text. */
const TOKENS = [
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '"',
    "'",
    '`',
    '${',
    '/*',
    '*/',
    '//',
    '#',
    '"""',
    "'''",
    '\\',
    '<<EOF',
    '{{',
    '}}',
    '---\n',
    '<a>',
    '</',
  ],
  ...['\n', '\r', '\r\n', '\t', '\u2028', '\u0085', '\ufeff', '\u0000', '\u212a', 'é', '中', '😀', '\u0130', 'ǀ', 'ǀǀǀ', '$X', '...', '$...ARGS'],
  ...[
    'assay-ignore',
    '// assay-ignore x -- y',
    '/* assay-ignore-file */',
    '# nosec',
    'nosemgrep',
    'eval(',
    'await ',
    'function ',
    'def f(',
    'class ',
    'return ',
  ],
  ...[
    'import x from ',
    'from a import *',
    'const {a: {b}} = ',
    '...a',
    '?.',
    ' ?? ',
    '=>',
    ' if ',
    ' else ',
    'elif',
    'lambda: ',
    'f"{',
    '&a ',
    '*a',
    '<<: ',
    '!Ref ',
  ],
]

/** The bytes with a few mutations: ranges cut, duplicated, moved or overwritten, tokens inserted, or the end removed. */
export function mutateBytes(bytes: Uint8Array, others: readonly Uint8Array[], random: SeededRandom): Uint8Array {
  let mutated = bytes
  const faults = 1 + random(1 + random(8))
  for (let fault = 0; fault < faults; fault++) mutated = mutateOnce(mutated, others, random)
  return mutated.subarray(0, MAX_BYTES)
}

const MAX_BYTES = 200_000

function mutateOnce(bytes: Uint8Array, others: readonly Uint8Array[], random: SeededRandom): Uint8Array {
  const at = random(bytes.length + 1)
  const end = Math.min(bytes.length, at + random(1 + random(400)))
  switch (random(9)) {
    case 0:
      return splice(bytes, at, end)
    case 1:
      return splice(bytes, at, at, bytes.subarray(at, end))
    case 2:
      return splice(bytes, at, at, token(random))
    case 3:
      return splice(bytes, at, end, token(random))
    case 4:
      return splice(bytes, at, at, repeated(token(random), random(2000)))
    case 5:
      // May split a character.
      return bytes.subarray(0, at)
    case 6:
      return splice(bytes, at, Math.min(bytes.length, at + 1), Uint8Array.of(random(256)))
    case 7: {
      const other = others[random(others.length)] ?? bytes
      const from = random(other.length + 1)
      return splice(bytes, at, end, other.subarray(from, from + random(2000)))
    }
    default:
      return splice(
        bytes,
        at,
        at,
        Uint8Array.from({ length: random(20) }, () => random(256)),
      )
  }
}

function token(random: SeededRandom): Uint8Array {
  return new TextEncoder().encode(TOKENS[random(TOKENS.length)])
}

function repeated(bytes: Uint8Array, times: number): Uint8Array {
  const all = new Uint8Array(bytes.length * times)
  for (let time = 0; time < times; time++) all.set(bytes, time * bytes.length)
  return all
}

function splice(bytes: Uint8Array, from: number, to: number, put: Uint8Array = new Uint8Array()): Uint8Array {
  const whole = new Uint8Array(from + put.length + bytes.length - to)
  whole.set(bytes.subarray(0, from))
  whole.set(put, from)
  whole.set(bytes.subarray(to), from + put.length)
  return whole
}
