import type { KeyDatabase } from '../../keys/store/key-database.ts'
import { PROVIDER } from './provider-name.ts'
import type { ProviderIdentity } from './provider-identity.ts'

/** The decision about a sign-in by the provider. */
export type IdentityAdmission =
  /** Sign in to the account that is linked to this identity. */
  | { readonly kind: 'known' }
  /** Create an account, or link one that has no other way to sign in. */
  | { readonly kind: 'new' }
  /** The account of this address has a password, which the user must enter. */
  | { readonly kind: 'needs-password'; readonly accountId: string; readonly subject: string }
  | { readonly kind: 'refused'; readonly reason: ProviderRefusal }

/** The reason why a sign-in by the provider is refused. It is part of the page's address. */
export type ProviderRefusal = 'no-address' | 'unverified' | 'other-identity' | 'refused'

/**
 * Decides about an identity before the authentication library sees it. A linked identity can always sign in, even if its address changed. Any other
 * identity needs a verified address.
 */
export async function admitIdentity({ db }: Pick<KeyDatabase, 'db'>, identity: ProviderIdentity): Promise<IdentityAdmission> {
  const { subject, email, isVerified } = identity
  if (subject === '') return refused('refused')
  if (email === undefined) return refused('no-address')
  const known = await db.selectFrom('account_logins').select('id').where('provider', '=', PROVIDER).where('subject', '=', subject).executeTakeFirst()
  if (known) return { kind: 'known' }
  if (!isVerified) return refused('unverified')
  const account = await db.selectFrom('accounts').select(['id', 'email_verified', 'disabled_at']).where('email', '=', email).executeTakeFirst()
  if (account === undefined) return { kind: 'new' }
  if (account.disabled_at !== null) return refused('refused')
  const logins = await db.selectFrom('account_logins').select(['provider', 'password']).where('account_id', '=', account.id).execute()
  if (logins.some(({ provider }) => provider === PROVIDER)) return refused('other-identity')
  if (logins.some(({ password }) => password !== null)) return { kind: 'needs-password', accountId: account.id, subject }
  return account.email_verified ? { kind: 'new' } : refused('refused')
}

function refused(reason: ProviderRefusal): IdentityAdmission {
  return { kind: 'refused', reason }
}
