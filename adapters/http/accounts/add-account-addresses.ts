import type { Hono } from 'hono'
import { describeError } from '../logging/describe-error.ts'
import type { HttpContext, HttpEnv, HttpNext } from '../callers/http-env.ts'
import { toRefusalPage } from './pages/account-pages.ts'
import type { AccountRoute } from './account-route.ts'
import { createAccountKey } from './create-account-key.ts'
import { answerMetadata, beginDevice, OAUTH_PATHS, redeemDevice, revokeToken } from './device-endpoints.ts'
import {
  askProvider,
  decideDevice,
  endLogin,
  hearProvider,
  linkIdentity,
  showAccount,
  showDevice,
  showLink,
  showLogin,
  showSignUp,
  signIn,
  signOut,
  signUp,
} from './sign-in-endpoints.ts'

type Answer = (c: HttpContext, route: AccountRoute) => Response | Promise<Response>

/** The handlers by path and method. */
const ADDRESSES: Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST', Answer>>>>> = {
  [OAUTH_PATHS.metadata]: { GET: (_c, route) => answerMetadata(route) },
  [OAUTH_PATHS.device]: { POST: beginDevice },
  [OAUTH_PATHS.token]: { POST: redeemDevice },
  [OAUTH_PATHS.revoke]: { POST: revokeToken },
  '/login': { GET: showLogin, POST: signIn },
  '/logout': { POST: signOut },
  '/device': { GET: showDevice, POST: decideDevice },
  '/account': { GET: showAccount, POST: endLogin },
  '/account/keys': { POST: createAccountKey },
}
const OF_SIGN_UP = { '/signup': { GET: showSignUp, POST: signUp } } as const
const OF_PROVIDER = {
  '/login/provider': { GET: askProvider },
  '/login/callback/oidc': { GET: hearProvider },
  '/login/link': { GET: showLink, POST: linkIdentity },
} as const

/** Adds the account endpoints. Other methods of their paths get a 405 answer. */
export function addAccountAddresses(app: Hono<HttpEnv>, route: AccountRoute, answerOther: (c: HttpContext, methods: string) => Response): void {
  const { openSignUp, passwords, oidc } = route.accounts.settings
  const addresses: typeof ADDRESSES = { ...ADDRESSES, ...(openSignUp && passwords && OF_SIGN_UP), ...(oidc && OF_PROVIDER) }
  for (const [path, methods] of Object.entries(addresses)) {
    for (const [method, answer] of Object.entries(methods)) app.on(method, path, (c) => orAskToRetry(c, () => answer(c, route)))
    app.all(path, (c) =>
      answerOther(c, `${[...('GET' in methods ? ['GET', 'HEAD'] : []), ...('POST' in methods ? ['POST'] : [])].join(', ')}, OPTIONS`),
    )
  }
}

/** The forms of the service are recognized by their `Referer` and `Origin`, which the referrer policy of other answers suppresses. */
export async function tellOwnReferrer(c: HttpContext, next: HttpNext): Promise<void> {
  await next()
  c.res.headers.set('Referrer-Policy', 'same-origin')
}

/** Answers 503 when the database or the store of rate limits fails: as a page for people, as an OAuth error for programs. */
async function orAskToRetry(c: HttpContext, answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    const notes = c.get('notes')
    notes.error = describeError(error)
    notes.problem = 'temporarily-unavailable'
    if (!c.req.path.startsWith('/oauth/'))
      return toRefusalPage('Temporarily unavailable', {
        status: 503,
        retryAfter: 5,
        fault: 'Accounts are not available at the moment. Try again in a few seconds.',
      })
    const body = { error: 'temporarily_unavailable', error_description: 'Accounts cannot be looked up just now. Try again in 5 s.' }
    return Response.json(body, { status: 503, headers: { 'Retry-After': '5' } })
  }
}
