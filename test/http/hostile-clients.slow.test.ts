import { describe, expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { NO_HTTP } from './corpus/no-http.ts'
import { filesOf, openServer, unlimited, upload } from './open-server.ts'
import { connectRaw, uploadHead } from './raw-request.ts'

const limits = { maxBodyBytes: 1_000_000, bodyIdleMs: 300, bodyTotalMs: 1_000 }
const server = await openServer({
  headTimeoutMs: 1_000,
  scans: { ...obedientThreads, workers: 1, queueLimit: 1, budgetMs: 3_000, stopGraceMs: 100 },
  tiers: unlimited,
  limits,
})
const body = JSON.stringify(filesOf('a'))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function expectServing(): Promise<void> {
  await expect.poll(async () => (await upload(server.uploadUrl, filesOf('a'))).status, { timeout: 10_000 }).toBe(200)
}

describe('a body that is too large', () => {
  it('is refused by its Content-Length before it is sent', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Content-Length: 1000001'))
    const answer = await connection.answer()
    expect(answer.status).toBe(413)
    expect(answer.headers['ratelimit-limit']).toBeDefined()
    expect(JSON.parse(answer.body)).toMatchObject({ type: '/problems/body-too-large', limit: 1_000_000 })
    connection.socket.destroy()
  })

  it('is refused before a client that waits for 100 Continue sends it', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Content-Length: 1000001', 'Expect: 100-continue'))
    expect((await connection.answer()).status).toBe(413)
    connection.socket.destroy()
  })

  it('is refused while it streams without Content-Length, and a client that continues to send gets the answer', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Transfer-Encoding: chunked'))
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`
    for (let sent = 0; sent < 64; sent += 1) {
      connection.socket.write(chunk)
      await pause(1)
    }
    expect((await connection.answer()).status).toBe(413)
    connection.socket.write('0\r\n\r\n')
    connection.socket.write(`${uploadHead(`Content-Length: ${body.length}`)}${body}`)
    expect((await connection.answer()).status).toBe(200)
    connection.socket.destroy()
  })

  it.each(['HTTP/1.0', 'HTTP/1.1\r\nConnection: close'])(
    'is answered to a client of %s that closes after the answer and continues to send',
    async (version) => {
      const connection = connectRaw(server.port)
      connection.socket.write(uploadHead('Content-Length: 8000000').replace('HTTP/1.1', version))
      for (let sent = 0; sent < 80; sent += 1) {
        connection.socket.write('a'.repeat(100_000))
        await pause(1)
      }
      expect((await connection.answer()).status).toBe(413)
      await connection.closed
    },
  )

  it('is answered to fetch too', async () => {
    const response = await fetch(server.uploadUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(3_000_000),
    })
    expect([response.status, (await response.json()).type]).toEqual([413, '/problems/body-too-large'])
  })

  it('loses its connection when it never ends', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Content-Length: 9000000'))
    expect((await connection.answer()).status).toBe(413)
    const start = performance.now()
    await connection.closed
    expect(performance.now() - start).toBeLessThan(8_000)
  })
})

describe('a body in needlessly many chunks', () => {
  it('is refused, and nothing more of it is read', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(`${uploadHead('Transfer-Encoding: chunked')}${'1\r\n \r\n'.repeat(3_000)}`)
    const answer = await connection.answer()
    expect([answer.status, answer.headers['connection'], JSON.parse(answer.body).type]).toEqual([400, 'close', '/problems/fragmented-body'])
    expect(answer.headers['ratelimit-limit']).toBeDefined()
    await connection.closed
  })

  it('is read when they are few, or not small', async () => {
    const connection = connectRaw(server.port)
    const small = `${' '.repeat(1_000)}${body}`.replace(/[^]/g, (byte) => `1\r\n${byte}\r\n`)
    connection.socket.write(`${uploadHead('Transfer-Encoding: chunked')}${small}0\r\n\r\n`)
    expect((await connection.answer()).status).toBe(200)
    const larger = `${`c8\r\n${' '.repeat(200)}\r\n`.repeat(4_000)}${body.length.toString(16)}\r\n${body}\r\n`
    connection.socket.write(`${uploadHead('Transfer-Encoding: chunked')}${larger}0\r\n\r\n`)
    expect((await connection.answer()).status).toBe(200)
    connection.socket.destroy()
  })
})

describe('data after a refusal', () => {
  const refused = () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Content-Length: 100000000'))
    return connection
  }

  it('is dropped for a while for one connection of an address, and not for the others', async () => {
    const connections = [refused(), refused(), refused()]
    for (const connection of connections) expect((await connection.answer()).status).toBe(413)
    const ended: number[] = []
    for (const [index, { closed }] of connections.entries()) void closed.then(() => ended.push(index))
    await expect.poll(() => ended.toSorted(), { timeout: 4_000 }).toEqual([1, 2])
    connections[0].socket.destroy()
  })

  it('leaves the connection usable when it is little', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(`${uploadHead('Content-Length: 1000').replace('application/json', 'text/plain')}`)
    expect((await connection.answer()).status).toBe(415)
    connection.socket.write(`${' '.repeat(1_000)}${uploadHead(`Content-Length: ${body.length}`)}${body}`)
    expect((await connection.answer()).status).toBe(200)
    connection.socket.destroy()
  })
})

describe('a slow client', () => {
  it('gets 408 when it stops in the middle of its body', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(`${uploadHead('Content-Length: 100')}{"files"`)
    const answer = await connection.answer()
    expect([answer.status, answer.headers['connection'], JSON.parse(answer.body).type]).toEqual([408, 'close', '/problems/slow-body'])
    expect(answer.headers['ratelimit-limit']).toBeDefined()
    await connection.closed
  })

  it('gets 408 when it drips bytes for too long', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Content-Length: 100'))
    const drip = setInterval(() => connection.socket.write(' '), 50)
    const answer = await connection.answer()
    clearInterval(drip)
    expect([answer.status, JSON.parse(answer.body).type]).toEqual([408, '/problems/slow-body'])
  })

  it('does not hold up others, however many there are', async () => {
    const slow = Array.from({ length: 100 }, () => {
      const connection = connectRaw(server.port)
      connection.socket.write(`${uploadHead('Content-Length: 100')}{`)
      return connection
    })
    expect((await upload(server.uploadUrl, filesOf('a'))).status).toBe(200)
    const answers = await Promise.all(slow.map((connection) => connection.answer()))
    expect(answers.every(({ status }) => status === 408)).toBe(true)
  })

  it('that never ends its head loses its connection', async () => {
    const connection = connectRaw(server.port)
    connection.socket.write('POST /api/scans/upload-json HTTP/1.1\r\nHost: x\r\n')
    const answer = await connection.answer()
    expect([answer.status, JSON.parse(answer.body).type]).toEqual([408, '/problems/slow-body'])
    await connection.closed
  }, 20_000)
})

describe('a client that breaks off', () => {
  it.each([
    { name: 'in its head', text: 'POST /api/scans/upl' },
    { name: 'in its body', text: `${uploadHead('Content-Length: 100')}{"files": [` },
    { name: 'while its scan runs', text: `${uploadHead('Content-Length: 70')}${JSON.stringify(filesOf('block forever')).padEnd(70)}` },
  ])('$name has no effect on others', async ({ text }) => {
    const connection = connectRaw(server.port)
    connection.socket.write(text)
    await pause(100)
    connection.socket.resetAndDestroy()
    await expectServing()
    expect(server.scans.state()).toMatchObject({ running: 0, queued: 0 })
  })
})

describe('data that is not HTTP', () => {
  it.each(NO_HTTP)('$name is answered with $status', async ({ text, status, type }) => {
    const connection = connectRaw(server.port)
    connection.socket.write(text)
    const answer = await connection.answer()
    expect([answer.status, answer.headers['content-type'], JSON.parse(answer.body).type]).toEqual([status, 'application/problem+json', type])
    connection.socket.destroy()
  })

  it.each([
    { name: 'at its start', text: 'not a chunk\r\n', wait: 0 },
    { name: 'in its middle', text: '5\r\n{"fil\r\nnot a chunk\r\n', wait: 0 },
    { name: 'later', text: 'not a chunk\r\n', wait: 50 },
  ])('in the body $name is answered with 400 and the headers of the endpoint', async ({ text, wait }) => {
    const connection = connectRaw(server.port)
    connection.socket.write(uploadHead('Transfer-Encoding: chunked') + (wait ? '' : text))
    await pause(wait)
    if (wait) connection.socket.write(text)
    const answer = await connection.answer()
    expect([answer.status, JSON.parse(answer.body).type]).toEqual([400, '/problems/malformed-request'])
    expect(answer.headers['ratelimit-limit']).toBeDefined()
    await connection.closed
  })

  it('behind a request does not cost that request its answer', async () => {
    const connection = connectRaw(server.port)
    const good = JSON.stringify(filesOf('wait 300 ms'))
    connection.socket.write(`${uploadHead(`Content-Length: ${good.length}`)}${good}garbage garbage\r\n\r\n`)
    expect((await connection.answer()).status).toBe(200)
    expect((await connection.answer()).status).toBe(400)
    await connection.closed
  })
})

describe('requests one behind the other on a connection', () => {
  it('are answered in order', async () => {
    const connection = connectRaw(server.port)
    const good = `${uploadHead(`Content-Length: ${body.length}`)}${body}`
    connection.socket.write(`${good}GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n${good}`)
    const statuses = [await connection.answer(), await connection.answer(), await connection.answer()].map(({ status }) => status)
    expect(statuses).toEqual([200, 404, 200])
    connection.socket.destroy()
  })
})

describe('more than the service can scan', () => {
  it('is busy immediately, with Retry-After, and accepts uploads again later', async () => {
    const running = upload(server.uploadUrl, filesOf('block 300 ms'))
    await expect.poll(() => server.scans.state().running).toBe(1)
    const waiting = upload(server.uploadUrl, filesOf('a'))
    await expect.poll(() => server.scans.state().queued).toBe(1)
    const busy = await upload(server.uploadUrl, filesOf('a'))
    expect([busy.status, busy.headers.get('retry-after'), (await busy.json()).type]).toEqual([503, '5', '/problems/busy'])
    expect(busy.headers.get('ratelimit-limit')).not.toBeNull()
    expect([(await running).status, (await waiting).status]).toEqual([200, 200])
  })

  it.each([
    { name: 'never ends', order: 'block forever', type: '/problems/scan-timeout' },
    { name: 'ends its thread', order: 'exit', type: '/problems/scan-failed' },
    { name: 'throws', order: 'throw', type: '/problems/scan-failed' },
  ])('a scan that $name is answered with 503, and the next one is scanned', async ({ order, type }) => {
    const response = await upload(server.uploadUrl, filesOf(order))
    expect([response.status, response.headers.get('retry-after'), (await response.json()).type]).toEqual([503, '60', type])
    await expectServing()
  })

  it('is busy if all uploads together need too much memory, and accepts uploads again later', async () => {
    const small = await openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: unlimited, limits: { maxBufferedBytes: 1_000 } })
    const held = connectRaw(small.port)
    held.socket.write(`${uploadHead('Content-Length: 2000')}${' '.repeat(900)}`)
    await pause(100)
    const busy = await upload(small.uploadUrl, filesOf('a'.repeat(200)))
    expect([busy.status, busy.headers.get('retry-after'), (await busy.json()).type]).toEqual([503, '5', '/problems/busy'])
    held.socket.destroy()
    await expect.poll(async () => (await upload(small.uploadUrl, filesOf('a'.repeat(200)))).status).toBe(200)
    for (let round = 0; round < 10; round += 1) expect((await upload(small.uploadUrl, filesOf('a'.repeat(200)))).status).toBe(200)
  })

  it('answers others while a body of four million numbers is parsed', async () => {
    const large = await openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: unlimited })
    const numbers = fetch(large.uploadUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `[${'0,'.repeat(4_000_000)}` })
    await expect.poll(() => large.scans.state().running, { timeout: 20_000 }).toBe(1)
    const start = performance.now()
    expect((await fetch(`${large.url}/healthz`)).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(1_000)
    expect((await numbers).status).toBe(400)
  }, 60_000)
})

describe('the address with most connections', () => {
  it('loses an idle connection to an address with fewer, and none with a running request', async () => {
    const crowded = await openServer({ maxConnections: 6, maxConnectionsPerAddress: 5, scans: { ...obedientThreads, workers: 1 }, tiers: unlimited })
    const serving = connectRaw(crowded.port)
    serving.socket.write(`${uploadHead('Content-Length: 100')}{`)
    await pause(50)
    const idle = Array.from({ length: 4 }, () => connectRaw(crowded.port))
    await pause(50)
    const further = connectRaw(crowded.port)
    await idle[0].closed
    for (const connection of [serving, idle[1], idle[2], idle[3], further]) expect(connection.socket.destroyed).toBe(false)
    for (const { socket } of [serving, ...idle, further]) socket.destroy()
  })
})

it('a health check by HTTP/1.0 needs no host', async () => {
  const connection = connectRaw(server.port)
  connection.socket.write('GET /healthz HTTP/1.0\r\n\r\n')
  expect(await connection.answer()).toMatchObject({ status: 200, body: '{"status":"ok"}' })
})

it('a client that disconnected is logged as such', async () => {
  const connection = connectRaw(server.port)
  connection.socket.write(`${uploadHead('Content-Length: 100', 'X-Request-Id: gone-away')}{"files": [`)
  await pause(100)
  connection.socket.resetAndDestroy()
  await expect
    .poll(() =>
      server
        .logged()
        .split('\n')
        .find((line) => line.includes('gone-away')),
    )
    .toContain('"status":499')
  expect(
    server
      .logged()
      .split('\n')
      .find((line) => line.includes('gone-away')),
  ).toContain('"problem":"client-gone"')
})

it('an unknown expectation is ignored', async () => {
  const connection = connectRaw(server.port)
  connection.socket.write(`${uploadHead(`Content-Length: ${body.length}`, 'Expect: 200-ok')}${body}`)
  expect((await connection.answer()).status).toBe(200)
  connection.socket.destroy()
})
