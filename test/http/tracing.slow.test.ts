import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'

// An SDK is registered for the whole process, so this file needs its own process.
const exporter = new InMemorySpanExporter()
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
const server = await openServer({ scans: { ...obedientThreads, workers: 1 } })

it('a registered SDK gets a span of each request, in the trace that the request names', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await upload(server.uploadUrl, filesOf('SECRET'), { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, Authorization: 'Bearer SECRET' })
  await upload(server.uploadUrl, filesOf('throw'))
  const [scanned, failed] = exporter.getFinishedSpans()
  expect([scanned.name, scanned.spanContext().traceId, scanned.parentSpanContext?.spanId]).toEqual([
    'POST /api/scans/upload-json',
    traceId,
    '00f067aa0ba902b7',
  ])
  expect(scanned.attributes).toMatchObject({ 'http.response.status_code': 200, 'assay.caller': 'bearer', 'assay.files': 1 })
  expect([failed.status.code, failed.attributes['assay.problem']]).toEqual([2, 'scan-failed'])
  expect(JSON.stringify([scanned.attributes, failed.attributes])).not.toContain('SECRET')
  expect(server.logged()).toContain(failed.spanContext().traceId)
})
