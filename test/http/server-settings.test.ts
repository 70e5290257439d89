import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readServerSettings } from '../../adapters/http/settings/read-server-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(text: string, name = 'settings.json'): string {
  const file = join(folder, name)
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
        plans: { paid: { pack: 'full' }, team: { pack: 'full', jsonPerMinute: 120, maxScanSteps: 1_000_000 } },
        keys: [{ sha256: SHA256.toUpperCase(), plan: 'team', account: 'acme' }],
        tiers: { anonymous: { jsonPerMinute: 3 }, bearer: { zipPerMinute: 10 } },
        limits: { maxBodyBytes: 4_500_000 },
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
      tiers: { anonymous: { jsonPerMinute: 3 }, bearer: { zipPerMinute: 10 } },
      plans: { free: { pack: 'public' }, paid: { pack: 'full' }, team: { pack: 'full', jsonPerMinute: 120, maxScanSteps: 1_000_000 } },
      limits: { maxBodyBytes: 4_500_000 },
      scans: { packs: ['full'], workers: 2, budgetMs: 10_000, rules: ['/etc/assay/rules'] },
    })
    expect(await verifyToken?.('hello')).toEqual({ id: 'acme', pack: 'full', jsonPerMinute: 120, maxScanSteps: 1_000_000 })
    expect(await verifyToken?.('hello ')).toBeUndefined()
  })

  it('treats an empty list of keys as configured: then no token is valid', async () => {
    const read = await readServerSettings({ env: {}, file: write('{"keys": []}') })
    if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults))
    expect(await read.settings.verifyToken?.('any')).toBeUndefined()
    expect(read.settings.verifyToken).toBeDefined()
  })

  it('reads YAML, which may have comments', async () => {
    const file = write('# Behind one proxy.\ntrustedProxyHops: 1\ntiers:\n  anonymous: { pack: public, jsonPerMinute: 3 }\n', 'settings.yaml')
    expect(await readServerSettings({ env: {}, file })).toEqual({
      kind: 'settings',
      settings: { trustedProxyHops: 1, tiers: { anonymous: { pack: 'public', jsonPerMinute: 3 } }, scans: {} },
    })
  })

  it('reads any setting from the environment except lists of objects', async () => {
    const env = {
      HOST: '0.0.0.0',
      ASSAY_HSTS_SECONDS: '60',
      ASSAY_CORS_ORIGINS: 'https://a.example, https://b.example',
      ASSAY_TIERS__ANONYMOUS__JSON_PER_MINUTE: '2',
      ASSAY_PLANS__TEAM__PACK: 'full',
      ASSAY_LIMITS__MAX_FILES: '10',
      ASSAY_SCANS__BUDGET_MS: '5000',
      ASSAY_DEBUG: '1',
      ASSAY_LIMITS__MAX_PATH_LENGTH: '',
    }
    expect(await readServerSettings({ env })).toEqual({
      kind: 'settings',
      settings: {
        host: '0.0.0.0',
        hstsSeconds: 60,
        corsOrigins: ['https://a.example', 'https://b.example'],
        tiers: { anonymous: { jsonPerMinute: 2 } },
        plans: { free: { pack: 'public' }, paid: { pack: 'full', triage: true }, team: { pack: 'full' } },
        limits: { maxFiles: 10 },
        scans: { packs: ['full'], budgetMs: 5_000 },
      },
    })
  })

  it('reads accounts, and fills in defaults', async () => {
    const env = {
      ASSAY_ACCOUNTS__PUBLIC_URL: 'https://assay.example.org/',
      ASSAY_ACCOUNTS__SECRET: 'x'.repeat(32),
      ASSAY_ACCOUNTS__OIDC__ISSUER: 'https://login.example.org',
      ASSAY_ACCOUNTS__OIDC__CLIENT_ID: 'assay',
      ASSAY_ACCOUNTS__OIDC__CLIENT_SECRET: 'hush',
    }
    const oidc = { issuer: 'https://login.example.org', clientId: 'assay', clientSecret: 'hush', name: 'your organization' }
    const rest = { openSignUp: false, plan: 'free', loginDays: 90, pollSeconds: 5, passwords: false, oidc }
    expect(await readServerSettings({ env })).toMatchObject({
      settings: { accounts: { publicUrl: 'https://assay.example.org', secret: 'x'.repeat(32), ...rest } },
    })
  })

  const KEY = `"sha256": "${SHA256}"`
  const faulty = [
    { name: 'a file that is no JSON', text: '{\n  "port": 80,\n}', faults: ['3:1  is not valid JSON here: expected a key in double quotes'] },
    { name: 'invalid YAML', file: 'settings.yaml', text: 'port: 80\nhost: [a', faults: ['2:9  is not valid YAML here (bad indent)'] },
    { name: 'a duplicate name', text: '{\n\t"port": 80,\n\t"port": 81\n}', faults: ['3:2  has a duplicate key'] },
    {
      name: 'two keys with one token',
      text: `{"keys": [\n{${KEY}, "plan": "paid", "account": "a"},\n{${KEY}, "plan": "free", "account": "b"}]}`,
      faults: ['3:12 keys[1].sha256 is the hash of another key too'],
    },
    {
      name: 'bodies that could never be received',
      text: '{"limits": {"maxBodyBytes": 300000000}}',
      faults: ['1:12 limits.maxBufferedBytes must be at least `maxBodyBytes`, which is 300000000'],
    },
    { name: 'an array', text: '[]', faults: ['1:1 settings must be an object'] },
    {
      name: 'an unknown setting',
      text: '{"port": 1,\n "prot": 80}',
      faults: ['2:2 prot is not a setting. Did you mean `port`? Available settings: host, port'],
    },
    { name: 'a port that is text', text: '{"port": "80"}', faults: ['1:10 port must be a whole number from 0 to 65535'] },
    { name: 'a limit that is negative', text: '{"limits": {"maxFiles": -1}}', faults: ['1:25 limits.maxFiles must be a whole number from 1'] },
    { name: 'an unknown limit', text: '{"limits": {"maxFile": 1}}', faults: ['1:13 limits.maxFile is not a setting. Did you mean `maxFiles`?'] },
    { name: 'an unknown tier', text: '{"tiers": {"gold": {}}}', faults: ['1:12 tiers.gold is not a setting. Available settings: anonymous, bearer'] },
    { name: 'an origin that is no list', text: '{"corsOrigins": "*"}', faults: ['1:17 corsOrigins must be an array of strings'] },
    {
      name: 'a key in clear',
      text: `{"keys":[{"sha256":"hunter","plan":"paid","account":"a"}]}`,
      faults: ['1:20 keys[0].sha256 must be the SHA-256 of the token: 64 hexadecimal digits'],
    },
    {
      name: 'an unknown plan',
      text: `{"keys":[{${KEY},"plan":"p","account":"a"}]}`,
      faults: ['1:95 keys[0].plan must be the name of a plan: free, paid'],
    },
    {
      name: 'a key without plan and account',
      text: `{"keys":[\n  {${KEY}}]}`,
      faults: ['2:3 keys[0].account is missing', '2:3 keys[0].plan is missing'],
    },
    {
      name: 'empty accounts',
      text: '{"accounts": {}}',
      faults: ['1:14 accounts.publicUrl is missing', '1:14 accounts.secret is missing'],
    },
    {
      name: 'accounts that anybody could read along, or that contradict themselves',
      text: `{"accounts": {"publicUrl": "http://assay.example.org", "secret": "${'x'.repeat(32)}", "plan": "gold", "passwords": false}}`,
      faults: [
        '1:28 accounts.publicUrl must begin with `https:`',
        '1:110 accounts.plan must be the name of a plan: free, paid',
        '1:131 accounts.passwords must be `true` if `oidc` is not set',
      ],
    },
    {
      name: 'a secret that is short, and an address with a path',
      text: '{"accounts": {"publicUrl": "https://example.org/assay", "secret": "short"}}',
      faults: [
        '1:28 accounts.publicUrl must be the public URL of the service',
        '1:67 accounts.secret must be a random string of at least 32 characters',
      ],
    },
    { name: 'a plan without a pack', text: '{"plans":{"p":{}}}', faults: ['1:15 plans.p.pack is missing'] },
    {
      name: 'all there are, by their places',
      file: 'settings.yml',
      text: 'limits:\n  maxFiles: many\nport: -1\n',
      faults: ['2:13 limits.maxFiles must be', '3:7 port must be'],
    },
    {
      name: 'variables',
      text: '{}',
      env: { PORT: '80a', ASSAY_WORKERS: '0', ASSAY_LIMITS__MAX_FILE: '1' },
      faults: ['PORT must be a whole number', 'ASSAY_WORKERS must be a whole number', 'ASSAY_LIMITS__MAX_FILE is not a setting'],
    },
    { name: 'a variable that wins over the file', text: '{"port": 80}', env: { PORT: '-1' }, faults: ['PORT must be a whole number'] },
  ]
  it.each(faulty)('reports the locations of $name', async ({ text, env = {}, faults, file: name }) => {
    const file = write(text, name)
    const read = await readServerSettings({ env, file })
    if (read.kind === 'settings') throw new Error('It was accepted.')
    const told = read.faults.map(({ line, column, field, message }) => `${line === undefined ? '' : `${line}:${column} `}${field} ${message}`)
    expect(told.map((one, index) => one.slice(0, faults[index]?.length))).toEqual(faults)
    expect(read.faults.every((fault) => fault.line === undefined || fault.file === file)).toBe(true)
    expect(JSON.stringify(read)).not.toContain('hunter')
  })

  it('names a file that is not there', async () => {
    expect(await readServerSettings({ env: {}, file: '/nowhere/settings.json' })).toEqual({
      kind: 'faults',
      faults: [{ file: '/nowhere/settings.json', field: '', message: 'cannot be read (ENOENT).' }],
    })
  })
})
