import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../adapters/http/server/start-server.ts'
import { createSeededRandom } from '../../src/testing/seeded-random.ts'
import { unlimited } from '../http/open-server.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { FUZZ_ROUND, FUZZ_SECONDS, FUZZ_SEED } from './fuzz-settings.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { readSeedFiles } from './seed-files.ts'

/** Allowed statuses for an upload with any content. */
const ANSWERS = new Set([200, 400, 408, 413, 415, 422, 503])
const ENCODINGS = [undefined, undefined, undefined, 'gzip', 'br']

const text = (value: string): Buffer => Buffer.from(value)
const upload = (path: string, content: string): Buffer => text(JSON.stringify({ files: [{ path, content }] }))

let server: RunningServer
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

beforeAll(async () => {
  server = await startServer({ port: 0, scans: { ...sourceThreads, workers: 1 }, tiers: unlimited })
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await server.close()
})

describe('the endpoint answers', () => {
  it.each([
    { name: '100,000 brackets in place of JSON', body: text('['.repeat(100_000)), status: [400] },
    { name: '100,000 objects in each other', body: text('{"a":'.repeat(100_000)), status: [400] },
    { name: 'a file of 100,000 brackets', body: upload('a.js', '('.repeat(100_000)), status: [200] },
    { name: '9 MB on one line', body: upload('a.js', `x = "${'a'.repeat(9_000_000)}"`), status: [200] },
    { name: 'more than 10 MB', body: upload('a.txt', 'a'.repeat(11_000_000)), status: [413] },
    {
      name: 'a character cut in half',
      body: Buffer.concat([text('{"files":[{"path":"a.js","content":"'), Buffer.from([0xe4, 0xb8])]),
      status: [400],
    },
    {
      name: 'bytes that are no UTF-8 within a string',
      body: Buffer.concat([text('{"files":[{"path":"a.js","content":"'), Buffer.from([0xff, 0xfe]), text('"}]}')]),
      status: [200, 400],
    },
    { name: 'lone surrogates', body: text('{"files":[{"path":"a.js","content":"\\ud800 eval(x) \\udc00"}]}'), status: [200] },
    { name: 'NUL everywhere', body: text('\0'.repeat(10_000)), status: [400] },
    { name: 'nothing', body: text(''), status: [400] },
  ])('$name', { timeout: 60_000 }, async ({ body, status }) => {
    expect(status).toContain(await post(body, undefined))
    await expectAlive()
  })

  it(`mutated uploads for ${FUZZ_SECONDS} s, and still scans`, { timeout: (FUZZ_SECONDS + 60) * 1000 }, async () => {
    const seeds = readSeedFiles().map(({ bytes }) => Buffer.from(bytes))
    const uploads = seeds.map((bytes, index) => upload(`${index}/a.js`, bytes.toString('utf8')))
    const until = performance.now() + FUZZ_SECONDS * 1000
    let rounds = 0
    for (let round = FUZZ_ROUND ?? 0; performance.now() < until; round++) {
      const random = createSeededRandom(`${FUZZ_SEED}/endpoint/${round}`)
      const whole = uploads[random(uploads.length)] ?? text('')
      const bytes = random(4) === 0 ? whole : Buffer.from(mutateBytes(whole, seeds, random))
      const encoding = ENCODINGS[random(ENCODINGS.length)]
      const body = encoding === 'gzip' && random(2) === 0 ? gzipSync(bytes) : bytes
      const status = await post(body, encoding)
      if (!ANSWERS.has(status)) throw new Error(`round ${round} of seed ${FUZZ_SEED} is answered with ${status}`)
      rounds++
      if (FUZZ_ROUND !== undefined) break
    }
    expect(rounds).toBeGreaterThan(0)
    await expectAlive()
  })
})

async function expectAlive(): Promise<void> {
  expect(await post(upload('a.js', 'eval(x)'), undefined)).toBe(200)
}

/** The status, if the whole answer is JSON. */
function post(body: Buffer, encoding: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    }
    const sent = request(`${server.url}/api/scans/upload-json`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        JSON.parse(Buffer.concat(parts).toString('utf8'))
        resolve(response.statusCode ?? 0)
      })
    })
    // A body that is refused during transfer ends the connection.
    sent.once('error', (error) => ('code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET') ? resolve(413) : reject(error)))
    sent.end(body)
  })
}
