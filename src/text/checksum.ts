const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Characters of `crc32Base62`. */
export const CRC32_BASE62_LENGTH = 6

/** Whether the text has a correct checksum of this format. */
export function hasChecksum(format: 'crc32-base62' | 'luhn', text: string): boolean {
  return format === 'luhn' ? hasLuhnDigit(text) : hasCrc32(text)
}

/**
 * Tokens of GitHub (`ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_`) and similar ones: the last six characters are the CRC32 of the characters between the
 * prefix (which ends with the last `_`) and them, in base62 with digits, then capitals, then small letters, padded with zeros. "Behind GitHub's new
 * authentication token formats" (github.blog, April 2021) describes checksum, base62 and padding. The range of the sum and the order of letters were
 * derived from the example token published with that format.
 */
function hasCrc32(text: string): boolean {
  const body = text.slice(text.lastIndexOf('_') + 1)
  if (body.length <= CRC32_BASE62_LENGTH || !/^[0-9A-Za-z]+$/.test(body)) return false
  return crc32Base62(body.slice(0, -CRC32_BASE62_LENGTH)) === body.slice(-CRC32_BASE62_LENGTH)
}

/** The checksum of a token with this ASCII text. */
export function crc32Base62(ascii: string): string {
  return toBase62(crc32(ascii))
}

function toBase62(value: number): string {
  let digits = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62.charAt(rest % 62) + digits
  return digits.padStart(CRC32_BASE62_LENGTH, '0')
}

/** CRC-32 of ISO-HDLC (as in zip and PNG), unsigned. Computed bit by bit without a table, because tokens are short. */
function crc32(ascii: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < ascii.length; i++) {
    crc ^= ascii.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0xedb88320)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/**
 * Numbers of payment cards (ISO/IEC 7812-1, annex B). Spaces and dashes between digits are skipped. Other characters and single digits are not
 * accepted.
 */
function hasLuhnDigit(text: string): boolean {
  const digits = text.replace(/[ -]/g, '')
  if (!/^\d{2,}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const weighed = i % 2 === 0 ? digit : 2 * digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}
