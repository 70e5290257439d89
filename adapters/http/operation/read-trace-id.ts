const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/
const NONE = /^0+$/

/** The trace id of a `traceparent` header (W3C Trace Context): 32 hexadecimal digits, or `undefined`. */
export function readTraceId(traceparent: string | undefined): string | undefined {
  const [, trace = '0', span = '0'] = TRACE_PARENT.exec(traceparent ?? '') ?? []
  return NONE.test(trace) || NONE.test(span) ? undefined : trace
}
