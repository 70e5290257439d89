import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyByHash } from '../../adapters/http/callers/verify-by-hash.ts'
import { startStandIn } from '../../tools/triage/stand-in.mjs'
import { sourceThreads } from '../pool/source-threads.ts'
import { settingsFor } from '../triage/open-triage.ts'
import { openServer, unlimited, upload } from './open-server.ts'

const standIn = await startStandIn()
afterAll(() => standIn.close())

const FILE = {
  path: 'app.js',
  content:
    "const app = require('express')()\napp.get('/f', (req, res) => {\n  const name = req.query.name\n  validateName(name)\n  res.sendFile('/data/' + name)\n})\n",
}
const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')
const limits = { jsonPerMinute: 1_000 }
const server = await openServer({
  scans: { ...sourceThreads, workers: 1 },
  tiers: unlimited,
  triage: { settings: settingsFor(standIn.url), key: 'key-of-the-service' },
  verifyToken: verifyByHash([
    { sha256: sha256('paid-token'), account: { id: 'payer', pack: 'public', triage: true, ...limits } },
    { sha256: sha256('free-token'), account: { id: 'friend', pack: 'public', ...limits } },
  ]),
})

const scanAs = async (token?: string) => {
  const response = await upload(server.uploadUrl, { files: [FILE] }, token === undefined ? {} : { Authorization: `Bearer ${token}` })
  return { status: response.status, result: await response.json() }
}

describe('triage over HTTP', () => {
  it.each([
    { caller: 'anonymous callers', token: undefined },
    { caller: 'accounts of other plans', token: 'free-token' },
  ])('sends nothing for $caller', async ({ token }) => {
    const { status, result } = await scanAs(token)
    expect(status).toBe(200)
    expect(result.findings).toMatchObject([{ rule: 'path-traversal' }])
    expect(result.triage).toBeUndefined()
    expect(standIn.requests).toEqual([])
  })

  it('judges findings for accounts of a plan with triage, with both grades in the result', async () => {
    const { status, result } = await scanAs('paid-token')
    expect(status).toBe(200)
    expect(result).toMatchObject({
      findings: [],
      highCount: 0,
      suppressed: [{ rule: 'path-traversal', by: 'triage', triage: { by: 'openai:stand-in', quote: 'validateName(name)' } }],
      triage: { gradeWithout: 'B', asked: 1, suppressed: 1 },
    })
    expect(standIn.requests.length).toBe(1)
    expect(standIn.requests[0]?.headers.authorization).toBe('Bearer key-of-the-service')
  })

  it('asks once for the same code', async () => {
    await scanAs('paid-token')
    expect(standIn.requests.length).toBe(1)
  })
})
