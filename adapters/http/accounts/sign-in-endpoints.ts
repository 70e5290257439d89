import { createHash } from 'node:crypto'
import type { HttpContext } from '../callers/http-env.ts'
import { PROBLEMS } from '../problems/problems.ts'
import {
  toApprovalPage,
  toCodePage,
  toDecidedPage,
  toLinkPage,
  toLoginPage,
  toRefusalPage,
  toSignUpPage,
  type SignInWays,
} from './pages/account-pages.ts'
import { toAccountPage } from './pages/account-page.ts'
import { readForm, type AccountRoute } from './account-route.ts'
import type { SessionHolder } from './auth/auth-library.ts'
import { PASSWORD_LENGTHS } from './auth/load-library.ts'
import { readUserCode, toShownCode } from './device-endpoints.ts'
import { limitTries } from '../limits/limit-tries.ts'
import { LINK_SECONDS } from './auth/link-tickets.ts'

/** `GET /login` */
export async function showLogin(c: HttpContext, route: AccountRoute): Promise<Response> {
  const next = readNext(c.req.query('next'))
  if (await findHolder(c, route)) return redirect(next)
  const error = c.req.query('error')
  return toLoginPage(waysOf(route), next, error === undefined ? {} : { status: 403, fault: REFUSALS.get(error) ?? NOT_SIGNED_IN })
}

const NOT_SIGNED_IN = 'Sign-in failed. Try again, or ask the operator of this service.'
/** Messages by the reason in the page's address. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  [
    'unverified',
    'Sign-in failed: your organization does not say that your e-mail address is verified. Verify it there and try again, or ask the operator of this service.',
  ],
  ['no-address', 'Sign-in failed: your organization sent no e-mail address that an account can use. Ask the operator of this service.'],
  [
    'other-identity',
    'Sign-in failed: the account with your e-mail address belongs to another identity at your organization. Ask the operator of this service.',
  ],
  ['expired', 'The account was not linked: it took longer than ten minutes. Sign in again.'],
])

/** `POST /login` */
export async function signIn(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) => {
    const next = readNext(form.get('next'))
    const email = form.get('email')?.trim().toLowerCase() ?? ''
    const ways = waysOf(route)
    const wait = (await limitTries(c, route.rates, 'password')) ?? (await limitTries(c, route.rates, 'account', hash(email)))
    if (wait !== undefined) return toLoginPage(ways, next, tooMany(wait))
    const signedIn = ways.passwords ? await route.accounts.auth.signIn(email, form.get('password') ?? '') : undefined
    if (signedIn) return redirect(next, signedIn.cookies)
    return toLoginPage(ways, next, { status: 403, fault: 'The e-mail address or the password is wrong, or the account is disabled.' })
  })
}

/** `GET /signup` */
export function showSignUp(c: HttpContext): Response {
  return toSignUpPage(readNext(c.req.query('next')))
}

/** `POST /signup` */
export async function signUp(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) => {
    const next = readNext(form.get('next'))
    const wait = await limitTries(c, route.rates, 'signUp')
    if (wait !== undefined) return toSignUpPage(next, tooMany(wait))
    const password = form.get('password') ?? ''
    const { least, most } = PASSWORD_LENGTHS
    if (password.length < least || password.length > most)
      return toSignUpPage(next, { status: 422, fault: `The password needs ${least} characters or more, and at most ${most}.` })
    const signedIn = await route.accounts.auth.signUp(form.get('email')?.trim().toLowerCase() ?? '', password)
    if (signedIn) return redirect(next, signedIn.cookies)
    return toSignUpPage(next, { status: 422, fault: 'An account with this e-mail address already exists, or the address is not valid.' })
  })
}

/** `POST /logout` */
export async function signOut(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async () => redirect('/login', (await route.accounts.auth.signOut(c.req.header('cookie') ?? '')).cookies))
}

