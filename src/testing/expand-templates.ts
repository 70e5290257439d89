import { crc32Base62, CRC32_BASE62_LENGTH } from '../text/checksum.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** A template with an unknown kind or an impossible argument. Offsets refer to the original text. */
export interface TemplateFault {
  readonly offset: number
  readonly message: string
  readonly hint?: string
}

/** A text with expanded templates. */
export interface Expansion {
  readonly text: string
  readonly faults: readonly TemplateFault[]
}

/**
 * Replaces templates such as `ghp_{{crc32-base62:36}}` in sample code by text that looks random. The text depends on `seed` and the number of the
 * template, so that lines may move. Templates never expand to a line break. Kinds with a length: `alnum`, `alpha`, `lower`, `upper`, `digits`, `hex`,
 * `base32`, `base64`, `base64url`, and `crc32-base62`, whose last six characters are the checksum. Others: `uuid:4`, `jwt:role=admin,exp=1999999999`
 * (claims with a random signature), and `text:PRIVATE`, which is the text itself and splits words that secret scanners search for.
 */
export function expandTemplates(text: string, seed: string): Expansion {
  const faults: TemplateFault[] = []
  let count = 0
  const expanded = text.replace(TEMPLATE, (written, kind: string, argument: string, offset: number) => {
    const make = KINDS.get(kind)
    // Two braces can also be an object in JSX. Only text that looks like a template is a mistake.
    const near = make === undefined && /^\d+$/.test(argument) ? suggestNear(kind) : undefined
    if (near !== undefined) faults.push({ offset, message: `\`${kind}\` is no kind of template.`, hint: near })
    if (make === undefined) return written
    const made = make(argument, createSeededRandom(`${seed}\n${count++}\n${kind}`))
    if (made !== undefined) return made
    faults.push({
      offset,
      message: `\`${argument}\` is nothing that \`${kind}\` can make.`,
      hint: 'write a length, such as `{{alnum:36}}`, or claims, such as `{{jwt:role=admin}}`',
    })
    return written
  })
  return { text: expanded, faults }
}

const TEMPLATE = /\{\{([a-z][a-z0-9-]*):([^{}\r\n]*)\}\}/g

type Make = (argument: string, random: SeededRandom) => string | undefined

const DIGITS = '0123456789'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ALNUM = DIGITS + CAPITALS + SMALL

const MAX_LENGTH = 10_000

const KINDS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...Object.entries({
    alnum: ALNUM,
    alpha: CAPITALS + SMALL,
    lower: DIGITS + SMALL,
    upper: DIGITS + CAPITALS,
    digits: DIGITS,
    hex: `${DIGITS}abcdef`,
    base32: `${CAPITALS}234567`,
    base64: `${ALNUM}+/`,
    base64url: `${ALNUM}-_`,
  }).map(
    ([kind, alphabet]) => [kind, (argument: string, random: SeededRandom) => ofLength(argument, (length) => draw(alphabet, length, random))] as const,
  ),
  ['crc32-base62', (argument, random) => ofLength(argument, (length) => withChecksum(length, random))],
  ['uuid', (argument, random) => (argument === '4' ? makeUuid(random) : undefined)],
  ['jwt', makeJwt],
  ['text', (argument) => argument],
])

function suggestNear(kind: string): string | undefined {
  const hint = suggestWord(kind, KINDS.keys())
  return hint?.startsWith('did you mean') === true ? hint : undefined
}

function ofLength(argument: string, make: (length: number) => string | undefined): string | undefined {
  const length = Number(argument)
  return /^\d+$/.test(argument) && length > 0 && length <= MAX_LENGTH ? make(length) : undefined
}

function draw(alphabet: string, length: number, random: SeededRandom): string {
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('')
}

function withChecksum(length: number, random: SeededRandom): string | undefined {
  if (length <= CRC32_BASE62_LENGTH) return undefined
  const body = draw(ALNUM, length - CRC32_BASE62_LENGTH, random)
  return body + crc32Base62(body)
}

function makeUuid(random: SeededRandom): string {
  const hex = (length: number): string => draw(`${DIGITS}abcdef`, length, random)
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${draw('89ab', 1, random)}${hex(3)}-${hex(12)}`
}

function makeJwt(argument: string, random: SeededRandom): string | undefined {
  const claims = argument.split(',').map((claim) => /^\s*([\w.-]+)=(.*?)\s*$/.exec(claim))
  if (claims.some((claim) => claim === null)) return undefined
  const payload = Object.fromEntries(claims.flatMap((claim) => (claim === null ? [] : [[claim[1], toClaim(claim[2] ?? '')]])))
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => toBase64Url(JSON.stringify(part)))
  return [...parts, draw(`${ALNUM}-_`, 43, random)].join('.')
}

function toClaim(written: string): string | number {
  return /^\d{1,15}$/.test(written) ? Number(written) : written
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '')
}
