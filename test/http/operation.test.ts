import { describe, expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'
import { makeZip } from './zip-archive.ts'

const scans = { ...obedientThreads, workers: 1 }
const server = await openServer({ scans, tiers: { anonymous: { jsonPerMinute: 4 } } })

/** Values by name and labels, as they are written. */
async function readMetrics(url: string, headers: Readonly<Record<string, string>> = {}): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

describe('GET /metrics', () => {
  it('counts uploads and results without any of their content', async () => {
    const marker = 'SECRET_MARKER'
    await upload(server.uploadUrl, { files: [{ path: marker, content: 'answer 40 MB' }] }, { Authorization: `Basic ${marker}` })
    await upload(server.uploadUrl, filesOf('throw'))
    await upload(server.uploadUrl, [marker])
    await upload(server.uploadUrl, filesOf('exit'))
    await upload(server.uploadUrl, filesOf('a'))
    await fetch(`${server.url}/api/scans/upload-zip`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip' },
      body: new Uint8Array(makeZip([{ name: 'a' }])),
    })
    await fetch(`${server.url}/${marker}`, { method: 'PROPFIND' })
    const metrics = await readMetrics(server.url)
    const uploads = [...metrics].filter(([name]) => name.startsWith('assay_uploads_total'))
    const route = (kind: string, outcome: string) => `assay_uploads_total{route="/api/scans/upload-${kind}",caller="anonymous",outcome="${outcome}"}`
    expect(Object.fromEntries(uploads)).toEqual({
      [route('json', 'scanned')]: 1,
      [route('json', 'scan-failed')]: 2,
      [route('json', 'invalid-upload')]: 1,
      [route('json', 'rate-limited')]: 1,
      [route('zip', 'scanned')]: 1,
    })
    expect(metrics.get('assay_gaps_total{reason="binary"}')).toBe(1)
    expect(metrics.get('assay_scans_in_hand{caller="anonymous"}')).toBe(0)
    expect(metrics.get('assay_scan_thread_restarts_total{reason="died"}')).toBe(1)
    expect(metrics.get('assay_rate_limits_shared')).toBe(0)
    expect(metrics.get('assay_http_request_duration_seconds_count{route="/api/scans/upload-json"}')).toBe(5)
    expect([...metrics.keys()].filter((name) => name.startsWith('process_cpu')).length).toBeGreaterThan(0)
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain(marker)
  })

  it('is not found through a proxy', async () => {
    expect((await fetch(`${server.url}/metrics`, { headers: { 'X-Forwarded-For': '10.0.0.1' } })).status).toBe(404)
  })

  it('is for those that know the token, where there is one', async () => {
    const guarded = await openServer({ scans, metricsToken: 'a-long-token-of-an-operator' })
    const statuses = [{}, { Authorization: 'Bearer another' }, { Authorization: 'Bearer a-long-token-of-an-operator', 'X-Forwarded-For': '10.0.0.1' }]
    const answers = await Promise.all(statuses.map((headers) => fetch(`${guarded.url}/metrics`, { headers })))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
  })
})

describe('the log', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
  it.each([
    { name: 'names the trace of a request', traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, traceId: TRACE },
    { name: 'names the trace of a later version', traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more`, traceId: TRACE },
    { name: 'ignores an invalid trace id', traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, traceId: undefined },
    { name: 'names none that is anything', traceparent: 'SECRET', traceId: undefined },
  ])('$name', async ({ traceparent, traceId }) => {
    const requestId = `request-${traceparent.length}-${traceId === undefined}`
    await fetch(`${server.url}/healthz`, { headers: { traceparent, 'X-Request-Id': requestId } })
    const line = server
      .logged()
      .split('\n')
      .find((text) => text.includes(requestId))
    expect(JSON.parse(line ?? '{}').traceId).toBe(traceId)
  })
})

it('every answer has the headers that keep browsers safe', async () => {
  for (const path of ['/', '/nothing', '/healthz', '/api/scans/upload-json']) {
    const { headers } = await fetch(server.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  }
})
