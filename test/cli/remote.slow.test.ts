import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBatches } from '../../adapters/cli/remote/make-batches.ts'
import { createPackageFinder } from '../../src/index.ts'
import { type RunOptions, runAssay, startAssay, writeFolder } from './run-assay.ts'

const SINK = "import { exec } from 'node:child_process'\nexport const run = (name) => exec('ls ' + name)\n"
const APP =
  "import express from 'express'\nimport { run } from './lib/run.js'\nconst app = express()\napp.get('/', (req, res) => {\n  run(req.query.name)\n  res.end()\n})\n"
const PROJECT = {
  'app.js': APP,
  'lib/run.js': SINK,
  'logo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]),
  'old.js': new Uint8Array([0x2f, 0x2f, 0xe9]),
}

async function startService(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = startAssay(['serve', '--port', '0'], { env: { ASSAY_WORKERS: '1', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const first = await new Promise<string>((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  return first.trim().split(' ').at(-1) ?? ''
}

function scanWith(server: string, cwd: string, options: RunOptions = {}, ...words: readonly string[]) {
  return runAssay(['scan', '--server', server, '--format', 'json', ...words], { cwd, ...options })
}

test('a service gives the same result as a local scan', async () => {
  const cwd = writeFolder(PROJECT)
  const server = await startService()
  const local = await runAssay(['scan', '--pack', 'public', '--format', 'json'], { cwd })
  const remote = await scanWith(server, cwd)
  expect(remote.code, remote.stderr).toBe(1)
  expect(JSON.parse(remote.stdout)).toEqual(JSON.parse(local.stdout))
  expect(JSON.parse(remote.stdout)).toMatchObject({
    findings: [{ file: 'lib/run.js' }],
    skipped: [{ file: 'logo.png' }, { file: 'old.js', reason: 'undecodable' }],
  })
  expect(remote.stderr).not.toContain('upload')
  // Filters, baselines and thresholds are of this machine.
  expect(await scanWith(server, cwd, {}, '--fail-on', 'never', '--exclude', 'lib/')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"hidden"'),
  })
})

test('a project that needs several uploads gives one result', async () => {
  const filler = `// ${'no code in this line '.repeat(40)}\n`.repeat(1100)
  const fillers = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`filler-${index}.js`, filler]))
  const cwd = writeFolder({ ...PROJECT, ...fillers })
  const server = await startService()
  const local = await runAssay(['scan', '--pack', 'public', '--format', 'json'], { cwd })
  const remote = await scanWith(server, cwd)
  expect(remote.stderr).toMatch(/uploading batch 1 of 2\.\n[^]*uploading batch 2 of 2\.\n[^]*scanned in 2 uploads/)
  expect(JSON.parse(remote.stdout)).toEqual(JSON.parse(local.stdout))
}, 60_000)

/** Each file is a package. */
const apart = (path: string): string => path

test('files of a package travel together, with those that they import, as far as they fit', () => {
  const file = (path: string, content = ''): { path: string; content: string } => ({ path, content: `${content}${'x'.repeat(100)}` })
  const files = [
    file('a/package.json'),
    file('a/one.ts', "import { two } from '../b/two.js'\n"),
    file('a/other.ts'),
    file('b/package.json'),
    file('b/two.ts'),
    file('c/package.json'),
    file('c/three.ts'),
  ]
  const batchesOf = (bytes: number): readonly string[] =>
    makeBatches(files, createPackageFinder(files.map(({ path }) => path)), { bytes, files: 10 }).map((batch) =>
      batch.map(({ path }) => path).join(' '),
    )
  const [a, b, c] = ['a/one.ts a/other.ts a/package.json', 'b/package.json b/two.ts', 'c/package.json c/three.ts']
  expect(batchesOf(10_000)).toEqual([`${a} ${b} ${c}`])
  expect(batchesOf(760)).toEqual([`${a} ${b}`, c])
  expect(batchesOf(500)).toEqual([a, b, c])
})

test('a lock file counts for all uploads with files below it, whatever its size, and is reported once', async () => {
  const manifest = JSON.stringify({ name: 'app', private: true, dependencies: { express: '^4.0.0' } })
  const filler = `// ${'no code in this line '.repeat(40)}\n`.repeat(1100)
  const fillers = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`packages/p${index}/filler.js`, filler]))
  const manifests = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`packages/p${index}/package.json`, manifest]))
  const withoutLock = writeFolder({ ...manifests, 'packages/p0/app.js': '' })
  const cwd = writeFolder({ 'package-lock.json': JSON.stringify({ packages: {}, x: 'x'.repeat(2_000_000) }), ...manifests, ...fillers })
  const server = await startService({ ASSAY_TIERS__ANONYMOUS__PACK: 'full' })
  const local = await runAssay(['scan', '--format', 'json'], { cwd })
  const remote = await scanWith(server, cwd)
  expect(remote.stderr).toContain('scanned in 2 uploads')
  expect((await runAssay(['scan', 'packages', '--format', 'json'], { cwd: withoutLock })).stdout).toContain('"missing-lockfile"')
  expect(JSON.parse(remote.stdout)).toEqual(JSON.parse(local.stdout))
  expect(JSON.parse(local.stdout).skipped).toMatchObject([{ file: 'package-lock.json', reason: 'generated' }])
}, 240_000)

