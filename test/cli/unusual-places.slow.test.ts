import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needs } from './needs.ts'
import { MAIN, type Outcome, PROBES, probeRule, runAssay, startAssay, writeFolder } from './run-assay.ts'

const hasPipes = needs(process.platform !== 'win32', 'Windows has no pipes with names')
const RULE = probeRule('high', 'own-probe')

/** Creates named pipes without a writer: opening one for reading blocks forever. */
function makePipes(...paths: readonly string[]): void {
  execFileSync('mkfifo', paths)
}

function files({ stdout }: Outcome): string[] {
  const { findings }: { findings: readonly { file: string }[] } = JSON.parse(stdout)
  return findings.map(({ file }) => file)
}

describe.runIf(hasPipes)('a pipe without a writer does not block', () => {
  test.each([
    { name: '.git', pipes: ['.git'] },
    { name: '.git/info/exclude', pipes: ['.git/info/exclude'] },
    { name: 'the ignore files and those of a project', pipes: ['.gitignore', '.assayignore', 'package.json', 'tsconfig.json', 'b.js'] },
    { name: 'the common folder of a worktree', pipes: ['elsewhere/commondir'], more: { '.git': 'gitdir: elsewhere\n' } },
  ])('in place of $name', async ({ pipes, more = {} }) => {
    const cwd = writeFolder({ 'a.js': 'probe_high', 'elsewhere/c.txt': '', ...more })
    if (pipes[0] === '.git/info/exclude') mkdirSync(join(cwd, '.git/info'), { recursive: true })
    makePipes(...pipes.map((path) => join(cwd, path)))
    const outcome = await runAssay(['scan', ...PROBES, '--format', 'json'], { cwd })
    expect({ code: outcome.code, files: files(outcome) }).toEqual({ code: 1, files: ['a.js'] })
  })

  test('in place of a cache, which is created again', async () => {
    const cwd = writeFolder({ 'a.js': 'probe_high', 'kept/.assayignore': '*\n' })
    makePipes(join(cwd, 'kept/reports.txt'))
    const words = ['scan', ...PROBES, '--format', 'json', '--cache', 'kept', '--stats']
    expect(files(await runAssay(words, { cwd }))).toEqual(['a.js'])
    expect((await runAssay(words, { cwd })).stderr).toMatch(/ [1-9]\d* from the cache/)
  })

  test('in place of a cache of rules', async () => {
    const cwd = writeFolder({ 'a.js': 'probe_high', 'rules/own-probe.yaml': RULE })
    const run = (): Promise<Outcome> =>
      runAssay(['scan', 'a.js', '--no-pack', '--rules', 'rules', '--format', 'json', '--stats'], { cwd, env: { XDG_CACHE_HOME: join(cwd, 'cache') } })
    const first = await run()
    const entry = join(cwd, 'cache/assay', readdirSync(join(cwd, 'cache/assay'))[0] ?? '')
    rmSync(entry)
    makePipes(entry)
    const second = await run()
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: first.stdout })
    expect(second.stderr).toContain('custom rules compiled and written to the cache')
  })
})

describe('rules that are no files are wrong usage', () => {
  test.runIf(hasPipes).each([
    { name: 'a pipe', make: (path: string) => makePipes(path), message: '`r.yaml` is neither a file nor a folder' },
    { name: 'a device', make: (path: string) => symlinkSync('/dev/zero', path), message: '`r.yaml` is neither a file nor a folder' },
    { name: 'a link to nothing', make: (path: string) => symlinkSync('nowhere', path), message: '`r.yaml` does not exist' },
  ])('$name', async ({ make, message }) => {
    const cwd = writeFolder({ 'a.js': '' })
    make(join(cwd, 'r.yaml'))
    for (const words of [
      ['scan', '--rules', 'r.yaml'],
      ['rules', 'list', '--rules', 'r.yaml'],
    ]) {
      const outcome = await runAssay(words, { cwd })
      expect(outcome).toMatchObject({ code: 2, stdout: '' })
      expect(outcome.stderr).toContain(message)
    }
  })

  test.runIf(hasPipes).each([
    { name: 'a pipe', make: (path: string) => makePipes(path), message: 'not a regular file' },
    { name: 'a device', make: (path: string) => symlinkSync('/dev/zero', path), message: 'not a regular file' },
    { name: 'a link to the folder', make: (path: string) => symlinkSync('.', path), message: 'not a regular file' },
    { name: 'a link to nothing', make: (path: string) => symlinkSync('nowhere', path), message: 'ENOENT' },
  ])('$name in a folder of rules', async ({ make, message }) => {
    const cwd = writeFolder({ 'rules/own-probe.yaml': RULE })
    make(join(cwd, 'rules/x.yaml'))
    const outcome = await runAssay(['rules', 'check', 'rules'], { cwd })
    const stderr = `assay: \`rules/x.yaml\` cannot be read as a rule (${message}). Remove it, or replace it with a text file\n`
    expect(outcome).toEqual({ code: 2, signal: null, stdout: '', stderr })
  })

  test('bytes that are no text', async () => {
    const cwd = writeFolder({ 'rules/x.yaml': Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256) })
    const outcome = await runAssay(['rules', 'check', 'rules'], { cwd })
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^rules\/x\.yaml:1:\d+ {2}/) })
  })
})

