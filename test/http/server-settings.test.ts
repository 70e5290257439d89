import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readServerSettings } from '../../adapters/http/read-server-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(text: string): string {
  const file = join(folder, 'settings.json')
  writeFileSync(file, text)
  return file
}

const SHA256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe('readServerSettings', () => {
  it('is content with nothing', async () => {
    expect(await readServerSettings({ env: {} })).toEqual({ kind: 'settings', settings: { scans: {} } })
  })

  it('reads a whole file, and the environment over it', async () => {
    const file = write(
      JSON.stringify({
        host: '0.0.0.0',
        port: 8080,
        trustedProxyHops: 1,
        corsOrigins: ['https://example.com'],
        plans: { paid: { pack: 'full' }, team: { pack: 'full', uploadsPerMinute: 120, maxScanSteps: 1_000_000 } },
        keys: [{ sha256: SHA256.toUpperCase(), plan: 'team', account: 'acme' }],
        limits: { maxBodyBytes: 4_500_000, anonymousPerMinute: 3 },
        scans: { workers: 3, budgetMs: 10_000, rules: ['/etc/assay/rules'] },
      }),
    )
    const read = await readServerSettings({ env: { ASSAY_SETTINGS: file, PORT: '9000', ASSAY_WORKERS: '2' } })
    if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))
    const { verifyToken, ...settings } = read.settings
    expect(settings).toEqual({
      host: '0.0.0.0',
      port: 9000,
      trustedProxyHops: 1,
      corsOrigins: ['https://example.com'],
      limits: { maxBodyBytes: 4_500_000, anonymousPerMinute: 3 },
      scans: { packs: ['public', 'full'], workers: 2, budgetMs: 10_000, rules: ['/etc/assay/rules'] },
    })
    expect(await verifyToken?.('hello')).toEqual({ id: 'acme', pack: 'full', uploadsPerMinute: 120, maxScanSteps: 1_000_000 })
    expect(await verifyToken?.('hello ')).toBeUndefined()
  })

  it('takes an empty list of keys for keys: no token is valid then', async () => {
    const read = await readServerSettings({ env: {}, file: write('{"keys": []}') })
    if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))
    expect(await read.settings.verifyToken?.('any')).toBeUndefined()
    expect(read.settings.verifyToken).toBeDefined()
  })

  const faulty = [
    { name: 'a file that is no JSON', text: '{\n  "port": 80,\n}', fields: ['FILE'], message: 'line 3: expected a key in double quotes' },
    {
      name: 'two keys with one token',
      text: JSON.stringify({
        plans: { a: { pack: 'full' } },
        keys: [SHA256, SHA256.toUpperCase()].map((sha256, at) => ({ sha256, plan: 'a', account: `a${at}` })),
      }),
      fields: ['keys[1].sha256'],
      message: 'is that of another key too',
    },
    {
      name: 'bodies that could never be received',
      text: '{"limits": {"maxBodyBytes": 300000000}}',
      fields: ['limits.maxBufferedBytes'],
      message: 'must be at least `maxBodyBytes`, which is 300000000',
    },
    { name: 'an array', text: '[]', fields: ['settings'], message: 'must be an object' },
    { name: 'an unknown setting', text: '{"prot": 80}', fields: ['prot'], message: 'is not a setting. Settings here: plans, keys' },
    { name: 'a port that is text', text: '{"port": "80"}', fields: ['port'], message: 'a whole number from 0 to 65535' },
    { name: 'a limit that is negative', text: '{"limits": {"maxFiles": -1}}', fields: ['limits.maxFiles'], message: 'from 1' },
    { name: 'an unknown limit', text: '{"limits": {"maxFile": 1}}', fields: ['limits.maxFile'], message: 'maxFiles' },
    {
      name: 'a key in clear',
      text: `{"plans":{"p":{"pack":"full"}},"keys":[{"sha256":"secret","plan":"p","account":"a"}]}`,
      fields: ['keys[0].sha256'],
      message: '64 hexadecimal',
    },
    {
      name: 'a plan that is none',
      text: `{"keys":[{"sha256":"${SHA256}","plan":"p","account":"a"}]}`,
      fields: ['keys[0].plan'],
      message: 'there are none',
    },
    {
      name: 'a key without plan and account',
      text: `{"keys":[{"sha256":"${SHA256}"}]}`,
      fields: ['keys[0].account', 'keys[0].plan'],
      message: 'is missing',
    },
    { name: 'a plan without a pack', text: '{"plans":{"p":{}}}', fields: ['plans.p.pack'], message: 'is missing' },
    {
      name: 'a variable that is no number',
      text: '{}',
      env: { PORT: '80a', ASSAY_WORKERS: '0' },
      fields: ['PORT', 'ASSAY_WORKERS'],
      message: 'a whole number',
    },
  ]
  it.each(faulty)('names the fields of $name', async ({ text, env = {}, fields, message }) => {
    const file = write(text)
    const read = await readServerSettings({ env, file })
    if (read.kind === 'settings') throw new Error('It was accepted.')
    expect(read.faults.map(({ field }) => field.replace(file, 'FILE'))).toEqual(fields)
    expect(read.faults[0]?.message).toContain(message)
    expect(JSON.stringify(read)).not.toContain('secret')
  })

  it('names a file that is not there', async () => {
    expect(await readServerSettings({ env: {}, file: '/nowhere/settings.json' })).toEqual({
      kind: 'faults',
      faults: [{ field: '/nowhere/settings.json', message: 'The settings file cannot be read (ENOENT).' }],
    })
  })
})