test('files that import each other travel together, as far as they fit', () => {
  const file = (path: string, content = ''): { path: string; content: string } => ({ path, content: `${content}${'x'.repeat(100)}` })
  const files = [
    file('a/one.ts', "import { two } from '../b/two.js'\n"),
    file('a/other.ts'),
    file('b/two.ts', "const x = require('./deep')\n"),
    file('b/deep/index.js'),
    file('py/app/views.py', 'from .models import User\nfrom app import helpers\n'),
    file('py/app/models.py'),
    file('py/app/helpers.py'),
    file('zz.js'),
  ]
  const paths = makeBatches(files, apart, { bytes: 600, files: 10 }).map((batch) => batch.map(({ path }) => path))
  expect(paths.find((batch) => batch.includes('a/one.ts'))).toEqual(expect.arrayContaining(['a/one.ts', 'b/deep/index.js', 'b/two.ts']))
  expect(paths.find((batch) => batch.includes('py/app/views.py'))).toEqual(
    expect.arrayContaining(['py/app/helpers.py', 'py/app/models.py', 'py/app/views.py']),
  )
  expect(paths.flat().toSorted()).toEqual(files.map(({ path }) => path).toSorted())
  expect(makeBatches(files, apart, { bytes: 1_000_000, files: 3 }).every((batch) => batch.length <= 3)).toBe(true)
  expect(makeBatches(files, apart)).toHaveLength(1)
})

/** A server with a list of answers. The last one is repeated. */
async function startStandIn(
  answers: readonly { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }[],
) {
  const asked: { readonly path: string | undefined; readonly key: string | undefined }[] = []
  let index = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/api/rules' || request.url === '/api/account') {
        response
          .writeHead(request.headers.authorization === 'Bearer wrong' ? 401 : 200)
          .end(JSON.stringify({ caller: 'account', owner: 'acme', plan: 'paid', pack: 'full', rules: [] }))
        return
      }
      if (request.url?.startsWith('/.well-known/')) {
        response.writeHead(404).end()
        return
      }
      asked.push({ path: request.url, key: request.headers.authorization })
      const answer = answers[Math.min(index++, answers.length - 1)]
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json', ...answer?.headers }).end(JSON.stringify(answer?.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, asked }
}

const RESULT = {
  grade: 'A+',
  score: 100,
  filesScanned: 1,
  criticalCount: 0,
  highCount: 0,
  mediumCount: 0,
  lowCount: 0,
  findings: [],
  filesRead: { code: 1, configuration: 0, text: 0 },
  skipped: [],
  partial: [],
  unread: [],
  scannedAsIs: [],
  suppressed: [],
  unusedSuppressions: [],
  version: { engine: '1.0.0', formula: '2', packs: [] },
}
const GOOD = { status: 200, body: RESULT }

