import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RATE_HEADERS } from '../../adapters/http/limits/rate-headers.ts'
import { verifyByHash } from '../../adapters/http/callers/verify-by-hash.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'

const scans = { ...sourceThreads, workers: 1 }
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const from = (address: string) => ({ 'X-Forwarded-For': address })
const packOf = async (response: Response) => (await response.json()).version.packs[0].name

async function countUntilLimited(url: string, headersOf: (request: number) => Record<string, string>, most = 40): Promise<number> {
  for (let request = 1; request <= most; request += 1) {
    const response = await upload(url, filesOf('a'), headersOf(request))
    await response.text()
    if (response.status === 429) return request - 1
  }
  return most
}

describe('without keys', async () => {
  const server = await openServer({ scans, trustedProxyHops: 1 })

  it('lets an address upload 5 times a minute, and counts down in the headers', async () => {
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const response = await upload(server.uploadUrl, filesOf('a'), from('10.0.0.1'))
      expect(response.status).toBe(200)
      expect(response.headers.get('ratelimit-remaining')).toBe(remaining)
      expect(response.headers.get('x-ratelimit-remaining')).toBe(remaining)
      expect(response.headers.get('ratelimit-policy')).toBe('5;w=60')
    }
    const refused = await upload(server.uploadUrl, filesOf('block forever'), from('10.0.0.1'))
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ type: '/problems/rate-limited', status: 429 })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    expect(Number(refused.headers.get('ratelimit-reset'))).toBe(wait)
    expect(Math.abs(Number(refused.headers.get('x-ratelimit-reset')) - Date.now() / 1000 - wait)).toBeLessThan(3)
    expect((await upload(server.uploadUrl, filesOf('a'), from('10.0.0.2'))).status).toBe(200)
  })

  it('counts uploads that are refused, and no other methods', async () => {
    const address = from('10.0.1.1')
    for (let look = 0; look < 10; look += 1) expect((await fetch(server.uploadUrl, { headers: address })).status).toBe(405)
    for (let refused = 0; refused < 5; refused += 1) expect((await upload(server.uploadUrl, [], address)).status).toBe(422)
    expect((await upload(server.uploadUrl, filesOf('a'), address)).status).toBe(429)
  })

  it('gives any Bearer request 30 a minute, the public pack, and nothing for changing the token', async () => {
    expect(await packOf(await upload(server.uploadUrl, filesOf('a'), { ...bearer('x'), ...from('10.0.2.2') }))).toBe('public')
    expect(await countUntilLimited(server.uploadUrl, (n) => ({ ...bearer(`token-${n}`), ...from('10.0.2.1') }))).toBe(30)
    expect(await countUntilLimited(server.uploadUrl, (n) => ({ Authorization: `bEARER   token-${n}`, ...from('10.0.2.1') }))).toBe(0)
  })

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'token'])('treats the header `Authorization: %s` as anonymous', async (Authorization) => {
    const response = await upload(server.uploadUrl, filesOf('a'), { Authorization, ...from(`10.0.3.${Authorization.length}`) })
    expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, '5'])
  })

  it('believes the proxy about the address, and not the client', async () => {
    expect(await countUntilLimited(server.uploadUrl, (n) => from(`1.2.3.${n}, 10.0.4.1`))).toBe(5)
    expect(await countUntilLimited(server.uploadUrl, (n) => from(`2001:db8:1:2::${n}`))).toBe(5)
    expect(await countUntilLimited(server.uploadUrl, (n) => from(`::ffff:10.0.4.${n > 100 ? 2 : 3}`))).toBe(5)
    expect(await countUntilLimited(server.uploadUrl, () => from('10.0.4.3'))).toBe(0)
  })
})

