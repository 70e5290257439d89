import { Readable } from 'node:stream'
import type { ScanPool } from '../../src/node/index.ts'
import { answerProblem } from './answer-problem.ts'
import type { ByteBudget } from './byte-budget.ts'
import { checkMediaType } from './check-media-type.ts'
import { describeError } from './describe-error.ts'
import { holdAnswer } from './hold-answer.ts'
import { connectionOf, type HttpContext } from './http-env.ts'
import { limitRate } from './limit-rate.ts'
import type { RateRules } from './limit-rate.ts'
import { faultOfService, type Problem } from './problems.ts'
import { checkEncoding, readRequestBody, tooLarge } from './read-request-body.ts'
import type { BodyLimits, BodyRead } from './read-request-body.ts'
import type { UploadLimits } from './read-upload.ts'
import { scanBody } from './scan-body.ts'

/** What an upload endpoint works with. */
export interface UploadRoute {
  readonly scans: ScanPool
  readonly rates: RateRules
  readonly limits: BodyLimits & UploadLimits
  readonly budget: ByteBudget
  readonly isClosing: () => boolean
}

/** The methods of an upload endpoint. */
export const UPLOAD_METHODS = 'POST, OPTIONS'

/**
 * `POST /api/scans/upload-json`. What can be refused by the head of the request is refused before its body is read, and what can be refused by its
 * body is refused before a scan. Every answer carries the rate-limit headers.
 */
export async function uploadJson(c: HttpContext, route: UploadRoute): Promise<Response> {
  const isUpload = c.req.method === 'POST'
  const { caller, headers, problem, fault } = await limitRate(c, route.rates, isUpload)
  const notes = c.get('notes')
  notes.caller = caller.kind
  if (fault !== undefined) notes.error = describeError(fault)
  const response = await answer().catch((error: unknown) => {
    notes.error = describeError(error)
    return refuse(faultOfService())
  })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response

  async function answer(): Promise<Response> {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: UPLOAD_METHODS } })
    if (!isUpload) return refuse({ name: 'method-not-allowed', detail: 'Uploads are sent with `POST`.', headers: { Allow: UPLOAD_METHODS } })
    const refused = problem ?? checkHead(c, route)
    if (refused) return refuse(refused)
    notes.pack = caller.pack
    const read = await readBody(c, route)
    if (read.kind === 'refused') return refuse(read.problem)
    if (read.kind === 'aborted') return gone()
    notes.bytes = read.bytes.length
    const scanned = await scanBody(c, { scans: route.scans, pack: caller.pack, body: read.bytes, limits: route.limits }).finally(read.release)
    if (scanned.kind === 'refused') return refuse(scanned.problem)
    if (scanned.kind === 'aborted') return gone()
    if (!holdAnswer(c, scanned.json.length, route.limits, route.budget))
      return refuse({ name: 'busy', detail: 'Too many answers wait for their clients.', headers: { 'Retry-After': '5' } })
    return new Response(scanned.json, { headers: { 'Content-Type': 'application/json' } })
  }

  function refuse(refused: Problem): Response {
    notes.problem = refused.name
    return answerProblem(refused, c.get('requestId'))
  }

  /** Nobody reads this answer: it is for the log. */
  function gone(): Response {
    notes.problem = 'client-gone'
    return new Response(null, { status: 400, headers: { Connection: 'close' } })
  }
}

function checkHead(c: HttpContext, route: UploadRoute): Problem | undefined {
  if (route.isClosing())
    return { name: 'shutting-down', detail: 'The service takes no new uploads.', headers: { 'Retry-After': '5', Connection: 'close' } }
  const unreadable = checkMediaType(c.req.header('content-type')) ?? checkEncoding(c.req.header('content-encoding'))
  if (unreadable) return unreadable
  if (Number(c.req.header('content-length') ?? 0) > route.limits.maxBodyBytes) return tooLarge(route.limits.maxBodyBytes)
  if (route.scans.state().full) return { name: 'busy', detail: 'Too many scans are waiting.', headers: { 'Retry-After': '5' } }
  return undefined
}

async function readBody(c: HttpContext, route: UploadRoute): Promise<BodyRead> {
  const { incoming, outgoing } = connectionOf(c)
  if (incoming?.headers.expect?.toLowerCase() === '100-continue' && outgoing && 'writeContinue' in outgoing) outgoing.writeContinue()
  const source = incoming ?? (c.req.raw.body ? Readable.from(c.req.raw.body) : Readable.from([]))
  return readRequestBody(source, c.req.header('content-encoding'), route.limits, route.budget)
}