/** `GET /login/provider`: to the operator's provider. */
export async function askProvider(c: HttpContext, route: AccountRoute): Promise<Response> {
  const next = readNext(c.req.query('next'))
  const wait = await limitTries(c, route.rates, 'provider')
  if (wait !== undefined) return toLoginPage(waysOf(route), next, tooMany(wait))
  const begun = await route.accounts.auth.beginProvider(next)
  if (begun) return redirect(begun.url, begun.cookies)
  return toLoginPage(waysOf(route), next, {
    status: 503,
    fault: 'The sign-in service of your organization does not answer. Try again in a minute.',
    retryAfter: 60,
  })
}

/** `GET /login/callback/oidc`: back from there. */
export async function hearProvider(c: HttpContext, route: AccountRoute): Promise<Response> {
  const wait = await limitTries(c, route.rates, 'provider')
  if (wait !== undefined) return toLoginPage(waysOf(route), '/account', tooMany(wait))
  const told = await route.accounts.auth.endProvider(new URL(c.req.url).search, c.req.header('cookie'))
  if (told.kind === 'refused') return redirect(`/login?error=${told.reason}`, told.cookies)
  const next = readNext(told.to)
  if (told.kind === 'signed-in') return redirect(next, told.cookies)
  return redirect(`/login/link?next=${encodeURIComponent(next)}`, [...told.cookies, toLinkCookie(route, told.ticket, LINK_SECONDS)])
}

/** `GET /login/link`: asks for the password of the account with the address of an identity. */
export async function showLink(c: HttpContext, route: AccountRoute): Promise<Response> {
  const link = await route.accounts.auth.findLink(readLinkCookie(c))
  if (link === undefined) return redirect('/login?error=expired', [toLinkCookie(route, '', 0)])
  return toLinkPage({ email: link.email, provider: waysOf(route).provider }, readNext(c.req.query('next')))
}

/** `POST /login/link`: links the identity to the account, so that the provider can sign in again. */
export async function linkIdentity(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) => {
    const next = readNext(form.get('next'))
    const ticket = readLinkCookie(c)
    const link = await route.accounts.auth.findLink(ticket)
    const expired = redirect('/login?error=expired', [toLinkCookie(route, '', 0)])
    if (link === undefined) return expired
    const page = { email: link.email, provider: waysOf(route).provider }
    const wait = (await limitTries(c, route.rates, 'password')) ?? (await limitTries(c, route.rates, 'account', hash(link.email)))
    if (wait !== undefined) return toLinkPage(page, next, tooMany(wait))
    const outcome = await route.accounts.auth.link(ticket, form.get('password') ?? '')
    if (outcome === 'expired') return expired
    if (outcome === 'wrong-password') return toLinkPage(page, next, { status: 403, fault: 'The password is not that of this account.' })
    return redirect(`/login/provider?next=${encodeURIComponent(next)}`, [toLinkCookie(route, '', 0)])
  })
}

const LINK_COOKIE = 'assay_link'
const LINK_COOKIE_VALUE = /(?:^|;\s*)assay_link=([\w-]*)/

function toLinkCookie({ accounts }: AccountRoute, ticket: string, seconds: number): string {
  const secure = accounts.settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${LINK_COOKIE}=${ticket}; Path=/login/link; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function readLinkCookie(c: HttpContext): string {
  return LINK_COOKIE_VALUE.exec(c.req.header('cookie') ?? '')?.[1] ?? ''
}

/** `GET /device`: asks for a code, and then for approval of its device. */
export async function showDevice(c: HttpContext, route: AccountRoute): Promise<Response> {
  const typed = c.req.query('user_code')
  return asHolder(c, route, typed === undefined ? '/device' : `/device?user_code=${toShownCode(readUserCode(typed))}`, async (holder, cookie) => {
    if (typed === undefined) return toCodePage(holder.email)
    const wait = await limitTries(c, route.rates, 'userCode', holder.accountId)
    if (wait !== undefined) return toCodePage(holder.email, tooMany(wait))
    const code = readUserCode(typed)
    const waiting = code === '' ? undefined : await route.accounts.auth.findDevice(code, cookie)
    if (!waiting) return toCodePage(holder.email, unknownCode())
    return toApprovalPage({ email: holder.email, code: toShownCode(code), scopes: waiting.scope.split(' '), days: route.accounts.settings.loginDays })
  })
}

/** `POST /device`: approves or rejects the device. */
export async function decideDevice(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) =>
    asHolder(c, route, '/device', async (holder, cookie) => {
      const wait = await limitTries(c, route.rates, 'userCode', holder.accountId)
      if (wait !== undefined) return toCodePage(holder.email, tooMany(wait))
      const decision = form.get('decision') === 'approve' ? 'approve' : 'deny'
      const code = readUserCode(form.get('user_code') ?? '')
      const isDone = code !== '' && (await route.accounts.auth.decideDevice(code, cookie, decision))
      return isDone ? toDecidedPage(decision) : toCodePage(holder.email, unknownCode())
    }),
  )
}

