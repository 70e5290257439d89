import { Readable } from 'node:stream'
import type { ScanPool } from '../../../src/node/index.ts'
import { answerProblem } from '../problems/answer-problem.ts'
import type { ByteBudget, ByteLease } from '../body/byte-budget.ts'
import { checkTransferCoding } from '../body/check-transfer-coding.ts'
import { holdAnswer } from '../body/hold-answer.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import { lackOfScope } from '../callers/lack-of-scope.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { Problem } from '../problems/problems.ts'
import { checkEncoding, queueUnreachable, readRequestBody, tooLarge, tooManyAtOnce } from '../body/read-request-body.ts'
import type { BodyRead } from '../body/read-request-body.ts'
import { scanBody, type BodyScanned } from './scan-body.ts'
import type { ServiceLimits } from '../limits/service-limits.ts'
import type { OpenTriage } from './triage-answer.ts'
import type { UploadKind } from './upload-kinds.ts'

/** The dependencies of the upload endpoints. */
export interface UploadRoute {
  readonly scans: ScanPool
  readonly limits: ServiceLimits
  readonly budget: ByteBudget
  readonly isClosing: () => boolean
  readonly metrics: Metrics
  readonly triage: OpenTriage | undefined
}

/** Answers an upload after the rate check. Refuses as early as possible: by the head before the body is read, and by the body before the scan. */
export async function answerUpload(c: HttpContext, route: UploadRoute, kind: UploadKind): Promise<Response> {
  const caller = c.get('caller')
  const maxBodyBytes = Math.min(route.limits.maxBodyBytes, caller.tier.maxBodyBytes)
  const own: UploadRoute = { ...route, limits: { ...route.limits, maxBodyBytes } }
  const notes = c.get('notes')
  const refused = lackOfScope(caller, 'scan') ?? checkHead(c, own, kind)
  if (refused) return refuse(refused)
  notes.pack = caller.tier.pack
  const lease = route.budget.open(caller.key)
  const scanned = await scanUpload(lease).finally(lease.end)
  if (scanned.kind === 'refused') return refuse(scanned.problem)
  if (scanned.kind === 'aborted') return gone()
  if (!holdAnswer(c, scanned.json.length, route.limits, route.budget.open(caller.key)))
    return refuse({ name: 'busy', detail: 'Too many responses are waiting for their clients.', headers: { 'Retry-After': '5' } })
  return new Response(scanned.json, { headers: { 'Content-Type': 'application/json' } })

  async function scanUpload(lease: ByteLease): Promise<BodyScanned> {
    const read = await readBody(c, own, lease)
    if (read.kind !== 'body') return read
    notes.bytes = read.bytes.length
    const settings = kind.toSettings(own.limits, c.req.header('content-type') ?? '')
    return scanBody(c, { scans: route.scans, caller, body: read.bytes, intake: kind.intake, settings, triage: route.triage, metrics: route.metrics })
  }

  function refuse(problem: Problem): Response {
    notes.problem = problem.name
    return answerProblem(problem, c.get('requestId'))
  }

  /** Nobody reads this answer. It is for the log, with the status that servers commonly use. */
  function gone(): Response {
    notes.problem = 'client-gone'
    return new Response(null, { status: 499, headers: { Connection: 'close' } })
  }
}

function checkHead(c: HttpContext, route: UploadRoute, kind: UploadKind): Problem | undefined {
  if (route.isClosing())
    return { name: 'shutting-down', detail: 'The service accepts no new uploads.', headers: { 'Retry-After': '5', Connection: 'close' } }
  const unreadable =
    checkTransferCoding(connectionOf(c).incoming?.headers['transfer-encoding']) ??
    kind.checkType(c.req.header('content-type')) ??
    checkEncoding(c.req.header('content-encoding'))
  if (unreadable) return unreadable
  const length = announcedLength(c) ?? 0
  if (length > route.limits.maxBodyBytes) return tooLarge(route.limits.maxBodyBytes)
  const admission = route.scans.admit(length, c.get('caller').key)
  if (admission === 'busy') return { name: 'busy', detail: 'Too many scans are waiting.', headers: { 'Retry-After': '5' } }
  if (admission === 'unreachable') return queueUnreachable()
  return admission === 'caller-busy' ? tooManyAtOnce() : undefined
}

async function readBody(c: HttpContext, { limits }: UploadRoute, lease: ByteLease): Promise<BodyRead> {
  const { incoming, outgoing } = connectionOf(c)
  if (incoming?.headers.expect?.toLowerCase() === '100-continue' && outgoing && 'writeContinue' in outgoing) outgoing.writeContinue()
  const source = incoming ?? (c.req.raw.body ? Readable.from(c.req.raw.body) : Readable.from([]))
  return readRequestBody(source, { encoding: c.req.header('content-encoding'), length: announcedLength(c), limits, lease })
}

function announcedLength(c: HttpContext): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined ? undefined : Number(length)
}
