import { randomInt } from 'node:crypto'
import { importPeer } from '../../peers/import-peer.ts'
import { DatabaseError } from '../../keys/store/database-error.ts'
import type { KeyDatabase } from '../../keys/store/key-database.ts'
import type { AccountSettings } from './account-settings.ts'
import { type ProviderIdentity, readIdentity } from './provider-identity.ts'
import { PROVIDER } from './provider-name.ts'

/** The only OAuth client. It has no secret, because a user approves each login. */
export const CLIENT_ID = 'assay-cli'
/** The least and the most characters of a password. */
export const PASSWORD_LENGTHS = { least: 12, most: 256 } as const
/** Seconds that a user has to approve a device. */
const DEVICE_SECONDS = 600
const USER_CODE_LENGTH = 8
/** RFC 8628, 6.1: no vowels, so that codes form no words, and no letters that look alike. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** Seconds for which a browser is signed in. */
const SESSION_SECONDS = 43_200
/** The library once it is set up. */
export type Auth = ReturnType<Awaited<ReturnType<typeof loadLibrary>>>
/** Decides whether an identity of the provider may sign in. The library sees only admitted identities. */
export type AdmitClaims = (claims: Readonly<Record<string, unknown>>) => Promise<ProviderIdentity | undefined>

/** Loads the library and returns a function that sets it up on the tables of keys. Throws `DatabaseError` if the package is missing. */
export async function loadLibrary({ db, isFile }: KeyDatabase, settings: AccountSettings, admit: AdmitClaims) {
  const [{ betterAuth }, { deviceAuthorization }, { genericOAuth }] = await importAll()
  const { oidc, publicUrl } = settings
  return () =>
    betterAuth({
      appName: 'Assay',
      baseURL: publicUrl,
      basePath: '/login',
      secret: settings.secret,
      telemetry: { enabled: false },
      logger: { disabled: true },
      // The service limits the rate of all requests itself.
      rateLimit: { enabled: false },
      advanced: {
        cookiePrefix: 'assay',
        useSecureCookies: publicUrl.startsWith('https:'),
        ipAddress: { disableIpTracking: true },
        defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      },
      database: { db, type: isFile ? 'sqlite' : 'postgres', casing: 'snake' },
      emailAndPassword: {
        enabled: settings.passwords,
        disableSignUp: !settings.openSignUp,
        minPasswordLength: PASSWORD_LENGTHS.least,
        maxPasswordLength: PASSWORD_LENGTHS.most,
      },
      user: {
        modelName: 'accounts',
        fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
        additionalFields: {
          plan: { type: 'string', required: true, defaultValue: settings.plan, input: false },
          owner: { type: 'string', required: false, input: false },
          disabledAt: { type: 'date', required: false, input: false, fieldName: 'disabled_at' },
        },
      },
      session: {
        modelName: 'account_sessions',
        fields: {
          expiresAt: 'expires_at',
          createdAt: 'created_at',
          updatedAt: 'updated_at',
          ipAddress: 'ip_address',
          userAgent: 'user_agent',
          userId: 'account_id',
        },
        expiresIn: SESSION_SECONDS,
        disableSessionRefresh: true,
      },
      account: {
        modelName: 'account_logins',
        fields: {
          accountId: 'subject',
          providerId: 'provider',
          userId: 'account_id',
          accessToken: 'access_token',
          refreshToken: 'refresh_token',
          idToken: 'id_token',
          accessTokenExpiresAt: 'access_token_expires_at',
          refreshTokenExpiresAt: 'refresh_token_expires_at',
          createdAt: 'created_at',
          updatedAt: 'updated_at',
        },
        updateAccountOnSignIn: false,
        // `admit` decides first. The library then refuses addresses that are not verified on both sides too.
        accountLinking: { enabled: true, trustedProviders: [] },
      },
      verification: {
        modelName: 'account_states',
        fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      },
      databaseHooks: {
        // The provider's tokens are used only once, to identify the user.
        account: { create: { before: async (login) => ({ data: { ...login, accessToken: null, refreshToken: null, idToken: null } }) } },
        session: {
          create: {
            async before({ userId }) {
              const account = await db.selectFrom('accounts').select('disabled_at').where('id', '=', userId).executeTakeFirst()
              return account?.disabled_at === null
            },
          },
        },
      },
      onAPIError: { errorURL: '/login' },
      plugins: [
        deviceAuthorization({
          expiresIn: `${DEVICE_SECONDS}s`,
          interval: `${settings.pollSeconds}s`,
          generateUserCode: createUserCode,
          validateClient: (id) => id === CLIENT_ID,
          schema: {
            deviceCode: {
              modelName: 'device_codes',
              fields: {
                deviceCode: 'device_code',
                userCode: 'user_code',
                userId: 'account_id',
                expiresAt: 'expires_at',
                lastPolledAt: 'last_polled_at',
                pollingInterval: 'polling_interval',
                clientId: 'client_id',
              },
            },
          },
        }),
        genericOAuth({
          config: oidc
            ? [
                {
                  providerId: PROVIDER,
                  discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret,
                  scopes: ['openid', 'email', 'profile'],
                  requireIdTokenVerification: true,
                  accountSubject: ({ profile }) => readIdentity(profile, oidc).subject,
                  async mapProfileToUser(claims) {
                    const identity = await admit(claims)
                    // The library refuses an identity without an address and changes nothing.
                    return { email: identity?.email ?? '', emailVerified: identity?.isVerified === true }
                  },
                },
              ]
            : [],
        }),
      ],
    })
}

async function importAll() {
  const load = () =>
    Promise.all([import('better-auth'), import('better-auth/plugins/device-authorization'), import('better-auth/plugins/generic-oauth')])
  try {
    return await importPeer('better-auth', '1.7', load)
  } catch (error) {
    throw new DatabaseError(error instanceof Error ? error.message : 'The accounts library cannot be loaded.', error)
  }
}

function createUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('')
}
