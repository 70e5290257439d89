import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openAccountServer, openBrowser } from '../http/open-accounts.ts'
import { runAssay, startAssay, writeFolder, type Outcome } from './run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-login-'))
const server = await openAccountServer(join(folder, 'assay.db'), {}, { plans: { paid: { pack: 'full' } } })
await server.accounts.auth.createAccount({ email: 'ada@example.org', plan: 'paid', password: 'correct horse battery' })
afterAll(async () => {
  await server.keys.close()
  rmSync(folder, { recursive: true })
})

function inHome() {
  const home = writeFolder({})
  return { cwd: home, env: { XDG_CONFIG_HOME: join(home, 'config') }, file: join(home, 'config/assay/credentials.json') }
}

/** Runs `assay login` and has a person decide at the address that it shows. */
async function logIn({ cwd, env }: ReturnType<typeof inHome>, decision: string, ...words: readonly string[]): Promise<Outcome> {
  const child = startAssay(['login', '--server', server.url, ...words], { cwd, env }, { stdio: ['ignore', 'pipe', 'pipe'] })
  const told = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => void (told.stdout += chunk.toString()))
  const shown = new Promise<string>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      told.stderr += chunk.toString()
      const address = /or open (\S+)\n/.exec(told.stderr)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const ended = new Promise<Pick<Outcome, 'code' | 'signal'>>((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))
  const address = new URL(await shown)
  if (decision === 'SIGINT') child.kill('SIGINT')
  else {
    const browser = openBrowser(server.url)
    await browser.ask('/login', { email: 'ada@example.org', password: 'correct horse battery' })
    await browser.ask(`${address.pathname}${address.search}`)
    await browser.ask('/device', { user_code: address.searchParams.get('user_code') ?? '', decision })
  }
  return { ...(await ended), ...told }
}

describe('assay login', () => {
  it('shows the URL, waits, and stores the key for the user only; logout revokes it', async () => {
    const home = inHome()
    const login = await logIn(home, 'approve')
    expect(login, login.stderr).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`To log in, open ${server.url}/device\nand enter the code `),
    })
    expect(login.stdout).toMatch(
      /^Logged in to http:\S+: ada@example\.org, plan paid, pack full, expires \d{4}-\d\d-\d\d\. The key is stored in \S+credentials\.json\.\n$/,
    )
    expect(statSync(home.file).mode & 0o777).toBe(0o600)
    const token = /assay_[^"]+/.exec(readFileSync(home.file, 'utf8'))?.[0] ?? ''
    expect(login.stdout + login.stderr + server.logged()).not.toContain(token)
    expect(await server.keys.verify(token)).toMatchObject({ account: 'ada@example.org' })

    // The only service with a key here needs no name.
    expect((await runAssay(['whoami'], home)).stdout).toMatch(/, with the key of the last login: ada@example\.org, plan paid, pack full, expires /)
    expect(await runAssay(['logout'], home)).toMatchObject({ code: 0, stdout: `Logged out of ${server.url}. The key was revoked.\n` })
    expect(await server.keys.verify(token)).toBeUndefined()
    expect(readFileSync(home.file, 'utf8')).not.toContain('assay_')
    expect(await runAssay(['whoami'], home)).toMatchObject({ code: 2, stderr: expect.stringContaining('ASSAY_SERVER') })
    expect(await runAssay(['whoami'], { ...home, env: { ...home.env, ASSAY_SERVER: server.url } })).toMatchObject({ code: 0 })
  }, 30_000)

  it('stores nothing if it is refused or stopped', async () => {
    const home = inHome()
    expect(await logIn(home, 'deny')).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('was denied on the web page') })
    expect(await logIn(home, 'SIGINT')).toMatchObject({ code: 130, stdout: '', stderr: expect.stringMatching(/assay: stopped\.\n$/) })
    expect(existsSync(home.file)).toBe(false)
  }, 30_000)

  it('accepts a key from a pipe or a prompt instead; logout does not revoke it', async () => {
    const home = inHome()
    const { token } = await server.keys.create({ owner: 'acme', plan: 'paid' })
    for (const words of [[], ['--with-key']]) {
      const login = await runAssay(['login', '--server', server.url, ...words], { ...home, input: `${token}\n` })
      expect(login, login.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(': acme, plan paid, pack full, does not expire.') })
    }
    expect(await runAssay(['logout'], home)).toMatchObject({ code: 0, stdout: expect.stringContaining('is still valid') })
    expect(await server.keys.verify(token)).toBeDefined()
    expect(await runAssay(['login', '--server', server.url, '--with-key'], home)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No API key was given'),
    })
  })

  it('explains how to revoke a key if the service is unreachable', async () => {
    const home = inHome()
    await logIn(home, 'approve')
    const text = readFileSync(home.file, 'utf8').replace(server.url, 'http://127.0.0.1:1')
    const away = writeFolder({ 'assay/credentials.json': text })
    const logout = await runAssay(['logout'], { cwd: away, env: { XDG_CONFIG_HOME: away } })
    expect(logout).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /could not be reached to revoke it\. The key is still valid\. Revoke key [a-z0-9]{12} on http:\/\/127\.0\.0\.1:1\/account\./,
      ),
    })
    expect(readFileSync(join(away, 'assay/credentials.json'), 'utf8')).not.toContain('assay_')
  }, 30_000)

  it('names the login URL if the service has another address', async () => {
    const elsewhere = server.url.replace('127.0.0.1', 'localhost')
    expect(await runAssay(['login', '--server', elsewhere], inHome())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`uses ${server.url} for logins. Run assay login --server ${server.url}`),
    })
  })
})
