import type { ScanPool } from '../../../src/node/index.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { Caller } from '../callers/identify-caller.ts'
import type { Metrics } from '../operation/metrics.ts'
import { isProblem } from '../problems/problems.ts'
import type { Problem } from '../problems/problems.ts'
import { type OpenTriage, triageAnswer } from './triage-answer.ts'
import { queueUnreachable, tooManyAtOnce } from '../body/read-request-body.ts'

/** A body to scan, and its options. */
export interface BodyScan {
  readonly scans: ScanPool
  readonly caller: Pick<Caller, 'kind' | 'tier' | 'key'>
  /** Moves to the scanning thread. */
  readonly body: Uint8Array<ArrayBuffer>
  /** The module that reads it in the thread, and its settings. */
  readonly intake: string
  readonly settings: unknown
  /** Present if the operator configured a triage. Used if the tier of the caller allows it. */
  readonly triage: OpenTriage | undefined
  readonly metrics: Metrics
}

/** The result of a scan. */
export type BodyScanned =
  | { readonly kind: 'scanned'; readonly json: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'aborted' }

/** Reads and scans a body in a thread. Cancels when the client disconnects. */
export async function scanBody(
  c: HttpContext,
  { scans, caller, body, intake, settings, metrics, triage: configured }: BodyScan,
): Promise<BodyScanned> {
  const triage = caller.tier.triage ? configured : undefined
  const endScan = metrics.beginScan(caller.kind)
  const begun = performance.now()
  const outcome = await untilGone(c, (signal) =>
    scans.scan(
      {
        pack: caller.tier.pack,
        input: { kind: 'body', intake, body, settings },
        settings: { limits: { maxScanSteps: caller.tier.maxScanSteps } },
        ...(triage && { triage: { severity: triage.settings.severity, maxContextTokens: triage.settings.maxContextTokens } }),
      },
      { signal, caller: caller.key, callerKind: caller.kind },
    ),
  ).finally(endScan)
  const waited = performance.now() - begun
  const notes = c.get('notes')
  switch (outcome.kind) {
    case 'done': {
      const { reply } = outcome
      if (reply.kind === 'scanned-json') {
        notes.files = reply.files
        notes.findings = reply.findings
        metrics.countScan(reply)
        const { json, cases } = reply
        if (triage === undefined || cases === undefined) return { kind: 'scanned', json }
        return { kind: 'scanned', json: await untilGone(c, (signal) => triageAnswer(json, cases, triage, signal)) }
      }
      if (reply.kind === 'refused' && isProblem(reply.refusal)) return { kind: 'refused', problem: reply.refusal }
      throw new Error('The answer of the thread has an unexpected kind.')
    }
    case 'aborted':
      return { kind: 'aborted' }
    case 'busy':
      return waited < HAD_A_PLACE_MS ? refused('busy', 'Too many scans are waiting.', 5) : waitedTooLong(waited)
    case 'caller-busy':
      return { kind: 'refused', problem: tooManyAtOnce() }
    case 'closed':
      return refused('shutting-down', 'The service accepts no new uploads.', 5)
    case 'unreachable':
      return { kind: 'refused', problem: queueUnreachable() }
    case 'timeout':
      return refused('scan-timeout', 'The scan was stopped because it took too long.', 60)
    case 'lost':
      notes.error = `thread ${outcome.reason}`
      return refused('scan-failed', 'The scan ended before it had a result.', 60)
    case 'failed':
      notes.error = `${outcome.name}\n${outcome.frames}`
      return refused('scan-failed', 'The scan ended before it had a result.', 60)
  }
}

/** Callers without a slot are refused within this time. */
const HAD_A_PLACE_MS = 500

/** An immediate retry would wait as long again. */
function waitedTooLong(milliseconds: number): BodyScanned {
  const seconds = Math.round(milliseconds / 1_000)
  return refused('busy', `The scan waited in the queue for ${seconds} s, and no scanning thread became free.`, Math.max(5, Math.ceil(seconds / 2)))
}

function refused(name: Problem['name'], detail: string, retryAfter: number): BodyScanned {
  return { kind: 'refused', problem: { name, detail, headers: { 'Retry-After': String(retryAfter) } } }
}

async function untilGone<T>(c: HttpContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const { outgoing } = connectionOf(c)
  const onClose = () => abort.abort()
  if (outgoing?.destroyed) onClose()
  outgoing?.once('close', onClose)
  try {
    return await work(abort.signal)
  } finally {
    outgoing?.off('close', onClose)
  }
}
