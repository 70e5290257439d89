import { describe, expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { openServer } from './open-server.ts'

const tokens = new Map([
  ['paid-token', { id: 'acme', pack: 'full' }],
  ['free-token', { id: 'small', pack: 'public' }],
])
const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, verifyToken: (token) => tokens.get(token) })

function get(path: string, token?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) } })
}

async function idsOf(token?: string): Promise<readonly string[]> {
  const { rules }: { rules: readonly { id: string }[] } = await (await get('/api/rules', token)).json()
  return rules.map(({ id }) => id)
}

describe('GET /api/rules', () => {
  it('lists the thirty public rules to callers without a token, in order', async () => {
    const ids = await idsOf()
    expect(ids).toHaveLength(30)
    expect(ids).toEqual(ids.toSorted())
  })

  it('lists the rules of the plan to its accounts', async () => {
    expect(await idsOf('free-token')).toEqual(await idsOf())
    expect((await idsOf('paid-token')).length).toBeGreaterThan(100)
  })

  it('returns all information about a rule', async () => {
    const response = await get('/api/rules/command-injection')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 'command-injection', severity: 'critical', cwe: ['CWE-78'] })
  })

  it("returns nothing about rules outside of the caller's pack", async () => {
    const [id = ''] = (await idsOf('paid-token')).filter((one) => one.startsWith('cleartext-'))
    expect((await get(`/api/rules/${id}`, 'paid-token')).status).toBe(200)
    const response = await get(`/api/rules/${id}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect(await response.json()).toMatchObject({ type: '/problems/not-found', detail: expect.stringContaining('`public`') })
  })

  it('counts against no quota', async () => {
    for (let at = 0; at < 10; at += 1) expect((await get('/api/rules')).status).toBe(200)
  })

  it.each([
    { name: 'the same as before', etag: (known: string) => known, status: 304 },
    { name: 'the same among others', etag: (known: string) => `"other", ${known}`, status: 304 },
    { name: 'something else', etag: () => '"other"', status: 200 },
  ])('answers $status to a caller with $name', async ({ etag, status }) => {
    const known = (await get('/api/rules')).headers.get('etag') ?? ''
    expect(known).toMatch(/^"/)
    const response = await get('/api/rules', undefined, { 'If-None-Match': etag(known) })
    expect(response.status).toBe(status)
    if (status === 304) expect(await response.text()).toBe('')
  })

  it('forbids caches to share answers that depend on the token', async () => {
    const { headers } = await get('/api/rules')
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Authorization', 'private, no-cache'])
    expect(headers.get('etag')).not.toBe((await get('/api/rules', 'paid-token')).headers.get('etag'))
  })

  it('refuses an unknown token, and after thirty of them answers 429', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 31; at += 1) {
      const response = await get('/api/rules', `guess-${at}`)
      statuses.push(response.status)
      if (at === 0) expect(response.headers.get('www-authenticate')).toBe('Bearer realm="assay", error="invalid_token"')
      await response.text()
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })

  it.each(['/api/rules', '/api/rules/command-injection', '/api/packs/public'])('is only read: %s', async (path) => {
    const response = await fetch(`${server.url}${path}`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await fetch(`${server.url}${path}`, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('GET /api/packs/{name}', () => {
  it.each([
    { name: 'the public pack to anybody', pack: 'public', token: undefined, status: 200 },
    { name: 'the public pack to accounts', pack: 'public', token: 'paid-token', status: 200 },
    { name: 'the pack of the plan', pack: 'full', token: 'paid-token', status: 200 },
    { name: 'not the pack of another plan', pack: 'full', token: 'free-token', status: 404 },
    { name: 'not the pack of a plan to callers without a token', pack: 'full', token: undefined, status: 404 },
    { name: 'nothing where there is no pack', pack: 'nothing', token: 'paid-token', status: 404 },
  ])('returns $name', async ({ pack, token, status }) => {
    const response = await get(`/api/packs/${pack}`, token)
    expect(response.status).toBe(status)
    if (status === 200) expect(await response.json()).toMatchObject({ name: pack, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  it('names the rules of the pack', async () => {
    const { rules } = await (await get('/api/packs/public')).json()
    expect(rules).toEqual(await idsOf())
  })
})