describe('where something of the service fails', async () => {
  const failing = await openServer({
    scans,
    verifyToken: (token) => {
      if (token === 'known') return { id: 'a', pack: 'full' }
      throw new Error('the database is down')
    },
  })
  const uncounted = await openServer({
    scans,
    rateStore: { take: () => Promise.reject(new Error('the store is down')), look: () => Promise.reject(new Error('the store is down')) },
  })

  it.each([
    ['tokens cannot be looked up', failing, bearer('other'), '29', 'keys-unreachable', 503],
    ['requests cannot be counted', uncounted, {}, '0', 'internal-error', 500],
  ])('%s: the answer has all rate-limit headers', async (_, server, headers, remaining, problem, status) => {
    const response = await upload(server.uploadUrl, filesOf('a'), headers)
    expect(await response.json()).toMatchObject({ type: `/problems/${problem}`, status })
    expect(RATE_HEADERS.filter((name) => response.headers.get(name) === null)).toEqual([])
    expect(response.headers.get('ratelimit-remaining')).toBe(remaining)
  })

  it('serves those whose tokens can be looked up', async () => {
    expect((await upload(failing.uploadUrl, filesOf('a'), bearer('known'))).status).toBe(200)
  })
})

describe('without a trusted proxy', async () => {
  const server = await openServer({ scans })

  it('uses the address of the socket, whatever the headers say', async () => {
    const headersOf = (n: number) => ({
      'X-Forwarded-For': `10.0.0.${n}`,
      'X-Real-IP': `10.0.0.${n}`,
      'CF-Connecting-IP': `10.0.0.${n}`,
      Forwarded: `for=10.0.0.${n}`,
      'True-Client-IP': `10.0.0.${n}`,
    })
    expect(await countUntilLimited(server.uploadUrl, headersOf)).toBe(5)
  })
})

describe('with keys', async () => {
  const hash = (token: string) => createHash('sha256').update(token).digest('hex')
  const server = await openServer({
    scans: { ...scans, packs: ['public', 'full'] },
    trustedProxyHops: 1,
    verifyToken: verifyByHash([
      { sha256: hash('paid-1'), account: { id: 'acme', pack: 'full' } },
      { sha256: hash('paid-2').toUpperCase(), account: { id: 'acme', pack: 'full' } },
      { sha256: hash('small'), account: { id: 'small', pack: 'public', jsonPerMinute: 2 } },
    ]),
  })

  it('scans with the pack of the plan, and counts by account whatever the key and the address', async () => {
    expect(await packOf(await upload(server.uploadUrl, filesOf('a'), bearer('paid-1')))).toBe('full')
    expect(await countUntilLimited(server.uploadUrl, (n) => ({ ...bearer(`paid-${1 + (n % 2)}`), ...from(`10.1.0.${n}`) }))).toBe(29)
  })

  it('uses the quota of the plan', async () => {
    expect(await countUntilLimited(server.uploadUrl, () => bearer('small'))).toBe(2)
  })

  it.each(['Bearer unknown', 'Bearer', 'Basic dXNlcjpwYXNz', 'paid-1', 'Bearer paid-1 paid-1', 'Bearer paid-1, Bearer paid-1'])(
    'answers the header `Authorization: %s` with 401',
    async (Authorization) => {
      const response = await upload(server.uploadUrl, filesOf('a'), { Authorization, ...from('10.1.1.1') })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="assay", error="invalid_token"')
      expect(response.headers.get('ratelimit-limit')).toBe('30')
      expect(await response.json()).toMatchObject({ type: '/problems/unknown-token' })
    },
  )

  it('serves callers without a token as anonymous, and bounds tries of tokens apart from them', async () => {
    const address = from('10.1.2.1')
    expect(await countUntilLimited(server.uploadUrl, (n) => ({ ...bearer(`try-${n}`), ...address }))).toBe(30)
    const anonymous = await upload(server.uploadUrl, filesOf('a'), address)
    expect([anonymous.headers.get('ratelimit-limit'), await packOf(anonymous)]).toEqual(['5', 'public'])
  })
})
