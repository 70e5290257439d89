import { describe, expect, it } from 'vitest'
import { RATE_HEADERS } from '../../adapters/http/limits/rate-headers.ts'
import { createRedisRateStore } from '../../adapters/http/limits/redis-rate-store.ts'
import { createMemoryRateStore } from '../../adapters/http/limits/rate-store.ts'
import { obedientThreads } from '../pool/source-threads.ts'
import { hasRedis, openRedis } from './open-redis.ts'
import { filesOf, openServer, upload } from './open-server.ts'

const scans = { ...obedientThreads, workers: 1 }

describe.runIf(hasRedis())('replicas with one Redis', async () => {
  const redis = await openRedis()
  const options = { scans, redisUrl: redis.url, trustedProxyHops: 1 }
  const replicas = [await openServer(options), await openServer(options)]
  const logged = () => replicas.map((replica) => replica.logged()).join('')
  const send = async (index: number, address: string) => {
    const response = await upload(replicas[index % 2].uploadUrl, filesOf('a'), { 'X-Forwarded-For': address })
    await response.text()
    return response
  }
  const statusesOf = async (count: number, address: string) => {
    const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index, address)))
    return responses.map(({ status }) => status).toSorted()
  }

  it('let an address upload as often as one of them would, to the request', async () => {
    expect(await statusesOf(20, '10.0.0.1')).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
    const [one, other] = [await send(0, '10.0.0.2'), await send(1, '10.0.0.2')]
    expect([one, other].map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['4', '3'])
    expect(RATE_HEADERS.filter((name) => other.headers.get(name) === null)).toEqual([])
    expect(Number(other.headers.get('ratelimit-reset'))).toBeGreaterThan(30)
  })

  it('count separately while Redis is down, report it, and share again when it is back', async () => {
    redis.kill('SIGKILL')
    await expect.poll(async () => (await send(0, '10.0.1.1')).headers.get('ratelimit-remaining')).toBe('4')
    expect(await statusesOf(20, '10.0.1.2')).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
    expect(logged().match(/rate limits are local/g)).toHaveLength(2)
    await redis.start()
    await expect
      .poll(async () => (await send(0, '10.0.1.3'), await send(1, '10.0.1.3'), logged().match(/shared again/g)?.length), { timeout: 20_000 })
      .toBe(2)
    expect(await statusesOf(20, '10.0.1.4')).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
  })

  it('do not wait for a Redis that hangs', async () => {
    redis.kill('SIGSTOP')
    const response = await send(0, '10.0.2.1')
    redis.kill('SIGCONT')
    expect([response.status, response.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
  })

  const stores = [
    { name: 'in memory', store: createMemoryRateStore() },
    { name: 'in Redis', store: await createRedisRateStore({ url: redis.url }) },
  ]
  it.each(stores)('a store $name counts by key, reads without counting, and states the end of the window', async ({ store }) => {
    await expect.poll(async () => (await store.look('none')).used).toBe(0)
    const uses = [await store.take('a'), await store.take('a'), await store.take('b'), await store.look('a'), await store.look('none')]
    expect(uses.map(({ used }) => used)).toEqual([1, 2, 1, 2, 0])
    for (const { resetMs } of uses) expect(resetMs).toBeGreaterThan(50_000)
    for (const { resetMs } of uses) expect(resetMs).toBeLessThanOrEqual(60_000)
  })
})

it('a service whose Redis was never there starts, and counts by itself', async () => {
  const server = await openServer({ scans, redisUrl: 'redis://127.0.0.1:9' })
  const response = await upload(server.uploadUrl, filesOf('a'))
  expect([response.status, response.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
  expect(server.logged()).toContain('rate limits are local')
})

it('the structured fields are sent if configured', async () => {
  const server = await openServer({ scans, structuredRateHeaders: true })
  const { headers } = await upload(server.uploadUrl, filesOf('a'))
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy'), headers.get('ratelimit-limit')]).toEqual([
    expect.stringMatching(/^"json";r=4;t=(?:60|59)$/),
    '"json";q=5;w=60',
    '5',
  ])
})
