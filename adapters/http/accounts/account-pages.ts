import { escapeHtml, toPage } from '../page-frame.ts'
import { PAGE_POLICY } from '../web-page.ts'
import type { AccountLogin } from './account-store.ts'
import { PASSWORD_LENGTHS } from './load-library.ts'

/** Pages with forms, which go to this service alone, work without a script, and are kept by nobody. */
const FORM_POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'")

/** What a page tells besides its content. */
export interface PageAnswer {
  readonly status?: number
  /** What was wrong with what was sent. */
  readonly fault?: string
  readonly cookies?: readonly string[]
  /** Seconds to wait. */
  readonly retryAfter?: number
}

/** How people may sign in here. */
export interface SignInWays {
  readonly passwords: boolean
  readonly openSignUp: boolean
  /** Name of the operator's provider. */
  readonly provider: string | undefined
}

/** Where one signs in. */
export function toLoginPage({ passwords, openSignUp, provider }: SignInWays, next: string, answer: PageAnswer = {}): Response {
  const target = encodeURIComponent(next)
  const byProvider =
    provider === undefined ? '' : `<p><a class="button" href="/login/provider?next=${target}">Sign in with ${escapeHtml(provider)}</a></p>`
  const form = passwords ? toPasswordForm({ action: '/login', next, word: 'Sign in', autocomplete: 'current-password' }) : ''
  const signUp = openSignUp && passwords ? `<p>No account yet? <a href="/signup?next=${target}">Make one</a>.</p>` : ''
  return toFormPage('Sign in', `${byProvider}\n${form}\n${signUp}`, answer)
}

/** Where one makes an account. */
export function toSignUpPage(next: string, answer: PageAnswer = {}): Response {
  const form = toPasswordForm({ action: '/signup', next, word: 'Make the account', autocomplete: 'new-password' })
  return toFormPage('Make an account', `${form}\n<p><a href="/login?next=${encodeURIComponent(next)}">I have an account</a></p>`, answer)
}

function toPasswordForm({ action, next, word, autocomplete }: { action: string; next: string; word: string; autocomplete: string }): string {
  const isNew = autocomplete === 'new-password'
  const { least, most } = PASSWORD_LENGTHS
  const rules = isNew ? ` minlength="${least}" maxlength="${most}" aria-describedby="rules"` : ''
  return `<form method="post" action="${action}" class="card">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<p><label for="email">E-mail address</label><br><input id="email" name="email" type="email" required maxlength="254" autocomplete="username"></p>
<p><label for="password">Password</label><br><input id="password" name="password" type="password" required autocomplete="${autocomplete}"${rules}></p>
${isNew ? `<p id="rules" class="quiet">${least} characters or more.</p>\n` : ''}<p><button type="submit">${word}</button></p>
</form>`
}

/** Where a person types the code of a device. */
export function toCodePage(email: string, answer: PageAnswer = {}): Response {
  const body = `<form method="get" action="/device" class="card">
<p><label for="user_code">Code that the command line shows</label><br>
<input id="user_code" name="user_code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="BCDF-GHJK"></p>
<p><button type="submit">Go on</button></p>
</form>
${signedInAs(email)}`
  return toFormPage('Log in a device', body, answer)
}

/** Where a person lets a device in, or not. */
export function toApprovalPage({ email, code, scopes, days }: { email: string; code: string; scopes: readonly string[]; days: number }): Response {
  const rights = scopes.map((scope) => `<li>${escapeHtml(RIGHTS.get(scope) ?? scope)}</li>`).join('')
  const body = `<p>The command line of Assay asks to be logged in as <strong>${escapeHtml(email)}</strong>. It shows this code:</p>
<p class="device-code"><strong><code>${escapeHtml(code)}</code></strong></p>
<p>Go on only if you have just run <code>assay login</code> yourself and it shows the same code. For ${days} days, or until you log out, it may:</p>
<ul>${rights}</ul>
<form method="post" action="/device" class="card">
<input type="hidden" name="user_code" value="${escapeHtml(code)}">
<p><button type="submit" name="decision" value="approve">Log it in</button> <button type="submit" name="decision" value="deny" class="plain">Refuse</button></p>
</form>
${signedInAs(email)}`
  return toFormPage('Log in a device', body)
}

const RIGHTS: ReadonlyMap<string, string> = new Map([
  ['scan', 'send files to be scanned, on your quota'],
  ['rules', 'read the rules of your plan'],
])

/** What became of it. */
export function toDecidedPage(decision: 'approve' | 'deny'): Response {
  return decision === 'approve'
    ? toFormPage(
        'The device is logged in',
        '<p>Go back to the command line: it goes on by itself within some seconds. You may close this page.</p>\n<p><a href="/account">Your account</a></p>',
      )
    : toFormPage(
        'The device was refused',
        '<p>It gets nothing. If you did not run <code>assay login</code> yourself, somebody else wanted to be logged in as you.</p>',
      )
}

/** An account and what is logged in as it. */
export function toAccountPage({ email, plan, logins }: { email: string; plan: string; logins: readonly AccountLogin[] }): Response {
  const day = (moment: string | undefined): string => (moment === undefined ? 'never' : moment.slice(0, 10))
  const rows = logins.map(
    ({
      id,
      createdAt,
      lastUsedAt,
      expiresAt,
    }) => `<tr><td><code>${escapeHtml(id)}</code></td><td>${day(createdAt)}</td><td>${day(lastUsedAt)}</td><td>${day(expiresAt)}</td>
<td><form method="post" action="/account"><input type="hidden" name="key" value="${escapeHtml(id)}"><button type="submit" class="plain" aria-label="Log out ${escapeHtml(id)}">Log out</button></form></td></tr>`,
  )
  const table = `<table>\n<thead><tr><th scope="col">device</th><th scope="col">since</th><th scope="col">last used</th><th scope="col">until</th><th scope="col"></th></tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
  const body = `<p>${escapeHtml(email)}, plan <code>${escapeHtml(plan)}</code></p>
<section class="card" aria-labelledby="devices">
<h2 id="devices">Devices that are logged in</h2>
${rows.length > 0 ? table : '<p>None. <code>assay login</code> logs one in.</p>'}
</section>
${signOut()}`
  return toFormPage('Your account', body)
}

/** A page that only says why there is nothing else. */
export function toRefusalPage(title: string, answer: PageAnswer): Response {
  return toFormPage(title, '', answer)
}

function signedInAs(email: string): string {
  return `<p class="quiet">You are signed in as ${escapeHtml(email)}.</p>\n${signOut()}`
}

function signOut(): string {
  return '<form method="post" action="/logout"><p><button type="submit" class="plain">Sign out</button></p></form>'
}

function toFormPage(title: string, body: string, { status = 200, fault, cookies = [], retryAfter }: PageAnswer = {}): Response {
  const alert = fault === undefined ? '' : `<p role="alert" class="card"><strong>${escapeHtml(fault)}</strong></p>\n`
  const page = toPage(title, `${alert}${body}`)
  const headers = new Headers(page.headers)
  headers.set('Content-Security-Policy', FORM_POLICY)
  headers.set('Cache-Control', 'no-store')
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(page.body, { status, headers })
}
