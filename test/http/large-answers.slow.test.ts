import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, unlimited, upload } from './open-server.ts'
import { connectRaw, uploadHead } from './raw-request.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function countAnswer(url: string, agent: Agent, sent: string): Promise<{ status?: number | undefined; isReused: boolean; bytes: number }> {
  const posted = request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } })
  posted.end(sent)
  const [answer]: IncomingMessage[] = await once(posted, 'response')
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  return { status: answer.statusCode, isReused: posted.reusedSocket, bytes }
}

describe('an answer', () => {
  const large = JSON.stringify(filesOf('answer 40 MB'))

  /** Uploads, and reads only the first bytes of the answer. */
  async function uploadDeaf(port: number): Promise<ReturnType<typeof connectRaw>> {
    const deaf = connectRaw(port)
    deaf.socket.write(`${uploadHead(`Content-Length: ${large.length}`)}${large}`)
    await once(deaf.socket, 'data')
    deaf.socket.pause()
    return deaf
  }

  it('whose client reads nothing is dropped', async () => {
    const impatient = await openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: unlimited, limits: { bodyIdleMs: 300 } })
    const deaf = await uploadDeaf(impatient.port)
    await pause(2_000)
    deaf.socket.resume()
    await deaf.closed
    expect(deaf.received().length).toBeLessThan(40_000_000)
    expect((await upload(impatient.uploadUrl, filesOf('a'))).status).toBe(200)
  })

  it('that is read in time arrives completely, and its connection serves further requests', async () => {
    const patient = await openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: unlimited, limits: { bodyIdleMs: 1_000 } })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await countAnswer(patient.uploadUrl, agent, large)).toMatchObject({ status: 200, isReused: false })
    await pause(1_500)
    const again = await countAnswer(patient.uploadUrl, agent, large)
    expect(again).toMatchObject({ status: 200, isReused: true })
    expect(again.bytes).toBeGreaterThan(40_000_000)
    agent.destroy()
  }, 30_000)

  it('counts as used memory until the client has read it', async () => {
    const limits = { maxBufferedBytes: 50_000_000 }
    const small = await openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: unlimited, limits, trustedProxyHops: 1 })
    const deaf = await uploadDeaf(small.port)
    const typeAndStatus = async (response: Response) => [response.status, (await response.json()).type]
    expect(await typeAndStatus(await upload(small.uploadUrl, filesOf('a')))).toEqual([429, '/problems/too-many-at-once'])
    const other = { 'X-Forwarded-For': '10.0.0.1' }
    expect((await upload(small.uploadUrl, filesOf('a'), other)).status).toBe(200)
    expect(await typeAndStatus(await upload(small.uploadUrl, filesOf('answer 40 MB'), other))).toEqual([503, '/problems/busy'])
    deaf.socket.destroy()
    await expect.poll(async () => (await upload(small.uploadUrl, filesOf('answer 40 MB'))).status).toBe(200)
  }, 30_000)
})
