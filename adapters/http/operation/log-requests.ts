import { randomUUID } from 'node:crypto'
import { routePath } from 'hono/route'
import type { HttpContext, HttpNext, RequestNotes } from '../callers/http-env.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from './metrics.ts'
import { readTraceId } from './read-trace-id.ts'

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Assigns each request an id (the caller's `X-Request-Id` if it is a plain word), and logs and counts the answer. It logs the route instead of the
 * URL, which may contain anything.
 */
export function logRequests(log: Logger, metrics: Pick<Metrics, 'countRequest'>): (c: HttpContext, next: HttpNext) => Promise<void> {
  return async (c, next) => {
    const start = performance.now()
    const asked = c.req.header('x-request-id') ?? ''
    const requestId = SANE_REQUEST_ID.test(asked) ? asked : randomUUID()
    const traceId = readTraceId(c.req.header('traceparent'))
    const notes: RequestNotes = traceId === undefined ? {} : { traceId }
    c.set('requestId', requestId)
    c.set('notes', notes)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const { status } = c.res
    const answered = { method: c.req.method, route: routePath(c, -1), status }
    const ms = performance.now() - start
    metrics.countRequest({ ...answered, seconds: ms / 1_000, notes })
    const fields = { requestId, ...answered, ms: Math.round(ms), ...notes }
    if (status >= 500) log.error(fields, 'request')
    else log.info(fields, 'request')
  }
}