/** `GET /account` */
export async function showAccount(c: HttpContext, route: AccountRoute): Promise<Response> {
  return asHolder(c, route, '/account', async ({ accountId, email, plan }) =>
    toAccountPage({ email, plan, logins: await route.accounts.store.listLogins(accountId) }),
  )
}

/** `POST /account`: revokes a key of the account, which logs its device out. */
export async function endLogin(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) =>
    asHolder(c, route, '/account', async ({ accountId }) => {
      await route.accounts.store.endLogin(accountId, form.get('key') ?? '')
      return redirect('/account')
    }),
  )
}

/** Reads a form and passes it to `act`, if a page of this service sent it. Refuses forms of other pages (cross-site request forgery). */
export async function withForm(
  c: HttpContext,
  route: AccountRoute,
  act: (form: ReadonlyMap<string, string>) => Promise<Response>,
): Promise<Response> {
  const isOwn = c.req.header('origin') === route.accounts.settings.publicUrl || c.req.header('sec-fetch-site') === 'same-origin'
  if (!isOwn) {
    const fault = `This form comes from another page. Open ${route.accounts.settings.publicUrl}/login and try again there.`
    return toRefusalPage('Request refused', { status: 403, fault })
  }
  const form = await readForm(c, route)
  if (!('name' in form)) return act(form)
  return toRefusalPage('Request refused', { status: PROBLEMS[form.name].status, fault: form.detail.replaceAll('`', '') })
}

/** Passes the signed-in user to `act`. Redirects other users to the sign-in page, which leads back to `next`. */
export async function asHolder(
  c: HttpContext,
  route: AccountRoute,
  next: string,
  act: (holder: SessionHolder, cookie: string) => Promise<Response>,
): Promise<Response> {
  const holder = await findHolder(c, route)
  return holder ? act(holder, c.req.header('cookie') ?? '') : redirect(`/login?next=${encodeURIComponent(next)}`)
}

function findHolder(c: HttpContext, { accounts }: AccountRoute): Promise<SessionHolder | undefined> {
  return accounts.auth.findSession(c.req.header('cookie'))
}

function waysOf({ accounts: { settings } }: AccountRoute): SignInWays {
  return { passwords: settings.passwords, openSignUp: settings.openSignUp, provider: settings.oidc?.name }
}

/** The page to show after sign-in: one of these pages only. */
function readNext(text: string | undefined): string {
  return text !== undefined && /^\/(?:account|device(?:\?user_code=[A-Za-z-]{0,20})?)$/.test(text) ? text : '/account'
}

function redirect(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** The answer after too many attempts. */
export function tooMany(seconds: number): { status: number; fault: string; retryAfter: number } {
  return { status: 429, fault: `Too many attempts. Wait ${seconds} seconds, then try again.`, retryAfter: seconds }
}

function unknownCode(): { status: number; fault: string } {
  return {
    status: 404,
    fault: 'No device is waiting with this code. The code is mistyped, expired or already used. Run assay login again to get a new one.',
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
