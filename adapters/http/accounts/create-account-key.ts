import type { HttpContext } from '../callers/http-env.ts'
import { toAccountPage, toNewKeyPage } from './pages/account-page.ts'
import type { PageAnswer } from './pages/account-pages.ts'
import type { AccountRoute } from './account-route.ts'
import type { SessionHolder } from './auth/auth-library.ts'
import { limitTries } from '../limits/limit-tries.ts'
import { asHolder, tooMany, withForm } from './sign-in-endpoints.ts'

/** Days after which a key expires, as the form offers them. `never` is the empty choice. */
const DAYS: ReadonlyMap<string, number | undefined> = new Map([
  ['30', 30],
  ['90', 90],
  ['365', 365],
  ['never', undefined],
])
const DAY_MS = 86_400_000
/** Maximum number of valid keys per account, logins included. */
const MAX_KEYS = 50
const NAME = /^[^\p{Cc}\p{Cf}]{1,60}$/u

/** `POST /account/keys`: creates a key of the account and shows its token, once. */
export async function createAccountKey(c: HttpContext, route: AccountRoute): Promise<Response> {
  return withForm(c, route, async (form) => asHolder(c, route, '/account', (holder) => createKeyOf(c, route, holder, form)))
}

async function createKeyOf(c: HttpContext, route: AccountRoute, holder: SessionHolder, form: ReadonlyMap<string, string>): Promise<Response> {
  const { store } = route.accounts
  const wait = await limitTries(c, route.rates, 'createKey', holder.accountId)
  const logins = await store.listLogins(holder.accountId)
  const refuse = (answer: PageAnswer): Response => toAccountPage({ ...holder, logins }, answer)
  if (wait !== undefined) return refuse(tooMany(wait))
  const name = form.get('name')?.trim() ?? ''
  const days = form.get('days') ?? '90'
  if (!NAME.test(name)) return refuse({ status: 422, fault: 'Enter a name of 1 to 60 characters for the key.' })
  if (!DAYS.has(days)) return refuse({ status: 422, fault: `Choose one of these periods of validity: ${[...DAYS.keys()].join(', ')}.` })
  if (logins.length >= MAX_KEYS)
    return refuse({ status: 422, fault: `An account can have at most ${MAX_KEYS} keys. Revoke one before you create another.` })
  const account = await store.findById(holder.accountId)
  if (account === undefined || account.disabledAt !== undefined) return refuse({ status: 403, fault: 'The account is disabled.' })
  const lifetime = DAYS.get(days)
  const expiresAt = lifetime === undefined ? undefined : new Date(Date.now() + lifetime * DAY_MS)
  const { key, token } = await route.keys.create({
    owner: account.owner,
    plan: account.plan,
    accountId: account.id,
    name,
    ...(expiresAt && { expiresAt }),
  })
  return toNewKeyPage({ name, token, ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }) })
}
