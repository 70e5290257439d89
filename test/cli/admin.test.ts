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
      stderr: expect.stringContaining('shown this once'),
    })
    const id = made.stdout.split('_')[1] ?? ''
    expect(await admin('keys', 'revoke', id)).toMatchObject({ code: 0, stdout: `revoked: ${id} of acme\n` })
    const { stdout } = await admin('keys', 'list')
    expect(stdout).toMatch(new RegExp(`^id +owner +plan +scopes +state +last used\n${id} +acme +team +scan +revoked \\d{4}-\\d\\d-\\d\\d +never\n$`))
    expect(JSON.parse((await admin('keys', 'list', '--format', 'json')).stdout)).toMatchObject([{ id, owner: 'acme', scopes: ['scan'] }])
  })

  it.each([
    {
      name: 'a plan that is none',
      words: ['keys', 'create', '--owner', 'a', '--plan', 'gold'],
      told: 'there is no plan `gold`. There are: free, paid, team.',
    },
    {
      name: 'a scope that is none',
      words: ['keys', 'create', '--owner', 'a', '--plan', 'team', '--scope', 'root'],
      told: 'Give one of scan, rules, admin.',
    },
    { name: 'no owner', words: ['keys', 'create', '--plan', 'team'], told: "required option '--owner <name>' not specified" },
    { name: 'a key that is none', words: ['keys', 'revoke', 'nothing'], told: 'there is no key `nothing`.' },
  ])('ends with 2 for $name', async ({ words, told }) => {
    const { code, stderr, stdout } = await inFolder()(...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(told)
  })

  it('ends with 2 for a database that cannot be used, and quotes no password', async () => {
    const { code, stderr } = await inFolder({ database: 'postgres://assay:hunter2@127.0.0.1:1/assay' })('migrate')
    expect([code, stderr]).toEqual([2, 'assay: the database cannot be used (ECONNREFUSED).\n'])
  })

  it('says when the tables are up to date', async () => {
    const admin = inFolder()
    expect((await admin('migrate')).stdout).toBe('done: 001-api-keys\n')
    expect((await admin('migrate')).stdout).toBe('The tables are up to date.\n')
  })
})
