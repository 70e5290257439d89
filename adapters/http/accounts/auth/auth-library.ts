import { AsyncLocalStorage } from 'node:async_hooks'
import type { KeyDatabase } from '../../keys/store/key-database.ts'
import type { AccountSettings } from './account-settings.ts'
import { admitIdentity, type IdentityAdmission, type ProviderRefusal } from './admit-identity.ts'
import { createLinkTickets } from './link-tickets.ts'
import { type Auth, CLIENT_ID, loadLibrary } from './load-library.ts'
import { type ProviderIdentity, readIdentity } from './provider-identity.ts'
import { PROVIDER } from './provider-name.ts'

/** The interface of the authentication library for the service. Only this file and its loader use the library. Cookies are `Set-Cookie` lines. */
export interface AuthLibrary {
  /** Signs in, or fails without a reason. An unknown address takes as long as a wrong password. */
  signIn(email: string, password: string): Promise<SignIn | undefined>
  /** Creates an account and signs in. `undefined` if the address has an account, or the password is too short or too long. */
  signUp(email: string, password: string): Promise<SignIn | undefined>
  /** Ends the session and removes its cookie. */
  signOut(cookie: string): Promise<SignIn>
  /** The holder of the session in a `Cookie` header. */
  findSession(cookie: string | undefined): Promise<SessionHolder | undefined>
  /** The URL of the operator's provider for a sign-in. `undefined` while the provider is unreachable. */
  beginProvider(returnTo: string): Promise<(SignIn & { readonly url: string }) | undefined>
  /** Completes a sign-in with the query of the provider's redirect. */
  endProvider(query: string, cookie: string | undefined): Promise<ProviderAnswer>
  /** The account that a link ticket is for; `undefined` when the ticket has expired or was used. */
  findLink(ticket: string): Promise<{ readonly email: string } | undefined>
  /** Links the identity of a ticket to the account with this password. A ticket works only once. */
  link(ticket: string, password: string): Promise<'linked' | 'wrong-password' | 'expired'>
  beginDevice(scope: string): Promise<DeviceCodes>
  /** The user who approved the device (returned only once), or the error of RFC 8628. */
  redeemDevice(deviceCode: string): Promise<Redemption | DeviceFault>
  /** The device that waits for approval under a user code, for the holder of a session. */
  findDevice(userCode: string, cookie: string): Promise<WaitingDevice | undefined>
  /** False if no device waits any more. */
  decideDevice(userCode: string, cookie: string, decision: 'approve' | 'deny'): Promise<boolean>
  /** Creates an account that can sign in by password and by the operator's provider. Returns its id, or `undefined` if the address has an account. */
  createAccount(account: NewAccount): Promise<string | undefined>
  setPassword(accountId: string, password: string): Promise<void>
}

/** How a sign-in by the provider ended. */
export type ProviderAnswer =
  /** `to` is a path of the service. */
  | (SignIn & { readonly kind: 'signed-in'; readonly to: string })
  /** The identity is verified, but the account of its address has a password. `link` accepts the ticket for ten minutes. */
  | (SignIn & { readonly kind: 'needs-password'; readonly ticket: string; readonly to: string })
  | (SignIn & { readonly kind: 'refused'; readonly reason: ProviderRefusal })

/** Cookies for the browser. */
export interface SignIn {
  readonly cookies: readonly string[]
}

/** The signed-in user. */
export interface SessionHolder {
  readonly accountId: string
  readonly email: string
  readonly plan: string
}

/** The codes that a device receives first. */
export interface DeviceCodes {
  readonly deviceCode: string
  readonly userCode: string
  readonly seconds: number
  readonly interval: number
}

/** The user who approved a device, and the scopes. */
export interface Redemption {
  readonly accountId: string
  readonly scope: string
}

/** An error code of RFC 8628 or RFC 6749. */
export interface DeviceFault {
  readonly error: string
}

/** A device that waits for approval. */
export interface WaitingDevice {
  readonly scope: string
}

