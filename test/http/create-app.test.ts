import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../adapters/http/server/create-app.ts'
import { createUploadPool } from '../../adapters/http/upload/create-upload-pool.ts'
import { sourceThreads } from '../pool/source-threads.ts'
import { filesOf } from './open-server.ts'

const scans = await createUploadPool({ ...sourceThreads, workers: 1 })
afterAll(() => scans.close())
const app = createApp({ scans })
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(filesOf('a')) }

describe('the app without a server', () => {
  it('answers an upload, counted for callers of unknown address', async () => {
    const response = await app.request('/api/scans/upload-json', post)
    expect([response.status, response.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
    expect(await response.json()).toMatchObject({ filesScanned: 1 })
  })

  it('answers within another app', async () => {
    const outer = new Hono().get('/', (c) => c.text('outer')).route('/', createApp({ scans }))
    expect((await outer.request('/api/scans/upload-json', post)).status).toBe(200)
    expect(await (await outer.request('/')).text()).toBe('outer')
  })

  it.each([
    {
      name: 'a misspelt option',
      options: { verifytoken: () => undefined },
      words: '`verifytoken` is not an option of `createApp`. Options: scans, queue, verifyToken, ',
    },
    { name: 'an origin that is no list', options: { corsOrigins: 'https://a.example' }, words: '`corsOrigins` must be an array of strings.' },
    { name: 'an invalid number of proxies', options: { trustedProxyHops: '1' }, words: '`trustedProxyHops` must be a whole number from 0.' },
    { name: 'an invalid pool', options: { scans: {} }, words: '`scans` must be an object with the functions `scan`, `admit`, `state`.' },
    { name: 'no pool', options: { scans: undefined }, words: '`scans` is missing' },
  ])('is not made with $name', ({ options, words }) => {
    expect(() => Reflect.apply(createApp, undefined, [{ scans, ...options }])).toThrow(words)
  })

  it('is not made with limits that cannot be any', () => {
    expect(() => createApp({ scans, limits: { maxBodyBytes: Number.NaN } })).toThrow(
      new RangeError('`limits.maxBodyBytes` must be a whole number from 0.'),
    )
  })
})
