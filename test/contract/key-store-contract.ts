import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateKeys, openKeyStore } from '../../adapters/http/keys/store/open-key-store.ts'
import type { KeyStore } from '../../adapters/http/keys/store/key-store.ts'

/** The tests of key stores for every database. `open` returns the address of an empty one. */
export function describeKeyStore(name: string, open: () => Promise<string>): void {
  describe(`keys in ${name}`, () => {
    let address = ''
    let keys: KeyStore
    let others: KeyStore
    beforeAll(async () => {
      address = await open()
      await migrateKeys(address)
      keys = await openKeyStore(address)
      others = await openKeyStore(address)
      // Starting a database server takes time on a busy machine.
    }, 60_000)
    afterAll(async () => {
      await keys.close()
      await others.close()
    })

    it('are known by their tokens alone, to every process', async () => {
      const { key, token } = await keys.create({ owner: 'acme', plan: 'paid' })
      expect(token).toMatch(/^assay_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/)
      expect(token).toContain(key.id)
      expect(await others.verify(token)).toMatchObject({ id: key.id, owner: 'acme', plan: 'paid', scopes: ['scan', 'rules'] })
    })

    it.each([
      { name: 'another secret', change: (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` },
      { name: 'another id', change: (token: string) => token.replace(/_[a-z0-9]{12}_/, '_aaaaaaaaaaaa_') },
      { name: 'more at its end', change: (token: string) => `${token}A` },
      { name: 'another prefix', change: (token: string) => token.replace('assay', 'asset') },
      { name: 'no id', change: (token: string) => token.slice(20) },
      { name: 'quotes of SQL', change: (token: string) => `${token}' or '1'='1` },
    ])('are not known with $name', async ({ change }) => {
      const { token } = await keys.create({ owner: 'acme', plan: 'paid' })
      expect(await keys.verify(change(token))).toBeUndefined()
    })

    it('are refused from when they are revoked, by every process', async () => {
      const { key, token } = await keys.create({ owner: 'acme', plan: 'paid' })
      expect(await others.verify(token)).toBeDefined()
      const revoked = await keys.revoke(key.id)
      expect(await others.verify(token)).toBeUndefined()
      expect(revoked?.revokedAt).toMatch(/^\d{4}-/)
      expect((await others.revoke(key.id))?.revokedAt).toBe(revoked?.revokedAt)
      expect(await keys.revoke('aaaaaaaaaaaa')).toBeUndefined()
    })

    it('are refused when they have expired', async () => {
      const past = await keys.create({ owner: 'acme', plan: 'paid', expiresAt: new Date(Date.now() - 1) })
      const future = await keys.create({ owner: 'acme', plan: 'paid', expiresAt: new Date(Date.now() + 60_000) })
      expect([await keys.verify(past.token), (await keys.verify(future.token))?.id]).toEqual([undefined, future.key.id])
    })

    it('remember when they were last used', async () => {
      const { key, token } = await keys.create({ owner: 'user', plan: 'free', scopes: ['admin', 'scan'] })
      expect(key).toMatchObject({ scopes: ['scan', 'admin'] })
      await keys.verify(token)
      await expect.poll(async () => (await others.list()).find(({ id }) => id === key.id)?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
    })

    it('are listed in the order they were made, with nothing that would let one use them', async () => {
      const { token } = await keys.create({ owner: 'last', plan: 'free' })
      const all = await keys.list()
      expect(all.at(-1)).toMatchObject({ owner: 'last' })
      expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).toSorted())
      expect(JSON.stringify(all)).not.toContain(token.slice(19))
      expect(JSON.stringify(all)).not.toMatch(/[0-9a-f]{64}/)
    })

    it('stay when the tables are brought up to date again', async () => {
      const before = (await keys.list()).length
      expect(await migrateKeys(address)).toEqual([])
      expect(await keys.list()).toHaveLength(before)
    })
  })
}
