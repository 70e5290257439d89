import { BOUNDS } from '../../model/bounds.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What makes a finding the same finding in the next version of the file. */
export interface FingerprintInput {
  readonly rule: string
  /** As the caller gave it. */
  readonly path: string
  /** The text that matched. */
  readonly code: string
  /** How many findings with the same rule, path and code (white space folded) come before this one in the file: 0 for the first. */
  readonly occurrence: number
}

const HEX_DIGITS = 32
/** Of longer code, as long a beginning and end count. A thousand findings within each other would each hash a megabyte. */
const MOST_CODE = BOUNDS.fingerprintCode.value

/** The `id` of a finding: 32 hexadecimal digits of SHA-256. It stays when lines move or code is indented anew, and changes when the code changes. */
export function fingerprint({ rule, path, code, occurrence }: FingerprintInput): string {
  // JSON keeps the four apart whatever is in them, lone surrogates included.
  const joined = JSON.stringify([rule, path, foldWhiteSpace(code), occurrence])
  return bytesToHex(sha256(utf8ToBytes(joined))).slice(0, HEX_DIGITS)
}

/** Code as fingerprints see it: each run of white space one blank, none at the ends. Findings with equal folded code are told apart by occurrence. */
export function foldWhiteSpace(code: string): string {
  const middle = code.length - 2 * MOST_CODE
  if (middle > 0) return `${foldWhiteSpace(code.slice(0, MOST_CODE))} ${middle} ${foldWhiteSpace(code.slice(-MOST_CODE))}`
  return code.replaceAll(/\s+/g, ' ').trim()
}
