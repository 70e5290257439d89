import { escapeHtml } from '../../pages/page-frame.ts'
import { signOutForm, toFormPage, type PageAnswer } from './account-pages.ts'
import type { AccountLogin } from '../auth/account-store.ts'

interface AccountView {
  readonly email: string
  readonly plan: string
  readonly logins: readonly AccountLogin[]
}

/** The page of an account: its keys, the devices that are logged in, and the form that creates a key. */
export function toAccountPage({ email, plan, logins }: AccountView, answer: PageAnswer = {}): Response {
  const keys = logins.filter(({ name }) => name !== undefined)
  const devices = logins.filter(({ name }) => name === undefined)
  const body = `<p class="lead">Signed in as ${escapeHtml(email)}, plan <code>${escapeHtml(plan)}</code></p>
<section class="card" aria-labelledby="keys">
<h2 id="keys">API keys</h2>
<p>A key lets a program or the page <a href="/">Scan</a> send files with the rules and the quota of your plan.</p>
${keys.length > 0 ? toList(keys, 'Revoke') : '<p>You have no keys.</p>'}
<h3>Create a key</h3>
<form method="post" action="/account/keys">
<p><label for="name">Name, for example the program that will use the key</label><br>
<input id="name" name="name" type="text" required maxlength="60" autocomplete="off"></p>
<p><label for="days">Expires after</label><br>
<select id="days" name="days"><option value="30">30 days</option><option value="90" selected>90 days</option><option value="365">one year</option><option value="never">never</option></select></p>
<p><button type="submit">Create key</button></p>
</form>
</section>
<section class="card" aria-labelledby="devices">
<h2 id="devices">Devices that are logged in</h2>
${devices.length > 0 ? toList(devices, 'Log out') : '<p>None. Run <code>assay login</code> to log a device in.</p>'}
</section>
${signOutForm()}`
  return toFormPage('Your account', body, answer)
}

/** The page that shows the token of a new key. The service cannot show it again. */
export function toNewKeyPage({ name, token, expiresAt }: { name: string; token: string; expiresAt?: string }): Response {
  const end = expiresAt === undefined ? 'It does not expire.' : `It expires on ${dayOf(expiresAt)}.`
  const body = `<section class="card" aria-labelledby="token-title">
<h2 id="token-title">${escapeHtml(name)}</h2>
<p><strong>Copy the key now. It is shown only once.</strong> ${end}</p>
<p><label for="new-key">Key</label><br><input id="new-key" class="secret" type="text" readonly spellcheck="false" autocomplete="off" value="${escapeHtml(token)}"></p>
<p><button type="button" id="copy-key" class="plain" hidden>Copy</button> <span id="copied" role="status"></span></p>
<p>Send it in the header <code>Authorization: Bearer …</code>, paste it on the page <a href="/">Scan</a> under “I have a key”, or set the environment variable <code>ASSAY_API_KEY</code>. Store it like a password.</p>
</section>
<p><a href="/account">Back to your account</a></p>
<script type="module" src="/copy-key.js"></script>`
  return toFormPage('New API key', body, { status: 201 })
}

function toList(logins: readonly AccountLogin[], action: string): string {
  const items = logins.map(({ id, name, createdAt, lastUsedAt, expiresAt }) => {
    const title = name === undefined ? `<code>${escapeHtml(id)}</code>` : `<strong>${escapeHtml(name)}</strong> <code>${escapeHtml(id)}</code>`
    return `<li><div>${title}<br><span class="quiet">created ${dayOf(createdAt)}, last used ${dayOf(lastUsedAt)}, expires ${dayOf(expiresAt)}</span></div>
<form method="post" action="/account"><input type="hidden" name="key" value="${escapeHtml(id)}"><button type="submit" class="plain" aria-label="${action} ${escapeHtml(name ?? id)}">${action}</button></form></li>`
  })
  return `<ul class="keys">\n${items.join('\n')}\n</ul>`
}

function dayOf(moment: string | undefined): string {
  return moment === undefined ? 'never' : moment.slice(0, 10)
}
