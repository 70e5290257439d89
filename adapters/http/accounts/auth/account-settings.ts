import type { Accounts } from '../../settings/schema/settings-spec.generated.ts'

/** How accounts work here, with nothing left open. */
export interface AccountSettings {
  /** The origin under which people see the service. */
  readonly publicUrl: string
  /** Signs cookies. */
  readonly secret: string
  /** Whether anybody may make an account. */
  readonly openSignUp: boolean
  /** Of accounts that no operator made. */
  readonly plan: string
  /** Days after which the key of a login ends. */
  readonly loginDays: number
  /** Seconds that a device waits between two questions, at least. */
  readonly pollSeconds: number
  /** Whether passwords are taken. */
  readonly passwords: boolean
  readonly oidc?: OidcSettings
}

/** The operator's own provider. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the page calls it. */
  readonly name: string
  /** Whether addresses count as verified when the provider sends no `email_verified`. */
  readonly assumeVerified: boolean
}

/** The settings with what they leave open. */
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
