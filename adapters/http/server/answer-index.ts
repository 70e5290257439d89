import type { Accounts } from '../accounts/auth/accounts.ts'
import type { HttpContext } from '../callers/http-env.ts'
import type { VerifyToken } from '../callers/identify-caller.ts'
import type { KeyStore } from '../keys/store/key-store.ts'
import { answerPageFile, INDEX_FILE } from '../pages/web-page.ts'

/** The parts that determine the page's texts about keys and accounts. */
interface KeyParts {
  readonly verifyToken?: VerifyToken | undefined
  readonly keys?: KeyStore | undefined
  readonly accounts?: Accounts | undefined
}

/** Placeholders in `adapters/web/index.html`. */
const KEYS_MARK = 'data-keys="configured"'
const ACCOUNT_MARK = '<!-- account -->'

/** `GET /`: the page, with a link to sign in if the service has accounts, and no mention of keys if it has none. */
export async function answerIndex(c: HttpContext, { verifyToken, keys, accounts }: KeyParts): Promise<Response> {
  const hasKeys = verifyToken !== undefined || keys !== undefined
  const link = accounts && keys ? await toAccountLink(c, accounts) : ''
  const answer = answerPageFile(INDEX_FILE, (html) =>
    html.replace(KEYS_MARK, hasKeys ? KEYS_MARK : 'data-keys="none"').replace(ACCOUNT_MARK, () => link),
  )
  // The link depends on the session.
  if (accounts) answer.headers.set('Cache-Control', 'private, no-cache')
  return answer
}

async function toAccountLink(c: HttpContext, { auth }: Accounts): Promise<string> {
  const cookie = c.req.header('cookie')
  // Without its database the service still shows the page.
  const holder = cookie === undefined ? undefined : await auth.findSession(cookie).catch(() => undefined)
  return holder ? '<a href="/account">Your account</a>' : '<a href="/login">Sign in</a>'
}
