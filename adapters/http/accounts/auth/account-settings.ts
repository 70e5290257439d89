import type { Accounts } from '../../settings/schema/settings-spec.generated.ts'

/** The settings of accounts, with all defaults filled in. */
export interface AccountSettings {
  /** The public origin of the service. */
  readonly publicUrl: string
  /** Signs cookies. */
  readonly secret: string
  /** Whether anybody may create an account. */
  readonly openSignUp: boolean
  /** Plan of accounts that were not created by an operator. */
  readonly plan: string
  /** Days until the key of a login expires. */
  readonly loginDays: number
  /** Seconds that a device waits between two questions, at least. */
  readonly pollSeconds: number
  /** Whether sign-in by password is possible. */
  readonly passwords: boolean
  readonly oidc?: OidcSettings
}

/** The operator's OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Display name on the page. */
  readonly name: string
  /** Whether addresses count as verified when the provider sends no `email_verified`. */
  readonly assumeVerified: boolean
}

/** Fills in the defaults of the settings. */
export function toAccountSettings({
  publicUrl,
  secret,
  openSignUp = false,
  plan = 'free',
  loginDays = 90,
  passwords,
  oidc,
}: Accounts): AccountSettings {
  return {
    publicUrl: new URL(publicUrl).origin,
    secret,
    openSignUp,
    plan,
    loginDays,
    pollSeconds: 5,
    passwords: passwords ?? oidc === undefined,
    ...(oidc && { oidc: { ...oidc, name: oidc.name ?? 'your organization', assumeVerified: oidc.assumeVerified ?? false } }),
  }
}
