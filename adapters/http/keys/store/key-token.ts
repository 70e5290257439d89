import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** The prefix `assay_` identifies the token for people and secret scanners, the id identifies the key, and 256 random bits are the secret. */
const TOKEN = /^assay_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const SECRET_BYTES = 32
const NO_HASH = '0'.repeat(64)

/** A new token and its stored form. It is long and random, so a fast hash without salt is sufficient. */
export function createKeyToken(): { readonly id: string; readonly token: string; readonly sha256: string } {
  const id = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const token = `assay_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { id, token, sha256: hash(token).toString('hex') }
}

/** The id within a token, or `undefined` if the token has another form. */
export function readKeyId(token: string): string | undefined {
  return TOKEN.exec(token)?.[1]
}

/** Whether the token has this hash (hexadecimal). The time does not depend on the hash, or on whether there is one. */
export function matchesHash(token: string, sha256: string = NO_HASH): boolean {
  return timingSafeEqual(hash(token), Buffer.from(sha256, 'hex'))
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
