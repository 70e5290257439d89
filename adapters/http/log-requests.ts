import { randomUUID } from 'node:crypto'
import { routePath } from 'hono/route'
import type { HttpContext, HttpNext, RequestNotes } from './http-env.ts'

/** The part of a pino logger that the service uses. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Gives each request an id, the caller's `X-Request-Id` when it is a plain word, and logs one line when it is answered. The route is logged, not the
 * address, which holds whatever the caller put there.
 */
export function logRequests(log: Logger): (c: HttpContext, next: HttpNext) => Promise<void> {
  return async (c, next) => {
    const start = performance.now()
    const asked = c.req.header('x-request-id') ?? ''
    const requestId = SANE_REQUEST_ID.test(asked) ? asked : randomUUID()
    const notes: RequestNotes = {}
    c.set('requestId', requestId)
    c.set('notes', notes)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const { status } = c.res
    const fields = { requestId, method: c.req.method, route: routePath(c, -1), status, ms: Math.round(performance.now() - start), ...notes }
    if (status >= 500) log.error(fields, 'request')
    else log.info(fields, 'request')
  }
}