describe('a user without a home', () => {
  const sources = { 'a.js': 'probe_high', 'rules/own-probe.yaml': RULE }
  const words = ['scan', 'a.js', '--no-pack', '--rules', 'rules', '--format', 'json', '--stats']

  test('whose HOME is empty gets nothing into the working folder', async () => {
    const cwd = writeFolder(sources)
    const outcome = await runAssay(words, { cwd, env: { HOME: '', XDG_CACHE_HOME: '' } })
    expect({ code: outcome.code, files: files(outcome) }).toEqual({ code: 1, files: ['a.js'] })
    expect(readdirSync(cwd).sort()).toEqual(['a.js', 'rules'])
  })

  test.runIf(needs(process.getuid?.() === 0, 'only root can be another user'))('whom the system does not know can scan', async () => {
    const cwd = writeFolder(sources)
    const child = startAssay(words, { cwd }, { uid: 64_321, gid: 64_321, env: { PATH: process.env.PATH } })
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.not.stringContaining('refused') })
  })
})

describe('a report', () => {
  test.each(['--output', '--profile-json'])('that cannot be written by %s is reported before the scan', async (flag) => {
    const cwd = writeFolder({ 'a.js': 'probe_high' })
    mkdirSync(join(cwd, 'locked'))
    chmodSync(join(cwd, 'locked'), 0o555)
    const outcome = await runAssay(['scan', '.', ...PROBES, flag, 'locked/report'], { cwd, unprivileged: true })
    const stderr = `assay: ${flag}: \`locked\` is not writable (EACCES). Check its permissions, or use another path.\n`
    expect(outcome).toEqual({ code: 3, signal: null, stdout: '', stderr })
  })

  test.runIf(hasPipes).each([
    { name: 'to a file', target: 'old.json', files: { 'old.json': 'old' } },
    { name: 'to a file that is still to be made', target: 'new.json', files: {} },
  ])('is not written through a link $name', async ({ target, files: before }) => {
    const cwd = writeFolder({ 'a.js': 'ok()', ...before })
    symlinkSync(target, join(cwd, 'link'))
    const outcome = await runAssay(['scan', 'a.js', ...PROBES, '--format', 'json', '--output', 'link'], { cwd })
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('`link` is a symbolic link, which is not followed') })
    expect(readdirSync(cwd).sort()).toEqual(['a.js', 'link', ...Object.keys(before)])
  })
})

describe('standard input', () => {
  test.runIf(hasPipes)('that is a folder is wrong usage', async () => {
    const cwd = writeFolder({ 'a.js': 'probe_high' })
    const child = startAssay(['scan', '-', '--stdin-filename', 'a.js', ...PROBES], { cwd }, { stdio: [openSync(cwd, 'r'), 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'assay: standard input is a folder. Pass the folder as a path instead of `-`.\n' })
  })

  test('with the name of a file that is scanned too is wrong usage', async () => {
    const cwd = writeFolder({ 'a.js': 'probe_high' })
    const outcome = await runAssay(['scan', '-', 'a.js', '--stdin-filename', 'a.js', ...PROBES], { cwd, input: 'ok()' })
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('another --stdin-filename') })
  })
})

test.runIf(hasPipes)('a removed working folder is reported', () => {
  const cwd = join(writeFolder({ 'gone/a.js': '' }), 'gone')
  const { status, stderr } = spawnSync('sh', ['-c', 'rm -r ../gone; exec "$0" "$1" scan', process.execPath, MAIN], { cwd })
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 3, stderr: expect.stringContaining('The current folder no longer exists') })
})
