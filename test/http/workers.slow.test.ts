import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorker as startWorkerHere } from '../../adapters/http/server/start-worker.ts'
import { startStandIn } from '../../tools/triage/stand-in.mjs'
import { settingsFor } from '../triage/open-triage.ts'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { hasRedis, openRedis } from './open-redis.ts'
import { filesOf, openServer, unlimited, upload } from './open-server.ts'

interface Worker {
  readonly child: ChildProcess
  readonly url: string
}

/** Long enough to be killed meanwhile, in parts between which it can be cancelled. */
const LONG = filesOf(...Array.from({ length: 8 }, () => 'block 300 ms'))
const LARGE = 'x'.repeat(2_000)

describe.runIf(hasRedis())('a service with workers', async () => {
  const redis = await openRedis()
  const client = new Redis(redis.url)
  client.on('error', () => undefined)
  afterAll(() => client.disconnect())
  const queue = { redisUrl: redis.url, fromBytes: 1_000 }
  const scans = { ...obedientThreads, workers: 1, queueWaitMs: 120_000 }
  const server = await openServer({ scans, queue, tiers: unlimited })
  const farOnly = await openServer({ scans, queue: { ...queue, fromBytes: 0, maxBytes: 1_500 }, tiers: unlimited })

  async function startWorker(options: object = {}): Promise<Worker> {
    const argument = JSON.stringify({ redisUrl: redis.url, lockMs: 1_000, scans: { workers: 1 }, ...options })
    const child = fork(new URL('./work-child.ts', import.meta.url), [argument], { execArgv: [...sourceThreads.execArgv], stdio: 'inherit' })
    afterAll(() => void child.kill('SIGKILL'))
    const [{ url }] = await once(child, 'message')
    return { child, url }
  }

  async function end({ child }: Worker, signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  const readChecks = async (url: string): Promise<unknown> => (await (await fetch(`${url}/readyz`)).json()).checks
  const readMetric = async (url: string, name: string): Promise<number> => {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1))
  }
  const isActive = (count: number) => expect.poll(() => readMetric(farOnly.url, 'assay_queue_active'), { timeout: 20_000 }).toBe(count)
  /** Keys of scans, without those of the queue itself. */
  const isEmpty = () =>
    expect.poll(async () => (await client.keys('*')).filter((key) => /input:|outcome:|places|scans-1:[0-9a-f]{8}-/.test(key))).toEqual([])

  it('has large uploads done by them and small ones by itself, which needs none', async () => {
    expect(await readChecks(server.url)).toMatchObject({ threads: 'ok', queue: 'no-workers' })
    expect(await readChecks(farOnly.url)).toMatchObject({ threads: 'none', queue: 'no-workers' })
    expect((await upload(server.uploadUrl, filesOf('a'))).status).toBe(200)
    const waiting = upload(server.uploadUrl, filesOf('a', LARGE))
    await expect.poll(() => readMetric(server.url, 'assay_queue_waiting'), { timeout: 10_000 }).toBe(1)
    expect(await readMetric(server.url, 'assay_queue_in_hand{caller="anonymous"}')).toBe(1)
    const worker = await startWorker()
    const answer = await waiting
    expect([answer.status, (await answer.json()).filesScanned]).toEqual([200, 2])
    await expect.poll(() => readChecks(farOnly.url), { timeout: 10_000 }).toMatchObject({ threads: 'ok', queue: 'ok' })
    expect(await readChecks(worker.url)).toEqual({ shutdown: 'none', threads: 'ok', queue: 'ok' })
    expect(await readMetric(worker.url, 'assay_worker_scans_total{outcome="done"}')).toBe(1)
    await isEmpty()
    await end(worker, 'SIGTERM')
  })

  it('has the findings that a worker reports judged by a triage of its own', async () => {
    const standIn = await startStandIn()
    const triage = { settings: settingsFor(standIn.url), key: 'key-of-the-service' }
    const tiers = { ...unlimited, anonymous: { ...unlimited.anonymous, triage: true } }
    const judging = await openServer({ scans: { ...sourceThreads, workers: 1 }, queue: { ...queue, fromBytes: 0 }, tiers, triage })
    const worker = await startWorkerHere({ port: 0, redisUrl: redis.url, scans: { ...sourceThreads, workers: 1 } })
    const content =
      "require('express')().get('/f', (req, res) => {\n  const name = req.query.name\n  validateName(name)\n  res.sendFile('/data/' + name)\n})\n"
    const answer = await upload(judging.uploadUrl, { files: [{ path: 'app.js', content }] })
    expect(await answer.json()).toMatchObject({
      findings: [],
      suppressed: [{ rule: 'path-traversal', by: 'triage', triage: { quote: 'validateName(name)' } }],
      triage: { asked: 1, suppressed: 1, gradeWithout: 'B' },
    })
    expect(await readMetric(worker.url, 'assay_worker_scans_total{outcome="done"}')).toBe(1)
    expect(standIn.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-of-the-service'])
    await isEmpty()
    await worker.close()
    await standIn.close()
  })

  it('another worker takes over the scan of a worker that was killed', async () => {
    const first = await startWorker()
    const answer = upload(farOnly.uploadUrl, LONG)
    await isActive(1)
    await end(first, 'SIGKILL')
    const second = await startWorker()
    expect((await answer).status).toBe(200)
    expect(await readMetric(farOnly.url, 'assay_uploads_total{route="/api/scans/upload-json",caller="anonymous",outcome="scanned"}')).toBe(1)
    await isEmpty()
    await end(second, 'SIGTERM')
  })

  it.each([
    { name: 'killed', signal: 'SIGKILL' },
    { name: 'stopped', signal: 'SIGTERM' },
  ] satisfies { name: string; signal: NodeJS.Signals }[])(
    'answers a scan whose worker was $name, though it has waited longer than one that no worker has begun may',
    async ({ signal }) => {
      const impatient = await openServer({ scans: { ...scans, queueWaitMs: 3_000 }, queue: { ...queue, fromBytes: 0 }, tiers: unlimited })
      const first = await startWorker({ closeGraceMs: 100 })
      const answer = upload(impatient.uploadUrl, LONG)
      await isActive(1)
      await end(first, signal)
      await new Promise((resolve) => setTimeout(resolve, 6_000))
      const second = await startWorker()
      expect((await answer).status).toBe(200)
      await end(second, 'SIGTERM')
      const late = await upload(impatient.uploadUrl, filesOf('a'))
      expect([late.status, late.headers.get('retry-after'), (await late.json()).detail]).toEqual([503, '5', expect.stringContaining('for 3 s')])
    },
  )

  it('another worker immediately takes over the scan that a stopping worker returns', async () => {
    const first = await startWorker({ closeGraceMs: 100 })
    const answer = upload(farOnly.uploadUrl, LONG)
    await isActive(1)
    await end(first, 'SIGTERM')
    const second = await startWorker()
    expect((await answer).status).toBe(200)
    expect(await readMetric(second.url, 'assay_worker_scans_total{outcome="done"}')).toBe(1)
    await end(second, 'SIGTERM')
  })

  it('waits for the running scan of a worker that stops', async () => {
    const worker = await startWorker()
    const answer = upload(farOnly.uploadUrl, LONG)
    await isActive(1)
    await end(worker, 'SIGTERM')
    expect((await answer).status).toBe(200)
  })

  it('bounds the bytes that wait', async () => {
    const gone = new AbortController()
    const waiting = fetch(farOnly.uploadUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(filesOf('x'.repeat(1_000))),
      signal: gone.signal,
    }).catch(() => 'gone')
    await expect.poll(() => readMetric(farOnly.url, 'assay_queue_bytes'), { timeout: 10_000 }).toBeGreaterThan(1_000)
    const refused = await upload(farOnly.uploadUrl, filesOf('x'.repeat(1_000)))
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).type]).toEqual([503, '5', '/problems/busy'])
    gone.abort()
    expect(await waiting).toBe('gone')
    // Nothing is left of a client that disconnected.
    await isEmpty()
  })

  it('reports immediately that Redis is gone, still runs small scans, and continues when it is back', async () => {
    const worker = await startWorker()
    // Longer than the interval of the metric.
    const scanned = upload(server.uploadUrl, filesOf(LARGE, ...Array.from({ length: 8 }, () => 'block 300 ms')))
    await isActive(1)
    redis.kill('SIGKILL')
    const answers = [await scanned, await upload(server.uploadUrl, filesOf(LARGE)), await upload(farOnly.uploadUrl, filesOf('a'))]
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after'), (await answer.json()).type]).toEqual([503, '5', '/problems/queue-unreachable'])
    }
    expect((await upload(server.uploadUrl, filesOf('a'))).status).toBe(200)
    expect(await readChecks(server.url)).toMatchObject({ threads: 'ok', queue: 'unreachable' })
    await redis.start()
    await expect.poll(async () => (await upload(server.uploadUrl, filesOf('a', LARGE))).status, { timeout: 20_000 }).toBe(200)
    expect(await readMetric(worker.url, 'assay_queue_reachable')).toBe(1)
    expect(server.logged()).toContain('the scan queue answers again')
    await end(worker, 'SIGTERM')
  })

  it('reports that Redis hangs', async () => {
    redis.kill('SIGSTOP')
    const answer = await upload(farOnly.uploadUrl, filesOf('a'))
    redis.kill('SIGCONT')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
})
