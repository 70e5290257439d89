import { createHash } from 'node:crypto'
import type { Account, VerifyToken } from './identify-caller.ts'

/** A key as the operator stores it. */
export interface HashedKey {
  /** SHA-256 of the token, in hexadecimal. Tokens are long and random, so no salt and no slow hash is needed. */
  readonly sha256: string
  readonly account: Account
}

/** Finds tokens by their hash, so that the time of a lookup reveals nothing about them. */
export function verifyByHash(keys: readonly HashedKey[]): VerifyToken {
  const accounts = new Map(keys.map(({ sha256, account }) => [sha256.toLowerCase(), account]))
  return (token) => accounts.get(createHash('sha256').update(token).digest('hex'))
}
