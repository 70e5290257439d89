import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

function inFolder(settings: object = {}): (...words: string[]) => ReturnType<typeof runAssay> {
  const folder = writeFolder({ 'settings.json': JSON.stringify({ plans: { team: { pack: 'full' } }, ...settings }) })
  const env = { XDG_DATA_HOME: join(folder, 'data'), ASSAY_SETTINGS: join(folder, 'settings.json') }
  return (...words) => runAssay(['admin', ...words], { cwd: folder, env })
}

describe('assay admin keys', () => {
  it('makes, lists and revokes keys, with nothing configured but plans', async () => {
    const admin = inFolder()
    const made = await admin('keys', 'create', '--owner', 'acme', '--plan', 'team', '--scope', 'scan', '--expires-in', '90')
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^assay_[a-z0-9]{12}_\S{43}\n$/),
      stderr: expect.stringContaining('shown only once'),
    })
    const id = made.stdout.split('_')[1] ?? ''
    expect(await admin('keys', 'revoke', id)).toMatchObject({ code: 0, stdout: `revoked key ${id} of acme\n` })
    const { stdout } = await admin('keys', 'list')
    expect(stdout).toMatch(new RegExp(`^id +owner +plan +scopes +state +last used\n${id} +acme +team +scan +revoked \\d{4}-\\d\\d-\\d\\d +never\n$`))
    expect(JSON.parse((await admin('keys', 'list', '--format', 'json')).stdout)).toMatchObject([{ id, owner: 'acme', scopes: ['scan'] }])
  })

  it.each([
    {
      name: 'an unknown plan',
      words: ['keys', 'create', '--owner', 'a', '--plan', 'gold'],
      told: 'unknown plan `gold`. Available plans: free, paid, team.',
    },
    {
      name: 'an unknown scope',
      words: ['keys', 'create', '--owner', 'a', '--plan', 'team', '--scope', 'root'],
      told: 'Allowed values: scan, rules, admin.',
    },
    { name: 'no owner', words: ['keys', 'create', '--plan', 'team'], told: "required option '--owner <name>' not specified" },
    { name: 'an unknown key', words: ['keys', 'revoke', 'nothing'], told: 'there is no key `nothing`.' },
  ])('ends with 2 for $name', async ({ words, told }) => {
    const { code, stderr, stdout } = await inFolder()(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(told)
  })

  it('ends with 2 for a database that cannot be used, and quotes no password', async () => {
    const { code, stderr } = await inFolder({ database: 'postgres://assay:hunter2@127.0.0.1:1/assay' })('migrate')
    expect([code, stderr]).toEqual([2, 'assay: the database is not accessible (ECONNREFUSED).\n'])
  })

  it('says if the tables are up to date', async () => {
    const admin = inFolder()
    expect((await admin('migrate')).stdout).toBe('applied: 001-api-keys\napplied: 002-accounts\napplied: 003-key-names\n')
    expect((await admin('migrate')).stdout).toBe('The database is up to date.\n')
  })
})

describe('assay admin accounts', () => {
  const ON = { accounts: { publicUrl: 'http://127.0.0.1:3000', secret: 'of the tests alone, '.repeat(2) } }

  it('makes, lists, changes and disables accounts', async () => {
    const admin = inFolder(ON)
    const made = await admin('accounts', 'create', 'Ada@example.org', '--plan', 'team')
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[A-Za-z0-9_-]{24}\n$/),
      stderr: 'assay: created account ada@example.org with plan team. The password is shown only once.\n',
    })
    expect(await admin('accounts', 'create', 'ada@example.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is an account for ada@example.org.'),
    })
    expect((await admin('accounts', 'plan', 'ada@example.org', 'free')).stdout).toBe(
      'ada@example.org: plan changed to free, also for existing keys\n',
    )
    expect((await admin('accounts', 'disable', 'ada@example.org')).stdout).toBe('ada@example.org: disabled; all keys and sessions were ended\n')
    expect((await admin('accounts', 'list')).stdout).toMatch(
      /^address +plan +owner +since +state\nada@example\.org +free +account:\S+ +\d{4}-\d\d-\d\d +disabled \d{4}-\d\d-\d\d\n$/,
    )
    const changed = await admin('accounts', 'password', 'ada@example.org', '--format', 'json')
    expect(JSON.parse(changed.stdout)).toMatchObject({ email: 'ada@example.org', plan: 'free', password: expect.stringMatching(/^.{24}$/) })
  }, 60_000)

  it.each([
    { name: 'accounts that are off', settings: {}, words: ['create', 'ada@example.org'], told: 'accounts are not enabled. Set `accounts.publicUrl`' },
    { name: 'an unknown plan', settings: ON, words: ['create', 'ada@example.org', '--plan', 'gold'], told: 'Available plans: free, paid, team.' },
    { name: 'an invalid address', settings: ON, words: ['create', 'ada'], told: '`ada` is not an email address.' },
    { name: 'an unknown account', settings: {}, words: ['disable', 'ada@example.org'], told: 'Run `assay admin accounts list`' },
    { name: 'a short password', settings: ON, words: ['create', 'ada@example.org', '--password-stdin'], told: 'must have 12 to 256 characters' },
  ])('ends with 2 for $name', async ({ settings, words, told }) => {
    const { code, stderr, stdout } = await inFolder(settings)('accounts', ...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(told)
  })
})
