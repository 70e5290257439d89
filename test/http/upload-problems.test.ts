import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sourceThreads } from '../pool/source-threads.ts'
import { BODY_LIMITS, JSON_FAULTS, MEDIA_TYPES, SHAPE_FAULTS } from './corpus/bodies.ts'
import { filesOf, openServer, unlimited } from './open-server.ts'

const server = await openServer({
  scans: { ...sourceThreads, workers: 1 },
  tiers: unlimited,
  limits: BODY_LIMITS,
})

const RATE_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function send({ method = 'POST', headers = {}, body }: Sent): Promise<Response> {
  const init = { method, headers: { 'Content-Type': 'application/json', ...headers } }
  return fetch(server.uploadUrl, body === undefined ? init : { ...init, body })
}

async function readProblem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  for (const header of RATE_HEADERS) expect(response.headers.get(header), header).toMatch(/^\d/)
  const problem: Record<string, unknown> = await response.json()
  expect(problem['status']).toBe(response.status)
  expect(problem['requestId']).toBe(response.headers.get('x-request-id'))
  return problem
}

describe('POST /api/scans/upload-json', () => {
  it.each(JSON_FAULTS)('answers $name with 400 and the place', async ({ body, place: [line, column, offset], expected }) => {
    const response = await send({ body })
    expect(response.status).toBe(400)
    expect(await readProblem(response)).toMatchObject({ type: '/problems/malformed-json', line, column, offset, expected })
  })

  it('answers invalid UTF-8 with 400 and the offset', async () => {
    const response = await send({ body: Uint8Array.of(...Buffer.from('{"files": "é'), 0xc3, 0x28) })
    expect(response.status).toBe(400)
    expect(await readProblem(response)).toMatchObject({ type: '/problems/malformed-utf8', byteOffset: 13 })
  })

  it.each(SHAPE_FAULTS)('answers $name with 422 and every fault', async ({ body, faults }) => {
    const response = await send({ body: JSON.stringify(body) })
    expect(response.status).toBe(422)
    const problem = await readProblem(response)
    expect(problem['type']).toBe('/problems/invalid-upload')
    expect(problem['faults']).toEqual(faults.map(([pointer, message]) => ({ pointer, message: expect.stringContaining(message) })))
  })

  it.each(MEDIA_TYPES)('answers $name with 415', async ({ type }) => {
    const response = await send({ body: '{}', headers: { 'Content-Type': type } })
    expect(response.status).toBe(415)
    expect(await readProblem(response)).toMatchObject({ type: '/problems/unsupported-media-type' })
    expect(response.headers.get('accept')).toBe('application/json')
  })

  it.each(['zstd', 'gzip, gzip', 'compress', '__proto__'])('answers the encoding %s with 415', async (encoding) => {
    const response = await send({ body: '{}', headers: { 'Content-Encoding': encoding } })
    expect(response.status).toBe(415)
    expect(await readProblem(response)).toMatchObject({ type: '/problems/unsupported-encoding' })
    expect(response.headers.get('accept-encoding')).toBe('gzip, deflate, br')
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers %s with 405 and the allowed methods', async (method) => {
    const response = await send({ method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    expect(await readProblem(response)).toMatchObject({ type: '/problems/method-not-allowed' })
  })

  it('answers HEAD like GET without a body, and OPTIONS with the allowed methods', async () => {
    const head = await send({ method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([405, ''])
    const options = await send({ method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    for (const header of RATE_HEADERS) expect(options.headers.get(header), header).not.toBeNull()
  })

  const compressed = [
    { name: 'gzip', compress: gzipSync },
    { name: 'deflate', compress: deflateSync },
    { name: 'br', compress: brotliCompressSync },
  ]
  it.each(compressed)('reads a body in $name, and refuses one that grows over the limit or is invalid', async ({ name, compress }) => {
    const post = (body: Uint8Array<ArrayBuffer>) => send({ body, headers: { 'Content-Encoding': name } })
    const good = await post(new Uint8Array(compress(JSON.stringify(filesOf('a')))))
    expect([good.status, await good.json()]).toMatchObject([200, { filesScanned: 1 }])
    const bomb = await post(new Uint8Array(compress(Buffer.alloc(5_000_000))))
    expect(bomb.status).toBe(413)
    expect(await readProblem(bomb)).toMatchObject({ type: '/problems/body-too-large', limit: 1_000 })
    const cut = new Uint8Array(compress(JSON.stringify(filesOf('abc'))).subarray(0, 20))
    for (const body of [cut, new TextEncoder().encode('{"files": []}')]) {
      const broken = await post(body)
      expect(broken.status).toBe(400)
      expect(await readProblem(broken)).toMatchObject({ type: '/problems/malformed-encoding' })
    }
  })

  const sane = [
    { name: 'a charset', headers: { 'Content-Type': 'application/json; charset=UTF-8' } },
    { name: 'a suffixed type', headers: { 'Content-Type': 'application/vnd.assay+json' } },
    { name: 'the identity encoding', headers: { 'Content-Encoding': 'identity' } },
    { name: 'unknown keys', extra: { project: 'x', constructor: {}, toString: 1 } },
    { name: 'a byte order mark', before: '\ufeff' },
    { name: 'a key twice, of which the last counts', before: '', twice: '"files": 1, ' },
  ]
  it.each(sane)('accepts an upload with $name', async ({ headers = {}, extra = {}, before = '', twice = '' }) => {
    const body = JSON.stringify({ ...extra, ...filesOf('a', 'b') }).replace('{', `{${twice}`)
    const response = await send({ headers, body: before + body })
    expect([response.status, await response.json()]).toMatchObject([200, { grade: 'A+', filesScanned: 2 }])
  })

  it('is not misled by keys that JavaScript knows', async () => {
    const missing = await send({ body: '{"__proto__": {"files": [{"path": "a", "content": ""}]}}' })
    expect(missing.status).toBe(422)
    const inherited = await send({ body: '{"files": [{"__proto__": {"path": "a", "content": ""}}]}' })
    expect(inherited.status).toBe(422)
    const named = await send({ body: '{"files": [{"path": "__proto__", "content": "", "__proto__": null}]}' })
    expect(named.status).toBe(200)
  })

  it('echoes a request id that is a plain word, and makes one otherwise', async () => {
    const echoed = await send({ body: '[]', headers: { 'X-Request-Id': 'build-42' } })
    expect(await readProblem(echoed)).toMatchObject({ requestId: 'build-42' })
    const made = await send({ body: '[]', headers: { 'X-Request-Id': 'a b"c' } })
    expect((await readProblem(made))['requestId']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('other addresses', () => {
  it.each(['/nothing', '/api/scans', '/api/scans/upload-json/', '/problems/nothing', '/../../etc/passwd', '/%00'])(
    'answers %s with 404',
    async (path) => {
      const response = await fetch(server.url + path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ type: '/problems/not-found', status: 404 })
    },
  )

  it.each(['/', '/page.css', '/healthz', '/problems', '/problems/busy'])('answers a method that %s does not have with 405', async (path) => {
    const response = await fetch(server.url + path, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('is alive and ready', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { shutdown: 'none', threads: 'ok', rateLimits: 'local' },
    })
  })
})
