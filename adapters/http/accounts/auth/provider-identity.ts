import type { OidcSettings } from './account-settings.ts'

/** The identity of a user at the provider. */
export interface ProviderIdentity {
  /** Unique among all providers; empty when the provider sends no `sub`. */
  readonly subject: string
  /** In lower case. `undefined` if it cannot be the address of an account. */
  readonly email: string | undefined
  /** Whether the provider has verified that the address belongs to the person. */
  readonly isVerified: boolean
}

/**
 * Reads the claims of an ID token. Only the boolean `true` verifies an address: the string `"false"` is truthy. A `sub` is unique only within its
 * issuer, so the subject includes the issuer: another provider must not sign users in to accounts of the previous provider.
 */
export function readIdentity(claims: Readonly<Record<string, unknown>>, { issuer, assumeVerified }: OidcSettings): ProviderIdentity {
  const { sub, email, email_verified: verified } = claims
  return {
    subject: typeof sub === 'string' && sub !== '' ? `${issuer} ${sub}` : '',
    email: typeof email === 'string' ? toAccountAddress(email) : undefined,
    isVerified: verified === true || (verified === undefined && assumeVerified),
  }
}

/**
 * Accounts are found by lower-case addresses. Non-ASCII letters may map to ASCII: the lower case of the Kelvin sign is `k`, which would be another
 * address.
 */
function toAccountAddress(email: string): string | undefined {
  const lower = email.toLowerCase()
  const isSame = lower === email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isSame && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MAX_ADDRESS ? lower : undefined
}

/** RFC 5321, 4.5.3.1.3, with the erratum. */
const MAX_ADDRESS = 254