/** The data of an account that an operator creates. */
export interface NewAccount {
  readonly email: string
  readonly plan: string
  readonly owner?: string
  readonly password: string
}

/** A sign-in by the provider while the library works on it. */
interface ProviderAttempt {
  admission: IdentityAdmission | undefined
}

/** The creation method that the library records. */
const BY_OPERATOR = { method: 'email-password' } as const

/** Opens the library on the tables of keys. Throws `DatabaseError` if the package is missing. */
export async function openAuthLibrary(database: KeyDatabase, settings: AccountSettings): Promise<AuthLibrary> {
  const attempts = new AsyncLocalStorage<ProviderAttempt>()
  const create = await loadLibrary(database, settings, admit)
  let auth = create()
  const tickets = createLinkTickets(async () => (await auth.$context).internalAdapter)

  async function admit(claims: Readonly<Record<string, unknown>>): Promise<ProviderIdentity | undefined> {
    const attempt = attempts.getStore()
    if (attempt === undefined || settings.oidc === undefined) return undefined
    const identity = readIdentity(claims, settings.oidc)
    attempt.admission = await admitIdentity(database, identity)
    return attempt.admission.kind === 'known' || attempt.admission.kind === 'new' ? identity : undefined
  }

  /** Loaded once. If the provider did not answer, the next caller tries again. */
  const withProvider = async (): Promise<Auth | undefined> => {
    for (const attempt of [auth, undefined]) {
      auth = attempt ?? create()
      const { socialProviders } = await auth.$context
      if (socialProviders.some(({ id }) => id === PROVIDER)) return auth
    }
    return undefined
  }

  async function findSession(cookie: string | undefined): Promise<SessionHolder | undefined> {
    const session = cookie === undefined ? null : await auth.api.getSession({ headers: new Headers({ cookie }) })
    return session ? { accountId: session.user.id, email: session.user.email, plan: session.user.plan } : undefined
  }

  return {
    findSession,
    async signIn(email, password) {
      const told = await unlessRefused(auth.api.signInEmail({ body: { email, password }, headers: new Headers(), returnHeaders: true }))
      return 'error' in told ? undefined : { cookies: told.headers.getSetCookie() }
    },
    async signUp(email, password) {
      const body = { email, password, name: '' }
      const told = await unlessRefused(auth.api.signUpEmail({ body, headers: new Headers(), returnHeaders: true }))
      return 'error' in told ? undefined : { cookies: told.headers.getSetCookie() }
    },
    async signOut(cookie) {
      const told = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true })
      return { cookies: told.headers.getSetCookie() }
    },
    async beginProvider(returnTo) {
      const ready = await withProvider()
      const errorCallbackURL = `/login?next=${encodeURIComponent(returnTo)}`
      const body = { provider: PROVIDER, callbackURL: returnTo, errorCallbackURL, disableRedirect: true }
      const told = await ready?.api.signInSocial({ body, headers: new Headers(), returnHeaders: true })
      return told?.response.url === undefined ? undefined : { url: told.response.url, cookies: told.headers.getSetCookie() }
    },
    async endProvider(query, cookie) {
      const ready = (await withProvider()) ?? auth
      const request = new Request(`${settings.publicUrl}/login/callback/${PROVIDER}${query}`, { headers: cookie === undefined ? {} : { cookie } })
      const attempt: ProviderAttempt = { admission: undefined }
      const told = await attempts.run(attempt, () => ready.handler(request))
      const cookies = told.headers.getSetCookie()
      const to = new URL(told.headers.get('location') ?? '/login', settings.publicUrl)
      const { admission } = attempt
      if (admission?.kind === 'needs-password')
        return { kind: 'needs-password', ticket: await tickets.issue(admission), to: to.searchParams.get('next') ?? '', cookies }
      if (admission?.kind === 'refused') return { kind: 'refused', reason: admission.reason, cookies }
      const isSignedIn = to.origin === settings.publicUrl && !to.pathname.startsWith('/login')
      return isSignedIn ? { kind: 'signed-in', to: `${to.pathname}${to.search}`, cookies } : { kind: 'refused', reason: 'refused', cookies }
    },
    async findLink(ticket) {
      const link = await tickets.find(ticket)
      const { internalAdapter } = await auth.$context
      const account = link && (await internalAdapter.findUserById(link.accountId))
      return account ? { email: account.email } : undefined
    },
    async link(ticket, password) {
      const link = await tickets.find(ticket)
      if (link === undefined) return 'expired'
      const { internalAdapter, password: passwords } = await auth.$context
      const logins = await internalAdapter.findAccounts(link.accountId)
      const hash = logins.find(({ providerId }) => providerId === 'credential')?.password
      if (!hash || !(await passwords.verify({ hash, password }))) return 'wrong-password'
      if (!(await tickets.consume(ticket))) return 'expired'
      await internalAdapter.linkAccount({ userId: link.accountId, providerId: PROVIDER, accountId: link.subject })
      // The provider has verified it, and it was the address of the identity.
      await internalAdapter.updateUser(link.accountId, { emailVerified: true })
      return 'linked'
    },
    async beginDevice(scope) {
      const told = await auth.api.deviceCode({ body: { client_id: CLIENT_ID, scope } })
      return { deviceCode: told.device_code, userCode: told.user_code, seconds: told.expires_in, interval: told.interval }
    },
    async redeemDevice(deviceCode) {
      const body = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' as const, device_code: deviceCode, client_id: CLIENT_ID }
      const told = await unlessRefused(auth.api.deviceToken({ body }))
      // The account was removed or disabled. This is the only reason to refuse a session.
      if ('error' in told) return told.error === 'server_error' ? { error: 'access_denied' } : told
      // The device gets a key instead.
      const { internalAdapter } = await auth.$context
      const session = await internalAdapter.findSession(told.access_token)
      await internalAdapter.deleteSession(told.access_token)
      return session === null ? { error: 'access_denied' } : { accountId: session.user.id, scope: told.scope }
    },
    async findDevice(userCode, cookie) {
      const told = await unlessRefused(auth.api.deviceVerify({ query: { user_code: userCode }, headers: new Headers({ cookie }) }))
      if ('error' in told || told.status !== 'pending' || told.client_id !== CLIENT_ID) return undefined
      return { scope: told.scope ?? '' }
    },
    async decideDevice(userCode, cookie, decision) {
      const request = { body: { userCode }, headers: new Headers({ cookie }) }
      const told = await unlessRefused(decision === 'approve' ? auth.api.deviceApprove(request) : auth.api.deviceDeny(request))
      return !('error' in told)
    },
    async createAccount({ email, plan, owner, password }) {
      const { internalAdapter, password: passwords } = await auth.$context
      const address = email.toLowerCase()
      if (await internalAdapter.findUserByEmail(address)) return undefined
      // The operator vouches for the address.
      const user = await internalAdapter.createUser(
        { email: address, name: '', emailVerified: true, plan, ...(owner !== undefined && { owner }) },
        BY_OPERATOR,
      )
      await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: await passwords.hash(password) })
      return user.id
    },
    async setPassword(accountId, password) {
      const { internalAdapter, password: passwords } = await auth.$context
      const hash = await passwords.hash(password)
      const logins = await internalAdapter.findAccounts(accountId)
      if (logins.some(({ providerId }) => providerId === 'credential')) await internalAdapter.updatePassword(accountId, hash)
      else await internalAdapter.linkAccount({ userId: accountId, providerId: 'credential', accountId, password: hash })
      await internalAdapter.deleteUserSessions(accountId)
    },
  }
}

/** Runs a call of the library. Returns the code of a refusal, and throws other errors. */
async function unlessRefused<T extends object>(answer: Promise<T>): Promise<T | DeviceFault> {
  try {
    return await answer
  } catch (error) {
    const isRefusal = error instanceof Error && error.name === 'APIError' && 'body' in error
    if (!isRefusal) throw error
    const { body } = error
    return { error: typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'refused' }
  }
}
