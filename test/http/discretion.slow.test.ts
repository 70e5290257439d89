import { expect, it } from 'vitest'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { openServer, unlimited, upload } from './open-server.ts'
import { connectRaw, uploadHead } from './raw-request.ts'

const MARKER = 'secret-marker'

const engines = [
  { name: 'the engine', threads: sourceThreads, budgetMs: 20_000, refused: 12 },
  { name: 'an engine that fails in every way', threads: obedientThreads, budgetMs: 500, refused: 15 },
]

it.each(engines)(
  'with $name, logs and error answers contain nothing of the upload',
  async ({ threads, budgetMs, refused }) => {
    const scans = { ...threads, workers: 1, budgetMs, stopGraceMs: 50 }
    const server = await openServer({
      scans,
      tiers: unlimited,
      verifyToken: (token) => (token === 'good' ? { id: 'acme', pack: 'public' } : undefined),
    })
    const file = { path: `${MARKER}.js`, content: MARKER }
    const json = { 'Content-Type': 'application/json' }
    const answers = [
      upload(server.uploadUrl, { files: [file] }, { Authorization: `Bearer ${MARKER}` }),
      upload(server.uploadUrl, { files: [file, file] }),
      upload(server.uploadUrl, { files: [{ [MARKER]: MARKER }, MARKER, { ...file, content: [MARKER] }] }),
      upload(server.uploadUrl, { [MARKER]: MARKER }),
      upload(server.uploadUrl, { files: [{ ...file, content: 'throw' }] }),
      upload(server.uploadUrl, { files: [{ ...file, content: 'exit' }] }),
      upload(server.uploadUrl, { files: [{ ...file, content: 'block forever' }] }),
      upload(server.uploadUrl, { files: [{ ...file, content: 'throw later' }] }),
      upload(server.uploadUrl, { files: [{ ...file, content: 'print' }] }, { Authorization: 'Bearer good' }),
      upload(server.uploadUrl, { files: [file] }, { 'Content-Type': MARKER, 'X-Request-Id': `${MARKER} with spaces` }),
      upload(server.uploadUrl, { files: [file] }, { 'Content-Encoding': MARKER }),
      fetch(server.uploadUrl, { method: 'POST', headers: json, body: `{"${MARKER}": ${MARKER}}` }),
      fetch(server.uploadUrl, { method: 'POST', headers: json, body: new Uint8Array([...Buffer.from(MARKER), 0xff]) }),
      fetch(`${server.url}/${MARKER}?${MARKER}=${MARKER}`),
      fetch(`${server.url}/problems/${MARKER}`),
    ]
    const bodies: string[] = []
    for (const answer of answers) {
      const response = await answer
      if (response.ok) await response.text()
      else bodies.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
    }
    for (const text of [`${MARKER} ${MARKER}\r\n\r\n`, `${uploadHead('Transfer-Encoding: chunked')}${MARKER}\r\n`]) {
      const connection = connectRaw(server.port)
      connection.socket.write(text)
      bodies.push(JSON.stringify(await connection.answer()))
    }
    await server.close()
    expect(bodies.length).toBeGreaterThanOrEqual(refused)
    for (const body of bodies) expect(body).not.toContain(MARKER)
    expect(server.logged()).not.toContain(MARKER)
    expect(server.logged()).not.toContain('good')
    expect(server.logged()).toContain('/api/scans/upload-json')
    for (const line of server.logged().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  },
  30_000,
)
