import { answerProblem } from '../problems/answer-problem.ts'
import type { HttpContext } from '../callers/http-env.ts'
import { SCOPES, type Scope } from '../keys/store/key-store.ts'
import { readForm, type AccountRoute } from './account-route.ts'
import { CLIENT_ID } from './auth/load-library.ts'
import { limitTries } from '../limits/limit-tries.ts'

/** Addresses of OAuth. */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  device: '/oauth/device',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** Scopes that a user may grant to a device. Only operators create keys that manage other keys. */
const DEVICE_SCOPES: readonly Scope[] = ['scan', 'rules']
const DAY_MS = 86_400_000

/** `GET /.well-known/oauth-authorization-server` (RFC 8414) */
export function answerMetadata({ accounts: { settings } }: AccountRoute): Response {
  const at = (path: string): string => `${settings.publicUrl}${path}`
  return Response.json(
    {
      issuer: settings.publicUrl,
      device_authorization_endpoint: at(OAUTH_PATHS.device),
      token_endpoint: at(OAUTH_PATHS.token),
      revocation_endpoint: at(OAUTH_PATHS.revoke),
      grant_types_supported: [DEVICE_GRANT],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: DEVICE_SCOPES,
      service_documentation: at('/docs'),
    },
    { headers: { 'Cache-Control': 'no-cache' } },
  )
}

/** `POST /oauth/device`: the codes that a device shows to a user (RFC 8628, 3.1). */
export async function beginDevice(c: HttpContext, route: AccountRoute): Promise<Response> {
  const form = await readClientForm(c, route)
  if (form instanceof Response) return form
  const wait = await limitTries(c, route.rates, 'device')
  if (wait !== undefined)
    return refuse(c, 'slow_down', `Too many devices begin. Try again in ${wait} s.`, { status: 429, headers: { 'Retry-After': String(wait) } })
  const asked = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
  const scopes = asked.length === 0 ? DEVICE_SCOPES : DEVICE_SCOPES.filter((scope) => asked.includes(scope))
  if (asked.some((scope) => !scopes.some((one) => one === scope))) return refuse(c, 'invalid_scope', `The scopes are ${DEVICE_SCOPES.join(' and ')}.`)
  const { auth, settings, store } = route.accounts
  await store.sweep()
  const { deviceCode, userCode, seconds, interval } = await auth.beginDevice(scopes.join(' '))
  const shown = toShownCode(userCode)
  return Response.json({
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${settings.publicUrl}/device`,
    verification_uri_complete: `${settings.publicUrl}/device?user_code=${shown}`,
    expires_in: seconds,
    interval,
  })
}

/** `POST /oauth/token`: a key, after a user approved the device (RFC 8628, 3.4). */
export async function redeemDevice(c: HttpContext, route: AccountRoute): Promise<Response> {
  const form = await readClientForm(c, route)
  if (form instanceof Response) return form
  if (form.get('grant_type') !== DEVICE_GRANT) return refuse(c, 'unsupported_grant_type', `The grant type here is \`${DEVICE_GRANT}\`.`)
  const deviceCode = form.get('device_code') ?? ''
  if (deviceCode === '') return refuse(c, 'invalid_request', '`device_code` is missing.')
  const wait = await limitTries(c, route.rates, 'token')
  if (wait !== undefined) return refuse(c, 'slow_down', 'Too many requests from this address.', { headers: { 'Retry-After': String(wait) } })
  const told = await route.accounts.auth.redeemDevice(deviceCode)
  return 'error' in told
    ? refuse(c, told.error, FAULTS.get(told.error) ?? 'The request is not one that this service knows.')
    : giveKey(c, route, told)
}

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['authorization_pending', 'The user has not approved the device yet. Ask again after the interval.'],
  ['slow_down', 'Ask less often: wait five seconds longer from now on.'],
  ['expired_token', 'The code has expired. Begin anew.'],
  ['access_denied', 'The device was not let in.'],
  ['invalid_grant', 'The device code is unknown or was used already. Request a new one.'],
])

async function giveKey(
  c: HttpContext,
  { accounts, keys }: AccountRoute,
  { accountId, scope }: { accountId: string; scope: string },
): Promise<Response> {
  const account = await accounts.store.findById(accountId)
  if (account === undefined || account.disabledAt !== undefined) return refuse(c, 'access_denied', 'The account is disabled.')
  const { loginDays } = accounts.settings
  const scopes = SCOPES.filter((each) => scope.split(' ').includes(each))
  const expiresAt = new Date(Date.now() + loginDays * DAY_MS)
  const { token } = await keys.create({ owner: account.owner, plan: account.plan, scopes, expiresAt, accountId })
  return Response.json({ access_token: token, token_type: 'Bearer', expires_in: (loginDays * DAY_MS) / 1000, scope: scopes.join(' ') })
}

/** `POST /oauth/revoke` (RFC 7009): revokes a key that a login created. The answer is the same for unknown tokens. */
export async function revokeToken(c: HttpContext, route: AccountRoute): Promise<Response> {
  const form = await readClientForm(c, route)
  if (form instanceof Response) return form
  const token = form.get('token') ?? ''
  if (token === '') return refuse(c, 'invalid_request', '`token` is missing.')
  const wait = await limitTries(c, route.rates, 'token')
  if (wait !== undefined) return refuse(c, 'slow_down', `Try again in ${wait} s.`, { status: 429, headers: { 'Retry-After': String(wait) } })
  const key = await route.keys.verify(token)
  if (key !== undefined && key.account === undefined)
    return refuse(c, 'unsupported_token_type', 'An operator made this key, and operators revoke it.')
  if (key !== undefined) await route.keys.revoke(key.id)
  return Response.json({})
}

/** Reads a form of the only OAuth client. */
async function readClientForm(c: HttpContext, route: AccountRoute): Promise<ReadonlyMap<string, string> | Response> {
  const form = await readForm(c, route)
  if ('name' in form) {
    c.get('notes').problem = form.name
    return answerProblem(form, c.get('requestId'))
  }
  if (form.get('client_id') === CLIENT_ID) return form
  return refuse(c, 'invalid_client', `\`client_id\` must be \`${CLIENT_ID}\`.`)
}

function refuse(
  c: HttpContext,
  error: string,
  error_description: string,
  { status = 400, headers }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  c.get('notes').problem = error.replaceAll('_', '-')
  return Response.json({ error, error_description }, { status, headers: { ...headers } })
}

/** `BDWP-HQPK` of `BDWPHQPK`. */
export function toShownCode(userCode: string): string {
  return userCode.replace(/^(.{4})(.{4})$/, '$1-$2')
}

/** The typed code without separators. Empty if it cannot be a code. */
export function readUserCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(code) ? code : ''
}
