import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { readJson } from './protocol/read-json.ts'

/** A service and its connection settings. */
export interface Service {
  readonly server: string
  readonly key: string | undefined
  readonly signal: AbortSignal
  /** Called before each wait, with the number of seconds and the reason. */
  onWait(seconds: number, why: string): void
}

/** The answer of a service that accepted the request. */
export interface Answer {
  readonly value: unknown
  /** Seconds to wait before the next request. 0 if no wait is needed. */
  readonly wait: number
}

/** The upload is too large for the service or a proxy: in bytes or in scan time. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
  /** The end of a sentence about the service, such as `takes no upload of this size`. */
  readonly why: string

  constructor(why: string) {
    super(why)
    this.why = why
  }
}

/** Problems that the same upload would have again, but a smaller one may not. */
const TOO_MUCH: ReadonlyMap<string, string> = new Map([
  ['scan-timeout', 'timed out while scanning an upload'],
  ['scan-failed', 'failed to scan an upload'],
])

const ATTEMPTS = 6
/** Seconds before the second attempt. Each further attempt waits twice as long. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 30
/** Longer waits end the command. */
const LONGEST_WAIT = 900

/** Sends a request, waits as long as the service says, and retries after network errors. Throws `CommandError` for errors that a retry cannot fix. */
export async function callService(service: Service, path: string, body?: string): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(service, path, body)
    if (answer instanceof Response && answer.ok) return { value: await readAnswer(answer, service), wait: secondsLeft(answer) }
    const wait = answer instanceof Response ? await waitFor(answer, service) : undefined
    const again = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE)
    const seconds = wait ?? again
    if (attempt === ATTEMPTS || seconds > LONGEST_WAIT) throw unavailable(service, answer, body !== undefined)
    service.onWait(seconds, wait === undefined ? 'the service cannot be reached' : 'requested by the service')
    await pause(seconds * 1000, undefined, { signal: service.signal }).catch(() => service.signal.throwIfAborted())
  }
}

async function readAnswer(answer: Response, { server, signal }: Service): Promise<unknown> {
  try {
    return await readJson(answer)
  } catch {
    signal.throwIfAborted()
    throw new CommandError(EXIT_CODES.incomplete, `${server} returned invalid or incomplete JSON. Check that the URL is that of an Assay service.`)
  }
}

async function send({ server, key, signal }: Service, path: string, body: string | undefined): Promise<Response | Error> {
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(body !== undefined && { 'content-type': 'application/json' }) }
  try {
    return await fetch(`${server}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      redirect: 'error',
      signal,
      ...(body !== undefined && { body }),
    })
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error ? error : new Error('unknown error')
  }
}

/** Seconds to wait before a rejected request is sent again. Undefined if the service does not say. Throws if a retry is useless. */
async function waitFor(answer: Response, { server, key }: Service): Promise<number | undefined> {
  const { status } = answer
  if (status === 413) throw new TooLargeError('does not accept an upload of this size')
  if (status === 401) {
    const message =
      key === undefined
        ? `${server} requires an API key. Run assay login --server ${server}`
        : `${server} rejected the API key. Log in again, or check ASSAY_API_KEY.`
    throw new CommandError(EXIT_CODES.wrongUsage, message)
  }
  const tooMuch = status === 503 ? TOO_MUCH.get(await readProblem(answer)) : undefined
  if (tooMuch !== undefined) throw new TooLargeError(tooMuch)
  if (status === 429 || status >= 500) return readSeconds(answer.headers.get('retry-after'))
  throw new CommandError(EXIT_CODES.incomplete, `${server} rejected the request (status ${status}${await readTitle(answer)}).`)
}

/** The last segment of the problem type (RFC 9457). Empty if the answer has none. */
async function readProblem(answer: Response): Promise<string> {
  const value = await readJson(answer.clone()).catch(() => undefined)
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof type === 'string' ? type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#')) + 1) : ''
}

const MAX_OF_TITLE = 200

async function readTitle(answer: Response): Promise<string> {
  const value = await readJson(answer).catch(() => undefined)
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'
    ? `: ${value.title.slice(0, MAX_OF_TITLE)}`
    : ''
}

function unavailable({ server }: Service, answer: Response | Error, isUpload: boolean): CommandError {
  const why = answer instanceof Response ? `status ${answer.status}` : describeCause(answer)
  const advice = isUpload ? 'Results of completed uploads are cached for one hour. Try again.' : 'Check the URL, and that the service is running.'
  return new CommandError(EXIT_CODES.incomplete, `the request to ${server} failed: ${why}. ${advice}`)
}

function describeCause({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

/** Seconds until there is quota again, if the quota is used up. */
function secondsLeft({ headers }: Response): number {
  const remaining = readSeconds(headers.get('ratelimit-remaining'))
  return remaining === 0 ? (readSeconds(headers.get('ratelimit-reset')) ?? 0) : 0
}

function readSeconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined
}