test.each([
  {
    name: 'a quota that is used up is waited for',
    answers: [{ status: 429, headers: { 'retry-after': '1' } }, GOOD],
    code: 0,
    uploads: 2,
    stderr: 'waiting 1 s: requested by the service',
  },
  { name: 'a fault is tried again', answers: [{ status: 503 }, GOOD], code: 0, uploads: 2, stderr: 'waiting 1 s' },
  {
    name: 'a refusal is not',
    answers: [{ status: 422, body: { title: 'No.' } }],
    code: 3,
    uploads: 1,
    stderr: 'rejected the request (status 422: No.)',
  },
  {
    name: 'a wait of a day is too long',
    answers: [{ status: 429, headers: { 'retry-after': '86400' } }],
    code: 3,
    uploads: 1,
    stderr: 'failed: status 429',
  },
  {
    name: 'an answer that is not a result is refused',
    answers: [{ status: 200, body: { grade: 'A+' } }],
    code: 3,
    uploads: 1,
    stderr: 'Check that the URL is that of an Assay service.',
  },
  { name: 'one file that is too large', answers: [{ status: 413 }], code: 3, uploads: 1, stderr: 'does not accept an upload of this size' },
])('$name', async ({ answers, code, uploads, stderr }) => {
  const { url, asked } = await startStandIn(answers)
  const outcome = await scanWith(url, writeFolder({ 'a.js': 'let a\n' }))
  expect(outcome, outcome.stderr).toMatchObject({ code, stderr: expect.stringContaining(stderr) })
  expect(asked).toHaveLength(uploads)
})

test('an upload that is too large for the service is cut in two, and the quota between is waited for', async () => {
  const used = { ...GOOD, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '1' } }
  const { url, asked } = await startStandIn([{ status: 413 }, used, GOOD])
  const outcome = await scanWith(url, writeFolder({ 'a.js': 'let a\n', 'b.js': 'let b\n' }))
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('waiting 1 s: the rate limit is reached') })
  expect(asked).toHaveLength(3)
  expect(JSON.parse(outcome.stdout)).toMatchObject({ filesScanned: 2, grade: 'A+' })
})

test('an upload that takes the service too long is split, and a single file is reported', async () => {
  const slow = { status: 503, headers: { 'retry-after': '60' }, body: { type: '/problems/scan-timeout', title: 'The scan took too long' } }
  const first = await startStandIn([slow, GOOD])
  const outcome = await scanWith(first.url, writeFolder({ 'a.js': 'let a\n', 'b.js': 'let b\n' }))
  expect(outcome).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the service timed out while scanning an upload. Splitting the upload in two.'),
  })
  expect(first.asked).toHaveLength(3)
  const second = await startStandIn([slow])
  expect(await scanWith(second.url, writeFolder({ 'a.js': 'let a\n' }))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('timed out while scanning an upload. The upload contains only `a.js`. Exclude this file'),
  })
  expect(second.asked).toHaveLength(1)
})

test.each([
  { name: 'no address', words: ['--server', 'assay'], stderr: 'is not the URL of a service' },
  { name: 'an address in the open', words: ['--server', 'http://assay.example.org'], stderr: 'Use https' },
  {
    name: 'rules of this machine',
    words: ['--server', 'https://assay.example.org', '--pack', 'public'],
    stderr: '--pack cannot be combined with --server',
  },
])('$name is wrong usage', async ({ words, stderr }) => {
  expect(await runAssay(['scan', ...words], { cwd: writeFolder({ 'a.js': '' }) })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(stderr),
  })
})

