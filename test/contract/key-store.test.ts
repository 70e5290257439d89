import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../adapters/http/keys/store/open-key-store.ts'
import { describeKeyStore } from './key-store-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeKeyStore('a file', async () => join(folder, 'deeper', 'assay.db'))

describe('a file of keys', () => {
  it('is created in a folder that only the user can read', async () => {
    const keys = await openKeyStore(`file:${join(folder, 'own', 'assay.db')}`)
    await keys.close()
    expect(statSync(join(folder, 'own')).mode & 0o077).toBe(0)
  })

  it.each([
    { name: 'a file that is not a database', address: join(folder, 'text.db'), words: /^the database is not accessible/ },
    { name: 'a database of another kind', address: 'mysql://root@localhost/assay', words: /^databases with the scheme `mysql:` are not supported/ },
  ])('is not opened in place of $name', async ({ address, words }) => {
    writeFileSync(join(folder, 'text.db'), 'no database at all'.repeat(100))
    await expect(openKeyStore(address)).rejects.toThrow(words)
  })
})
