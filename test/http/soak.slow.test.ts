import { Agent, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startServer } from '../../adapters/http/server/start-server.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { filesOf, unlimited } from './open-server.ts'

// Ten thousand by command (ASSAY_SOAK=10000), fewer in every run.
const REQUESTS = Number(process.env['ASSAY_SOAK'] ?? 2_000)
const BODIES = [filesOf('a'), filesOf('a', 'b'.repeat(2_000)), { files: [] }, [], filesOf('eval(x)', 'broken(')].map((body) => JSON.stringify(body))
const MAX_GROWTH = 2_000_000

it(`does not grow over ${REQUESTS} requests of all kinds`, async () => {
  const server = await startServer({ port: 0, scans: { ...sourceThreads, workers: 2 }, tiers: unlimited })
  // Not fetch, because its garbage would count in this process.
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  await send(REQUESTS / 2)
  const before = await settledHeap()
  await send(REQUESTS / 2)
  expect((await settledHeap()) - before).toBeLessThan(MAX_GROWTH)
  expect(server.scans.state()).toMatchObject({ alive: 2, running: 0, queued: 0 })
  agent.destroy()
  await server.close()

  async function send(count: number): Promise<void> {
    let left = count
    const sender = async () => {
      for (; left > 0; ) {
        left -= 1
        await post(BODIES[left % BODIES.length] ?? '')
      }
    }
    await Promise.all(Array.from({ length: 8 }, sender))
  }

  function post(body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      const sent = request(`${server.url}/api/scans/upload-json`, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', resolve)
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}, 180_000)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes after several garbage collections, because finalizers free more. */
async function settledHeap(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < 5; reading += 1) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 50))
    least = Math.min(least, process.memoryUsage().heapUsed)
  }
  return least
}
