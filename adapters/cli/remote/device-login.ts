import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { showText } from '../output/show-text.ts'

/** The URLs for device logins and logouts. */
export interface LoginAddresses {
  readonly device: string
  readonly token: string
  readonly revoke: string | undefined
}

/** The data that a user needs to allow this device. */
export interface ShownCode {
  readonly address: string
  readonly code: string
  /** The URL that contains the code. */
  readonly complete: string | undefined
  /** Seconds until the code expires. */
  readonly seconds: number
}

/** Shows the progress of a login. */
export interface LoginDisplay {
  show(code: ShownCode): void
  /** Called while waiting, with the seconds left. */
  waiting(secondsLeft: number): void
  /** Removes the progress display. */
  done(): void
}

const CLIENT = { client_id: 'assay-cli' }
const METADATA = '/.well-known/oauth-authorization-server'
/** Seconds, if the service does not say. */
const USUAL_INTERVAL = 5
const LEAST_INTERVAL = 1
/** RFC 8628, 3.5 */
const SLOWER_BY = 5
const LONGEST_INTERVAL = 60

/** Asks a service for its login URLs. Undefined if it accepts only keys. Throws `CommandError` if it does not answer or names another host. */
export async function findLogin(server: string, signal: AbortSignal): Promise<LoginAddresses | undefined> {
  const answer = await send(`${server}${METADATA}`, undefined, signal)
  if (answer instanceof Error)
    throw new CommandError(EXIT_CODES.incomplete, `${server} cannot be reached: ${describe(answer)}. Check the URL and try again.`)
  if (answer.status === 404) return undefined
  const metadata = answer.ok ? await readObject(answer) : {}
  const { issuer, device_authorization_endpoint: device, token_endpoint: token, revocation_endpoint: revoke } = metadata
  if (typeof device !== 'string' || typeof token !== 'string') return undefined
  const own = new URL(server).origin
  const addresses = { device, token, revoke: typeof revoke === 'string' ? revoke : undefined }
  const isElsewhere = Object.values(addresses).some((address) => address !== undefined && !(URL.canParse(address) && new URL(address).origin === own))
  if (isElsewhere) {
    const right = showText(String(issuer))
    throw new CommandError(EXIT_CODES.wrongUsage, `${server} uses ${right} for logins. Run assay login --server ${right}`)
  }
  return addresses
}

/**
 * Logs in by a code that a user enters on the page of the service (RFC 8628). Returns the token. Rejects with the reason of the signal or a
 * `CommandError`.
 */
export async function logInDevice(addresses: LoginAddresses, display: LoginDisplay, signal: AbortSignal): Promise<string> {
  const begun = await send(addresses.device, CLIENT, signal)
  if (begun instanceof Error || !begun.ok)
    throw new CommandError(EXIT_CODES.incomplete, `The service rejected the login request: ${await describeAnswer(begun)}`)
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } = await readObject(begun)
  if (typeof device_code !== 'string' || typeof user_code !== 'string' || typeof verification_uri !== 'string' || typeof expires_in !== 'number')
    throw new CommandError(EXIT_CODES.incomplete, 'The service did not return a login code. Check that the URL is that of an Assay service.')
  const complete = typeof verification_uri_complete === 'string' ? verification_uri_complete : undefined
  display.show({ address: verification_uri, code: user_code, complete, seconds: expires_in })
  try {
    return await poll(
      {
        address: addresses.token,
        deviceCode: device_code,
        seconds: expires_in,
        interval: typeof interval === 'number' ? Math.max(LEAST_INTERVAL, interval) : USUAL_INTERVAL,
      },
      display,
      signal,
    )
  } finally {
    display.done()
  }
}

interface Polling {
  readonly address: string
  readonly deviceCode: string
  readonly seconds: number
  readonly interval: number
}

async function poll({ address, deviceCode, seconds, interval: first }: Polling, display: LoginDisplay, signal: AbortSignal): Promise<string> {
  const form = { ...CLIENT, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode }
  const end = performance.now() + seconds * 1000
  let interval = first
  while (performance.now() + interval * 1000 < end) {
    await waitFor(interval, end, display, signal)
    const answer = await send(address, form, signal)
    const told = answer instanceof Error ? {} : await readObject(answer)
    if (!(answer instanceof Error) && answer.ok && typeof told.access_token === 'string') return told.access_token
    if (told.error === 'authorization_pending') continue
    if (told.error === 'slow_down') interval += SLOWER_BY
    // Network and server errors may be temporary.
    else if (answer instanceof Error || answer.status >= 500) interval = Math.min(interval * 2, LONGEST_INTERVAL)
    else throw new CommandError(EXIT_CODES.incomplete, REFUSALS.get(told.error) ?? `The login failed: ${await describeAnswer(answer, told)}`)
  }
  throw new CommandError(EXIT_CODES.incomplete, EXPIRED)
}

const EXPIRED = 'The code expired before the login was approved. Run assay login again.'
const REFUSALS: ReadonlyMap<unknown, string> = new Map([
  ['access_denied', 'The login was denied on the web page of the service. If that was a mistake, run assay login again.'],
  ['expired_token', EXPIRED],
])

/** Waits in steps of one second and updates the display. */
async function waitFor(seconds: number, end: number, display: LoginDisplay, signal: AbortSignal): Promise<void> {
  for (let left = seconds; left > 0; left -= 1) {
    display.waiting(Math.max(0, Math.round((end - performance.now()) / 1000)))
    await pause(Math.min(left, 1) * 1000, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Revokes a key that a login created. False if the service could not be reached. */
export async function revokeLogin(server: string, token: string, signal: AbortSignal): Promise<boolean> {
  const addresses = await findLogin(server, signal).catch(() => signal.throwIfAborted())
  if (addresses?.revoke === undefined) return false
  const answer = await send(addresses.revoke, { ...CLIENT, token }, signal)
  return !(answer instanceof Error) && answer.ok
}

async function send(address: string, form: Readonly<Record<string, string>> | undefined, signal: AbortSignal): Promise<Response | Error> {
  try {
    return await fetch(address, { redirect: 'error', signal, ...(form && { method: 'POST', body: new URLSearchParams(form) }) })
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error ? error : new Error('unknown error')
  }
}

async function readObject(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await answer.json().catch(() => undefined)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function describeAnswer(answer: Response | Error, told?: Readonly<Record<string, unknown>>): Promise<string> {
  if (answer instanceof Error) return `${describe(answer)}. Try again.`
  const { error_description: words, error } = told ?? (await readObject(answer))
  return showText(String(words ?? error ?? `status ${answer.status}.`))
}

function describe({ message, cause }: Error): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}
