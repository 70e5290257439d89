import { BOUNDS } from '../../model/bounds.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The properties that identify a finding in the next version of the file. */
export interface FingerprintInput {
  readonly rule: string
  /** As the caller passed it. */
  readonly path: string
  /** The matched text. */
  readonly code: string
  /** Number of earlier findings in the file with the same rule, path and code (with normalised white space). */
  readonly occurrence: number
}

const HEX_DIGITS = 32
/** For longer code, only a prefix and a suffix of this length count. A thousand nested findings would otherwise each hash a megabyte. */
const MAX_CODE = BOUNDS.fingerprintCode.value

/** The `id` of a finding: 32 hexadecimal digits of SHA-256. It is stable when lines move or indentation changes, and changes with the code. */
export function fingerprint({ rule, path, code, occurrence }: FingerprintInput): string {
  // JSON separates the four values unambiguously, including lone surrogates.
  const joined = JSON.stringify([rule, path, foldWhiteSpace(code), occurrence])
  return bytesToHex(sha256(utf8ToBytes(joined))).slice(0, HEX_DIGITS)
}

/**
 * Normalises code for fingerprints: each run of white space becomes one space, and ends are trimmed. Findings with equal code are distinguished by
 * occurrence.
 */
export function foldWhiteSpace(code: string): string {
  const middle = code.length - 2 * MAX_CODE
  if (middle > 0) return `${foldWhiteSpace(code.slice(0, MAX_CODE))} ${middle} ${foldWhiteSpace(code.slice(-MAX_CODE))}`
  return code.replaceAll(/\s+/g, ' ').trim()
}
