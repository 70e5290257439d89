import { afterAll, describe, expect, it } from 'vitest'
import { migrateKeys, openKeyStore } from '../../adapters/http/keys/store/open-key-store.ts'
import { needs } from '../cli/needs.ts'
import { filesOf, openServer, upload } from '../http/open-server.ts'
import { obedientThreads } from '../pool/source-threads.ts'
import { describeAccounts } from './accounts-contract.ts'
import { describeKeyStore } from './key-store-contract.ts'
import { findPostgres, openPostgres, type RunningPostgres } from './open-postgres.ts'

const programs = findPostgres()
if (process.env.CI !== undefined && programs === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')

describe.runIf(needs(programs !== undefined, 'PostgreSQL is not installed (Debian: postgresql)'))('with a real PostgreSQL', () => {
  const opened: RunningPostgres[] = []
  const open = async (): Promise<RunningPostgres> => {
    const postgres = await openPostgres(programs ?? '')
    opened.push(postgres)
    return postgres
  }
  afterAll(() => Promise.all(opened.map((postgres) => postgres.close())))

  describeKeyStore('PostgreSQL', async () => (await open()).address)
  describeAccounts('PostgreSQL', async () => (await open()).address)

  it('missing tables are reported, and created only by the command', async () => {
    const { address } = await open()
    await expect(openKeyStore(address)).rejects.toThrow('Run `assay admin migrate`')
    expect(await migrateKeys(address)).toEqual(['001-api-keys', '002-accounts', '003-key-names'])
    await (await openKeyStore(address)).close()
  })

  it('a lost database gives callers with keys a 503 with Retry-After, and affects nobody else', async () => {
    const postgres = await open()
    await migrateKeys(postgres.address)
    const keys = await openKeyStore(postgres.address)
    const { token } = await keys.create({ owner: 'acme', plan: 'paid' })
    const server = await openServer({ scans: { ...obedientThreads, workers: 1 }, keys, plans: { paid: { pack: 'public' } } })
    const withKey = () => upload(server.uploadUrl, filesOf('a'), { Authorization: `Bearer ${token}` })
    expect((await withKey()).status).toBe(200)

    await postgres.kill()
    const refused = await withKey()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ type: '/problems/keys-unreachable' })
    expect((await upload(server.uploadUrl, filesOf('a'))).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

    await postgres.restart()
    await expect.poll(async () => (await withKey()).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.close()
    await keys.close()
  })
})
