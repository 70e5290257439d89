import { escapeHtml, toPage } from '../../pages/page-frame.ts'
import { PAGE_POLICY } from '../../pages/web-page.ts'
import { PASSWORD_LENGTHS } from '../auth/load-library.ts'

/** For pages with forms. The forms can only be sent to this service. The pages work without a script and are not cached. */
const FORM_POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'")

/** Parts of a page besides its content. */
export interface PageAnswer {
  readonly status?: number
  /** Why the form was refused. */
  readonly fault?: string
  readonly cookies?: readonly string[]
  /** Seconds to wait. */
  readonly retryAfter?: number
}

/** The available ways to sign in. */
export interface SignInWays {
  readonly passwords: boolean
  readonly openSignUp: boolean
  /** Display name of the OpenID Connect provider. */
  readonly provider: string | undefined
}

/** The sign-in page. */
export function toLoginPage({ passwords, openSignUp, provider }: SignInWays, next: string, answer: PageAnswer = {}): Response {
  const target = encodeURIComponent(next)
  const byProvider =
    provider === undefined ? '' : `<p><a class="button" href="/login/provider?next=${target}">Sign in with ${escapeHtml(provider)}</a></p>`
  const form = passwords ? toPasswordForm({ action: '/login', next, word: 'Sign in', autocomplete: 'current-password' }) : ''
  const signUp = openSignUp && passwords ? `<p>No account yet? <a href="/signup?next=${target}">Create one</a>.</p>` : ''
  return toFormPage('Sign in', `${byProvider}\n${form}\n${signUp}`, answer)
}

/** The page that asks for the password of the account before the operator's provider may sign in to it. */
export function toLinkPage({ email, provider }: { email: string; provider: string | undefined }, next: string, answer: PageAnswer = {}): Response {
  const name = escapeHtml(provider ?? 'your organization')
  const body = `<p>There is an account of <strong>${escapeHtml(email)}</strong> that has a password. Enter the password of this account to link it to ${name}.
From then on ${name} signs you in to it.</p>
<form method="post" action="/login/link" class="card">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<p><label for="password">Password of the account</label><br><input id="password" name="password" type="password" required autocomplete="current-password"></p>
<p><button type="submit">Link the account</button></p>
</form>
<p class="quiet">If you do not know the password, ask the operator of this service.</p>`
  return toFormPage('Link your account', body, answer)
}

/** The page that creates an account. */
export function toSignUpPage(next: string, answer: PageAnswer = {}): Response {
  const form = toPasswordForm({ action: '/signup', next, word: 'Create account', autocomplete: 'new-password' })
  return toFormPage(
    'Create an account',
    `${form}\n<p><a href="/login?next=${encodeURIComponent(next)}">Sign in with an existing account</a></p>`,
    answer,
  )
}

function toPasswordForm({ action, next, word, autocomplete }: { action: string; next: string; word: string; autocomplete: string }): string {
  const isNew = autocomplete === 'new-password'
  const { least, most } = PASSWORD_LENGTHS
  const rules = isNew ? ` minlength="${least}" maxlength="${most}" aria-describedby="rules"` : ''
  return `<form method="post" action="${action}" class="card">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<p><label for="email">E-mail address</label><br><input id="email" name="email" type="email" required maxlength="254" autocomplete="username"></p>
<p><label for="password">Password</label><br><input id="password" name="password" type="password" required autocomplete="${autocomplete}"${rules}></p>
${isNew ? `<p id="rules" class="quiet">At least ${least} characters.</p>\n` : ''}<p><button type="submit">${word}</button></p>
</form>`
}

/** The page on which a person enters the code of a device. */
export function toCodePage(email: string, answer: PageAnswer = {}): Response {
  const body = `<form method="get" action="/device" class="card">
<p><label for="user_code">Code shown by the command line</label><br>
<input id="user_code" name="user_code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="BCDF-GHJK"></p>
<p><button type="submit">Continue</button></p>
</form>
${signedInAs(email)}`
  return toFormPage('Log in a device', body, answer)
}

/** The page on which a person approves or refuses a device. */
export function toApprovalPage({ email, code, scopes, days }: { email: string; code: string; scopes: readonly string[]; days: number }): Response {
  const rights = scopes.map((scope) => `<li>${escapeHtml(RIGHTS.get(scope) ?? scope)}</li>`).join('')
  const body = `<p>The Assay command line requests access to the account <strong>${escapeHtml(email)}</strong>. It shows this code:</p>
<p class="device-code"><strong><code>${escapeHtml(code)}</code></strong></p>
<p>Continue only if you have just run <code>assay login</code> yourself and it shows the same code. For ${days} days, or until you log it out, the device may:</p>
<ul>${rights}</ul>
<form method="post" action="/device" class="card">
<input type="hidden" name="user_code" value="${escapeHtml(code)}">
<p><button type="submit" name="decision" value="approve">Log in device</button> <button type="submit" name="decision" value="deny" class="plain">Refuse</button></p>
</form>
${signedInAs(email)}`
  return toFormPage('Log in a device', body)
}

const RIGHTS: ReadonlyMap<string, string> = new Map([
  ['scan', 'send files for scanning, within your quota'],
  ['rules', 'read the rules of your plan'],
])

/** The page that confirms the decision about a device. */
export function toDecidedPage(decision: 'approve' | 'deny'): Response {
  return decision === 'approve'
    ? toFormPage(
        'The device is logged in',
        '<p>Return to the command line. It continues within a few seconds. You can close this page.</p>\n<p><a href="/account">Your account</a></p>',
      )
    : toFormPage(
        'The device was refused',
        '<p>The device has no access. If you did not run <code>assay login</code> yourself, another person tried to get access to your account.</p>',
      )
}

/** A page that states only why a request was refused. */
export function toRefusalPage(title: string, answer: PageAnswer): Response {
  return toFormPage(title, '', answer)
}

function signedInAs(email: string): string {
  return `<p class="quiet">You are signed in as ${escapeHtml(email)}.</p>\n${signOutForm()}`
}

/** The form that ends the session of the browser. */
export function signOutForm(): string {
  return '<form method="post" action="/logout"><p><button type="submit" class="plain">Sign out</button></p></form>'
}

/** A page with forms, and the message about the form that was sent. */
export function toFormPage(title: string, body: string, { status = 200, fault, cookies = [], retryAfter }: PageAnswer = {}): Response {
  const alert = fault === undefined ? '' : `<p role="alert" class="card"><strong>${escapeHtml(fault)}</strong></p>\n`
  const page = toPage(title, `${alert}${body}`)
  const headers = new Headers(page.headers)
  headers.set('Content-Security-Policy', FORM_POLICY)
  headers.set('Cache-Control', 'no-store')
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(page.body, { status, headers })
}