test('a key is stored for its user only, sent, and removed', async () => {
  const { url, asked } = await startStandIn([GOOD])
  const cwd = writeFolder({ 'a.js': 'let a\n' })
  const env = { XDG_CONFIG_HOME: join(cwd, 'config') }
  const file = join(cwd, 'config/assay/credentials.json')
  const login = await runAssay(['login', '--server', `${url}/`], { cwd, env, input: 'hush-hush\n' })
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining(`Logged in to ${url}: acme, plan paid, pack full, does not expire.`) })
  expect(login.stdout + login.stderr).not.toContain('hush')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await runAssay(['whoami', '--server', url], { cwd, env })).toMatchObject({
    stdout: expect.stringContaining('with the key of the last login: acme, plan paid, pack full'),
  })
  await scanWith(url, cwd, { env })
  await scanWith(url, cwd, { env: { ...env, ASSAY_API_KEY: 'of-the-pipeline' } })
  expect(await runAssay(['logout', '--server', url], { cwd, env })).toMatchObject({ code: 0, stdout: expect.stringContaining('Logged out') })
  await scanWith(url, cwd, { env })
  expect(asked.map(({ key }) => key)).toEqual(['Bearer hush-hush', 'Bearer of-the-pipeline', undefined])
  expect(readFileSync(file, 'utf8')).not.toContain('hush')
})

test('an unknown key is not stored', async () => {
  const { url } = await startStandIn([GOOD])
  const cwd = writeFolder({})
  const env = { XDG_CONFIG_HOME: join(cwd, 'config') }
  expect(await runAssay(['login', '--server', url], { cwd, env, input: 'wrong\n' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('rejected the API key'),
  })
  expect(await runAssay(['login', '--server', url], { cwd, env, input: '\n' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No API key was given'),
  })
  expect(existsSync(join(cwd, 'config'))).toBe(false)
})

const HOSTILE = {
  id: '0123456789abcdef0123456789abcdef',
  rule: 'probe',
  severity: 'high',
  title: '<img src=x onerror=alert(1)>',
  description: '\u001b[2J<script>alert(1)</script>',
  file: 'a.js',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  confidence: 'high',
  category: 'injection',
  cwe: ['CWE-78'],
  owasp: [],
  references: [],
}

test.each([
  { name: 'a severity that is markup', finding: { severity: '"><img src=x onerror=alert(1)>' }, why: 'findings.0.severity' },
  { name: 'a line that is a text', finding: { line: '1<img src=x>' }, why: 'findings.0.line' },
  { name: 'a file of this machine', finding: { file: '../secret.txt' }, why: 'findings.0.file' },
  { name: 'a rule that is markup', finding: { rule: '<b>' }, why: 'findings.0.rule' },
])('a hostile service that answers $name is refused, and nothing is written', async ({ finding, why }) => {
  const { url } = await startStandIn([{ status: 200, body: { ...RESULT, highCount: 1, findings: [{ ...HOSTILE, ...finding }] } }])
  const root = writeFolder({ 'secret.txt': 'PLANTED\n', 'app/a.js': 'let a\n' })
  const outcome = await runAssay(['scan', '--server', url, '-o', 'html=out.html'], { cwd: join(root, 'app') })
  expect(outcome).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(`\`${why}\``) })
  expect(outcome.stderr).not.toMatch(/img|PLANTED/)
  expect(existsSync(join(root, 'app/out.html'))).toBe(false)
})

test('text of a hostile service is escaped in reports', async () => {
  const { url } = await startStandIn([{ status: 200, body: { ...RESULT, highCount: 1, findings: [HOSTILE] } }])
  const cwd = writeFolder({ 'a.js': 'let a\n' })
  const outcome = await runAssay(['scan', '--server', url, '-o', 'html=out.html', '-o', 'markdown=out.md'], { cwd })
  expect(outcome).toMatchObject({ code: 1, stdout: expect.not.stringContaining('\u001b') })
  const written = readFileSync(join(cwd, 'out.html'), 'utf8') + readFileSync(join(cwd, 'out.md'), 'utf8')
  expect(written).not.toMatch(/<img|<script>alert/)
})
