import { expect, it } from 'vitest'
import { obedientThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'
import { connectRaw, uploadHead } from './raw-request.ts'

it('finishes running scans, accepts no new ones, and then ends', async () => {
  const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, closeGraceMs: 10_000 })
  const held = connectRaw(server.port)
  const body = JSON.stringify(filesOf('a'))
  // Two uploads in progress: one is being scanned, and half of the other's body has arrived.
  const scanning = upload(server.uploadUrl, filesOf('block 300 ms', 'block 300 ms'))
  held.socket.write(`${uploadHead(`Content-Length: ${body.length}`)}${body.slice(0, 5)}`)
  await expect.poll(() => server.scans.state().running).toBe(1)
  const pipelined = connectRaw(server.port)
  pipelined.socket.write(`${uploadHead('Content-Length: 100')}{`)
  await new Promise((resolve) => setTimeout(resolve, 50))

  const closed = server.close()
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  held.socket.write(body.slice(5))
  expect((await scanning).status).toBe(200)
  const finished = await held.answer()
  expect([finished.status, finished.headers['connection']]).toEqual([200, 'close'])
  pipelined.socket.write(`${' '.repeat(99)}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect((await pipelined.answer()).status).toBe(400)
  await closed
  expect(server.scans.state().alive).toBe(0)
  expect(server.close()).toBe(server.close())
})

it('does not wait longer than its grace', async () => {
  const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, closeGraceMs: 200 })
  const stuck = upload(server.uploadUrl, filesOf('block forever')).catch(() => 'closed')
  await expect.poll(() => server.scans.state().running).toBe(1)
  const start = performance.now()
  await server.close()
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(await stuck).toBe('closed')
})

it('does not start when a pack cannot be loaded or the port is taken', async () => {
  await expect(openServer({ scans: { ...obedientThreads, workers: 1, packs: ['missing'] } })).rejects.toThrow('There is no pack `missing`.')
  await expect(openServer({ scans: { ...obedientThreads, workers: 1 }, tiers: { anonymous: { pack: 'missing' } } })).rejects.toThrow(
    'There is no pack `missing`.',
  )
  const server = await openServer({ scans: { ...obedientThreads, workers: 1 } })
  await expect(openServer({ scans: { ...obedientThreads, workers: 1 }, port: server.port })).rejects.toThrow('EADDRINUSE')
})
