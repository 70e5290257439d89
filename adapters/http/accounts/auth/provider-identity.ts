import type { OidcSettings } from './account-settings.ts'

/** Who the provider says somebody is. */
export interface ProviderIdentity {
  /** Unique among all providers; empty when the provider sends no `sub`. */
  readonly subject: string
  /** In lower case; `undefined` when there is none that could be the address of an account. */
  readonly email: string | undefined
  /** Whether the provider has verified that the address belongs to the person. */
  readonly isVerified: boolean
}

/**
 * Reads the claims of an ID token. Only the boolean `true` verifies an address: the string `"false"` is truthy. A `sub` is unique within its issuer alone, so the issuer is part of the subject: another provider
 * must not sign people in to the accounts of the previous one.
 */
export function readIdentity(claims: Readonly<Record<string, unknown>>, { issuer, assumeVerified }: OidcSettings): ProviderIdentity {
  const { sub, email, email_verified: verified } = claims
  return {
    subject: typeof sub === 'string' && sub !== '' ? `${issuer} ${sub}` : '',
    email: typeof email === 'string' ? toAccountAddress(email) : undefined,
    isVerified: verified === true || (verified === undefined && assumeVerified),
  }
}

/** Accounts are found by addresses in lower case. Other letters than those of ASCII may become one: the Kelvin sign is `k` in lower case, and a different address. */
function toAccountAddress(email: string): string | undefined {
  const lower = email.toLowerCase()
  const isSame = lower === email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return isSame && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MOST_ADDRESS ? lower : undefined
}

/** RFC 5321, 4.5.3.1.3, with the erratum. */
const MOST_ADDRESS = 254
