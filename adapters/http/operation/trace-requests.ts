import { context, isSpanContextValid, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { routePath } from 'hono/route'
import { ENGINE_VERSION } from '../../../src/node/index.ts'
import type { HttpContext, HttpNext, RequestNotes } from '../callers/http-env.ts'

/**
 * Creates a span for each request if an OpenTelemetry SDK was registered before the service started. Its parent is the current span or the trace of
 * `traceparent`. Attributes are those of the log.
 */
export function traceRequests(): (c: HttpContext, next: HttpNext) => Promise<void> {
  const tracer = trace.getTracer('assay', ENGINE_VERSION)
  return async (c, next) => {
    const outer = trace.getActiveSpan() ? context.active() : propagation.extract(context.active(), c.req.header())
    const span = tracer.startSpan(c.req.method, { kind: SpanKind.SERVER }, outer)
    const notes = c.get('notes')
    if (isSpanContextValid(span.spanContext())) notes.traceId = span.spanContext().traceId
    await context.with(trace.setSpan(outer, span), next)
    const { status } = c.res
    const route = routePath(c, -1)
    span.updateName(`${c.req.method} ${route}`)
    span.setAttributes({ 'http.request.method': c.req.method, 'http.route': route, 'http.response.status_code': status, ...toAttributes(notes) })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

function toAttributes({ traceId: _, error: __, ...notes }: RequestNotes): Readonly<Record<string, string | number>> {
  return Object.fromEntries(Object.entries(notes).map(([name, value]) => [`assay.${name}`, value]))
}
