import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { hasRedis, openRedis } from '../http/open-redis.ts'
import { needs } from './needs.ts'

const main = join(root, 'dist/adapters/cli/main.js')
/** A project in which the package is installed. */
const project = mkdtempSync(join(tmpdir(), 'assay-signals-'))
afterAll(() => rmSync(project, { recursive: true }))
mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
const bin = join(project, 'node_modules/.bin/assay')
writeFileSync(bin, `#!/usr/bin/env node\nprocess.argv[1] = ${JSON.stringify(main)}\nawait import(${JSON.stringify(main)})\n`)
chmodSync(bin, 0o755)
const scripts = {
  serve: 'assay serve --port 0',
  'serve-by-exec': 'exec assay serve --port 0',
  'serve-by-another': 'npm run serve',
  'serve-alone': 'assay serve --port 0 &',
}
writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', scripts }))
const env = { ...process.env, XDG_DATA_HOME: project, ASSAY_WORKERS: '1', npm_config_update_notifier: 'false' }
const children: ChildProcess[] = []
afterAll(() => {
  for (const { pid } of children) if (pid !== undefined) killGroup(pid)
})

/** Kills a process with its children, even if it has ended itself. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left.
  }
}

/** Starts a command, and waits for the address that it prints. */
async function start(command: string, words: readonly string[], own: object = {}): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(command, words, { cwd: project, env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  children.push(child)
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString()
  })
  await expect.poll(() => told, { timeout: 60_000 }).toMatch(/http:\/\/\S+:\d+/)
  return { child, url: /http:\/\/\S+:\d+/.exec(told)?.[0] ?? '' }
}

async function isThere(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

const hasSignals = needs(process.platform !== 'win32', 'Windows has no signals')

describe.runIf(hasSignals)('a service ends when a signal is sent to', () => {
  // Each way with the signal of service managers. The other signals where most processes are between, because each start takes seconds.
  const ways: readonly { name: string; command: string; words: readonly string[]; signals: readonly NodeJS.Signals[] }[] = [
    { name: 'npx', command: 'npx', words: ['assay', 'serve', '--port', '0'], signals: ['SIGTERM', 'SIGINT'] },
    { name: 'npm run', command: 'npm', words: ['run', 'serve'], signals: ['SIGTERM', 'SIGKILL'] },
    { name: 'npm run, whose script replaces its shell', command: 'npm', words: ['run', 'serve-by-exec'], signals: ['SIGTERM'] },
    { name: 'npm run, whose script is another', command: 'npm', words: ['run', 'serve-by-another'], signals: ['SIGTERM', 'SIGINT', 'SIGKILL'] },
  ]
  const cases = ways.flatMap(({ signals, ...way }) => signals.map((signal) => ({ ...way, signal })))
  it.each(cases)('$name: $signal', async ({ command, words, signal }) => {
    const { child, url } = await start(command, words)
    expect(await isThere(url)).toBe(true)
    // A terminal sends SIGINT to all processes in the foreground.
    if (signal === 'SIGINT') process.kill(-(child.pid ?? 0), signal)
    else child.kill(signal)
    await expect.poll(() => isThere(url), { timeout: 20_000 }).toBe(false)
  })

  it('itself, and not when the script that left it alone has ended', async () => {
    const { child, url } = await start('npm', ['run', 'serve-alone'])
    if (child.exitCode === null) await once(child, 'exit')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await isThere(url)).toBe(true)
  })
})

describe.runIf(hasSignals && hasRedis())('a worker ends on a signal', async () => {
  const redis = await openRedis()
  it.each([
    { name: 'while Redis is there', down: false, hangs: false },
    { name: 'while Redis hangs', down: false, hangs: true },
    { name: 'while Redis is down', down: true, hangs: false },
  ])(
    '$name',
    async ({ down, hangs }) => {
      const { child } = await start(process.execPath, [main, 'worker', '--port', '0'], { ASSAY_QUEUE__REDIS_URL: redis.url })
      if (down) redis.kill('SIGKILL')
      if (hangs) redis.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      if (hangs) redis.kill('SIGCONT')
    },
    30_000,
  )
})
