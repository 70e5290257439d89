import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../adapters/http/keys/store/open-key-store.ts'
import type { Plans } from '../../adapters/http/callers/tiers.ts'
import { obedientThreads } from '../pool/source-threads.ts'
import { filesOf, openServer, upload } from './open-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-http-keys-'))
const keys = await openKeyStore(join(folder, 'assay.db'))
const plans = { free: { pack: 'public' }, paid: { pack: 'full', jsonPerMinute: 3 }, reader: { pack: 'public', scopes: ['rules'] } } satisfies Plans
const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, keys, plans })
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})

const operator = (await keys.create({ owner: 'operator', plan: 'free', scopes: ['admin'] })).token
const user = (await keys.create({ owner: 'user', plan: 'free' })).token

function call(method: string, path: string, token?: string, body?: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  return fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

async function create(wish: object): Promise<{ id: string; token: string }> {
  return (await call('POST', '/api/admin/keys', operator, wish)).json()
}

describe('keys over HTTP', () => {
  it('are created by an operator, shown once, and valid immediately', async () => {
    const response = await call('POST', '/api/admin/keys', operator, { owner: 'acme', plan: 'paid', expiresAt: '2999-01-01T00:00:00Z' })
    expect(response.status).toBe(201)
    const created: { id: string; token: string } = await response.json()
    expect(created).toMatchObject({ owner: 'acme', plan: 'paid', scopes: ['scan', 'rules'], expiresAt: '2999-01-01T00:00:00.000Z' })
    expect(response.headers.get('location')).toBe(`/api/admin/keys/${created.id}`)
    expect((await upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${created.token}` })).status).toBe(200)
    const listed = await (await call('GET', '/api/admin/keys', operator)).text()
    expect(listed).toContain(created.id)
    expect(listed).not.toContain(created.token.slice(19))
  })

  it('scan with the pack and the quota of their plan, which all keys of an owner share', async () => {
    const tokens = [await create({ owner: 'sharing', plan: 'paid' }), await create({ owner: 'sharing', plan: 'paid' })].map(({ token }) => token)
    const [first = '', second = ''] = tokens
    const statuses: number[] = []
    for (const token of [first, second, first, second])
      statuses.push((await upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${token}` })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const { pack } = await (await call('GET', '/api/rules', first)).json()
    expect(pack).toBe('full')
  })

  it('are refused from when they are revoked', async () => {
    const { id, token } = await create({ owner: 'gone', plan: 'free' })
    expect((await call('GET', '/api/rules', token)).status).toBe(200)
    const revoked = await call('DELETE', `/api/admin/keys/${id}`, operator)
    expect([revoked.status, (await revoked.json()).revokedAt]).toEqual([200, expect.stringMatching(/^\d{4}-/)])
    const response = await call('GET', '/api/rules', token)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="assay", error="invalid_token"'])
    expect((await call('DELETE', '/api/admin/keys/aaaaaaaaaaaa', operator)).status).toBe(404)
  })

  it.each([
    { name: 'nobody', token: undefined, status: 401, type: 'token-required', challenge: 'Bearer realm="assay"' },
    {
      name: 'with the scope scan only',
      token: user,
      status: 403,
      type: 'insufficient-scope',
      challenge: 'Bearer realm="assay", error="insufficient_scope", scope="admin"',
    },
    { name: 'an unknown key', token: 'guess', status: 401, type: 'unknown-token', challenge: 'Bearer realm="assay", error="invalid_token"' },
  ])('are not managed by $name', async ({ token, status, type, challenge }) => {
    for (const [method, path] of [
      ['GET', '/api/admin/keys'],
      ['POST', '/api/admin/keys'],
      ['DELETE', '/api/admin/keys/abc'],
    ] as const) {
      const response = await call(method, path, token, method === 'POST' ? { owner: 'a', plan: 'free' } : undefined)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, challenge])
      expect(await response.json()).toMatchObject({ type: `/problems/${type}` })
    }
  })

  it('lack permissions outside of their scopes', async () => {
    const response = await upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${operator}` })
    expect([response.status, (await response.json()).type]).toEqual([403, '/problems/insufficient-scope'])
    expect(response.headers.get('www-authenticate')).toContain('scope="scan"')
    expect((await call('GET', '/api/rules', operator)).status).toBe(403)
  })

  it("lack permissions outside of their plan's scopes, whatever their own", async () => {
    const { token } = await create({ owner: 'reader', plan: 'reader', scopes: ['scan', 'rules', 'admin'] })
    const response = await upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${token}` })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="assay", error="insufficient_scope", scope="scan"',
    ])
    expect((await call('GET', '/api/admin/keys', token)).status).toBe(403)
    expect((await call('GET', '/api/rules', token)).status).toBe(200)
  })

  it('whose plan no longer exists get an error with its name', async () => {
    const { token } = await keys.create({ owner: 'late', plan: 'gold' })
    const answers = [await upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${token}` }), await call('GET', '/api/rules', token)]
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { type: '/problems/plan-unknown', plan: 'gold', detail: expect.stringContaining('`gold`') },
      ])
  })

  it.each([
    { name: 'nothing in it', wish: {}, faults: ['/owner It is missing.', '/plan It is missing.'] },
    { name: 'a list', wish: [], faults: [' It must be an object.'] },
    { name: 'an unknown plan', wish: { owner: 'a', plan: 'gold' }, faults: ['/plan It must be the name of a plan: free, paid, reader.'] },
    {
      name: 'an unknown scope',
      wish: { owner: 'a', plan: 'free', scopes: ['root'] },
      faults: ['/scopes/0 It must be one of `scan`, `rules`, `admin`.'],
    },
    {
      name: 'a past end',
      wish: { owner: 'a', plan: 'free', expiresAt: '2001-01-01T00:00:00Z' },
      faults: ['/expiresAt It must be in the future.'],
    },
    { name: 'an invalid expiry date', wish: { owner: 'a', plan: 'free', expiresAt: 'soon' }, faults: ['/expiresAt It must be a date with its time'] },
    {
      name: 'a day that there is not',
      wish: { owner: 'a', plan: 'free', expiresAt: '2999-13-41T00:00:00Z' },
      faults: ['/expiresAt It must be in the future.'],
    },
    { name: 'an owner without end', wish: { owner: 'a'.repeat(201), plan: 'free' }, faults: ['/owner It must be a string of 1 to 200 characters.'] },
    { name: 'a word that is misspelt', wish: { owner: 'a', plan: 'free', expiresat: '' }, faults: ['/expiresat It is not'] },
  ])('are not made of $name', async ({ wish, faults }) => {
    const response = await call('POST', '/api/admin/keys', operator, wish)
    expect(response.status).toBe(422)
    const told: { faults: readonly { pointer: string; message: string }[] } = await response.json()
    expect(told.faults.map(({ pointer, message }, index) => `${pointer} ${message}`.slice(0, faults[index]?.length))).toEqual(faults)
  })

  it.each([
    { name: 'no JSON', body: '{', headers: { 'Content-Type': 'application/json' }, status: 400 },
    { name: 'text', body: '{}', headers: { 'Content-Type': 'text/plain' }, status: 415 },
    { name: 'more than a key', body: `{"owner": "${'a'.repeat(20_000)}"}`, headers: { 'Content-Type': 'application/json' }, status: 413 },
  ])('are not made of $name: $status', async ({ body, headers, status }) => {
    const response = await fetch(`${server.url}/api/admin/keys`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${operator}` },
      body,
    })
    expect(response.status).toBe(status)
  })

  it('are never logged', () => {
    expect(server.logged()).not.toContain(operator.slice(19))
    expect(server.logged()).not.toContain(user.slice(19))
  })
})

describe('a service without a database', () => {
  it('has no addresses of keys', async () => {
    const plain = await openServer({ scans: { ...obedientThreads, workers: 1 } })
    expect((await fetch(`${plain.url}/api/admin/keys`)).status).toBe(404)
  })
})
