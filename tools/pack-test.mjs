// Packs the package, installs it in an empty project without network access, and uses library, command and server from there.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'

/** Two clear weaknesses of the public pack, and a file without findings. */
const BAD = {
  path: 'bad.js',
  content: `const cp = require('child_process')
app.get('/list', (req, res) => cp.exec('ls ' + req.query.dir))
app.get('/run', (req, res) => res.send(eval(req.query.code)))
`,
}
const CLEAN = { path: 'clean.js', content: 'export const add = (a, b) => a + b\n' }

/** Largest tarball, in bytes. The rules, the grammars and the playground are most of it. */
const PACKED_LIMIT = 7_500_000

const work = mkdtempSync(join(tmpdir(), 'assay-pack-'))
const project = join(work, 'project')

const STEPS = [
  ['the tarball holds what it should and nothing else', testTarball],
  ['it installs in an empty project, without the network', testInstall],
  ['its types compile in a strict project', testTypes],
  ['the library example of the README runs', testReadmeExample],
  ['the library scans, in any order, to the same bytes', testLibrary],
  ['the other entry points load', testEntryPoints],
  ['the command knows its version and its help', testVersion],
  ['the command scans and ends with the right code', testScan],
  ['rules are written, tested and linted outside of the repository', testWorkbench],
  ['a rule pack is packed, installed and used by its name', testRulePack],
  ['the server answers an upload and stops when told', testServer],
]

async function main() {
  buildOrExit()
  mkdirSync(project)
  let failed = 0
  for (const [name, step] of STEPS) failed += (await passes(name, step)) ? 0 : 1
  rmSync(work, { recursive: true, force: true })
  mkdirSync(join(root, '.cache/results'), { recursive: true })
  writeFileSync(join(root, '.cache/results/pack.json'), JSON.stringify({ passed: STEPS.length - failed, failed }))
  if (failed > 0) process.exitCode = 1
}

async function passes(name, step) {
  try {
    await step()
    console.log(`ok     ${name}`)
    return true
  } catch (error) {
    console.log(`FAILED ${name}\n${error.stack}`)
    return false
  }
}

function testTarball() {
  const { stdout } = npm(root, ['pack', '--json', '--pack-destination', work])
  const [{ filename, files, size }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const paths = files.map(({ path }) => path)
  const expected = [
    'LICENSE',
    'README.md',
    'package.json',
    'rules.schema.json',
    'assay.config.schema.json',
    'dist/assay.1',
    'rules/packs/public.yaml',
    'triage/context.yaml',
    'dist/src/index.js',
    'dist/adapters/cli/main.js',
  ]
  assert.deepEqual(
    expected.filter((path) => !paths.includes(path)),
    [],
    'missing from the tarball',
  )
  assert.deepEqual(
    paths.filter(
      (path) => !/^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json|(?:rules|assay\.config)\.schema\.json|(?:dist|rules|triage)\/.+)$/.test(path),
    ),
    [],
    'too much in the tarball',
  )
  for (const grammar of paths.filter((path) => path.endsWith('.wasm'))) {
    assert.ok(paths.includes(grammar.replace('.wasm', '.LICENSE')), `${grammar} goes with its licence`)
  }
  assert.ok(size < PACKED_LIMIT, `the tarball has ${size} bytes, more than ${PACKED_LIMIT}`)
  cpSync(join(work, filename), join(work, 'assay.tgz'))
}

function testInstall() {
  writeFileSync(join(project, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}')
  // With `npm run --silent` npm would not print errors.
  const args = ['install', '--offline', '--loglevel', 'warn', '--no-audit', '--no-fund', join(work, 'assay.tgz')]
  const { status, stderr } = npm(project, args, { mayFail: true })
  if (status !== 0) {
    assert.match(stderr, /ENOTCACHED|ENOTFOUND|cache mode is 'only-if-cached'/, stderr)
    console.log("       (npm's cache lacks a dependency: what the lock file names is copied from here instead)")
    installByCopy()
  }
  assert.ok(existsSync(join(project, 'node_modules/.bin/assay')))
  assert.doesNotMatch(stderr, /allow-scripts|deprecated/)
}

/** Replaces `npm install`: copies the non-development dependencies of the lock file from `node_modules`. */
function installByCopy() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const modules = join(project, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional || !existsSync(join(root, path))) continue
    cpSync(join(root, path), join(project, path), { recursive: true })
  }
  mkdirSync(join(modules, 'assay'), { recursive: true })
  run('tar', ['-xzf', join(work, 'assay.tgz'), '--strip-components=1', '-C', join(modules, 'assay')], work)
  chmodSync(join(modules, 'assay/dist/adapters/cli/main.js'), 0o755)
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync('../assay/dist/adapters/cli/main.js', join(modules, '.bin/assay'))
}

function testTypes() {
  write(
    'use.ts',
    `import { createScanner } from 'assay'
import type { ScanResult } from 'assay'
import * as node from 'assay/node'
import * as testing from 'assay/testing'
import * as http from 'assay/http'

const scanner = await createScanner({ packs: ['public'] })
const result: ScanResult = await scanner.scan([{ path: 'a.js', content: '' }])
const line: number | undefined = result.findings[0]?.line
console.log(line, node, testing, http)
`,
  )
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  for (const module of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]) {
    write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, ...module, skipLibCheck: true }, files: ['use.ts'] }))
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], project)
  }
  write(
    'use.ts',
    "import type { Finding, ScanResult } from 'assay'\nexport const first = ({ findings }: ScanResult): Finding | undefined => findings[0]\n",
  )
  const browser = { module: 'esnext', moduleResolution: 'bundler', customConditions: ['browser'], lib: ['es2023', 'dom'], types: [] }
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, ...browser, skipLibCheck: false }, files: ['use.ts'] }))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], project)
}

function testReadmeExample() {
  const example = /```js\n(import \{[^}]*\} from 'assay'[\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1]
  assert.ok(example, 'the README has an example that imports `assay`')
  write('example.js', example)
  assert.match(run(process.execPath, ['example.js'], project).stdout, /^[A-F][+]? \[ 'command-injection in line 1' \]\n$/)
}

function testLibrary() {
  write(
    'library.js',
    `import { createScanner } from 'assay'
const files = ${JSON.stringify([BAD, CLEAN])}
const scanner = await createScanner({ packs: ['public'] })
const one = JSON.stringify(await scanner.scan(files))
const other = JSON.stringify(await scanner.scan(files.toReversed()))
if (one !== other) throw new Error('the order of files shows')
console.log(one)
await scanner.close()
`,
  )
  const result = JSON.parse(run(process.execPath, ['library.js'], project).stdout)
  assertGraded(result, 2)
}

function testEntryPoints() {
  write(
    'entry-points.js',
    `import { createRequire } from 'node:module'
const entries = await Promise.all(['assay', 'assay/node', 'assay/testing', 'assay/http', 'assay/triage'].map((entry) => import(entry)))
if (entries.some((entry) => Object.keys(entry).length === 0)) throw new Error('an entry point is empty')
if (entries[0].createScanner !== entries[1].createScanner) throw new Error('assay and assay/node differ')
const require = createRequire(import.meta.url)
console.log(require('assay/rules.schema.json').$schema, require('assay/package.json').name)
for (const hidden of ['assay/dist/src/engine.js', 'assay/src/index.ts']) {
  if (await import(hidden).then(() => true, () => false)) throw new Error(hidden + ' can be imported')
}
`,
  )
  assert.match(run(process.execPath, ['entry-points.js'], project).stdout, /2020-12\/schema assay\n$/)
}

function testVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(npm(project, ['exec', '--offline', '--', 'assay', '--version']).stdout.trim().split('\n').at(-1), `assay ${version}`)
  const help = assay(['help'])
  assert.equal(help.status, 0)
  for (const command of ['scan', 'rules', 'serve']) assert.match(help.stdout, new RegExp(`^\\s+${command}\\b`, 'm'))
}

function testScan() {
  for (const { path, content } of [BAD, CLEAN]) write(`code/${path}`, content)
  const bad = assay(['scan', 'code', '--pack', 'public', '--format', 'json'])
  assert.equal(bad.status, 1, bad.stderr)
  assertGraded(JSON.parse(bad.stdout), 2)
  const text = assay(['scan', 'code/bad.js', '--pack', 'public'])
  assert.equal(text.status, 1, text.stderr)
  assert.match(text.stdout, /bad\.js/)
  const tolerant = assay(['scan', 'code', '--pack', 'public', '--fail-on', 'never', '--format', 'json', '--output', 'out.json'])
  assert.equal(tolerant.status, 0, tolerant.stderr)
  assert.equal(tolerant.stdout, '')
  assert.deepEqual(JSON.parse(readFileSync(join(project, 'out.json'), 'utf8')), JSON.parse(bad.stdout))
  assert.equal(assay(['scan', 'code/clean.js', '--pack', 'public']).status, 0)
  assert.equal(assay(['scan', 'code', '--no-such-option']).status, 2)
  assert.equal(assay(['scan', 'code', '--pack', 'no-such-pack']).status, 2)
  assert.equal(assay(['scan', 'no-such-folder']).status, 2)
}

function testWorkbench() {
  assert.equal(assay(['rules', 'new', 'my-call', '--pack', 'own', '--lang', 'javascript']).status, 0)
  const tested = assay(['rules', 'test', 'own'])
  assert.equal(tested.status, 0, tested.stdout + tested.stderr)
  assert.match(tested.stdout, /^ok {4}my-call .*1 of 1 clause covered$/m)
  const linted = assay(['rules', 'lint', 'own'])
  assert.equal(linted.status, 0, linted.stdout + linted.stderr)
}

function testRulePack() {
  const pack = join(root, 'examples/rule-pack')
  const sample = spawnSync(join(project, 'node_modules/.bin/assay'), ['rules', 'test', '--no-coverage'], { cwd: pack, encoding: 'utf8' })
  assert.equal(sample.status, 0, sample.stdout + sample.stderr)
  const { stdout } = npm(pack, ['pack', '--json', '--pack-destination', work])
  const [{ filename }] = JSON.parse(stdout)
  const folder = join(project, 'node_modules/acme-rules')
  mkdirSync(folder, { recursive: true })
  // What `npm install` does for a package without dependencies, without asking a registry for those of the project.
  run('tar', ['-xzf', join(work, filename), '--strip-components=1', '-C', folder], work)
  write('acme/a.js', 'dangerous(input)\n')
  const found = assay(['scan', 'acme', '--no-pack', '--rules', 'acme-rules', '--format', 'json'])
  assert.deepEqual(
    JSON.parse(found.stdout).findings.map(({ rule, line }) => `${rule} ${line}`),
    ['unsafe-call 1'],
    found.stderr,
  )
}

async function testServer() {
  const server = spawn(join(project, 'node_modules/.bin/assay'), ['serve', '--port', '0'], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  const log = []
  server.stderr.on('data', (chunk) => log.push(chunk))
  const ended = new Promise((resolve, reject) => server.on('error', reject).on('close', (code, signal) => resolve({ code, signal })))
  try {
    const lines = createInterface({ input: server.stdout })
    const first = await within(
      30_000,
      'the server says that it listens',
      new Promise((resolve) => lines.on('line', (line) => resolve(output.push(line) && line))),
    )
    const url = /http:\/\/\S+?:\d+/.exec(first)?.[0]
    assert.ok(url, `the line says where it listens: ${first}`)
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    const answer = await upload(url, { files: [BAD, CLEAN] })
    assert.equal(answer.status, 200)
    for (const name of ['Limit', 'Remaining', 'Reset']) {
      assert.ok(answer.headers.has(`RateLimit-${name}`), `RateLimit-${name}`)
      assert.ok(answer.headers.has(`X-RateLimit-${name}`), `X-RateLimit-${name}`)
    }
    assert.ok(answer.headers.has('RateLimit-Policy'))
    assertGraded(await answer.json(), 2)
    const refused = await upload(url, { files: [] })
    assert.equal(refused.status, 422)
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/)
  } catch (error) {
    error.stack += `\n--- the server's stderr\n${Buffer.concat(log)}`
    throw error
  } finally {
    server.kill('SIGTERM')
    const end = await within(15_000, 'the server stops on SIGTERM', ended).finally(() => server.kill('SIGKILL'))
    assert.deepEqual(end, { code: 0, signal: null })
  }
  assert.equal(output.length, 1, `one line on stdout, not ${output.length}`)
}

function assertGraded(result, files) {
  assert.equal(result.filesScanned, files)
  assert.ok(result.findings.length > 0, 'the bad file has findings')
  assert.ok(
    result.findings.every(({ file }) => file.endsWith(BAD.path)),
    'the clean file has none',
  )
  assert.ok(result.score < 97 && result.grade !== 'A+' && result.grade !== 'N/A', `${result.grade} ${result.score}`)
}

function upload(url, body) {
  return fetch(`${url}/api/scans/upload-json`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function within(milliseconds, what, promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`${what}: not within ${milliseconds} ms`)), milliseconds).unref())
  return Promise.race([promise, late])
}

function assay(args) {
  return spawnSync(join(project, 'node_modules/.bin/assay'), args, { cwd: project, encoding: 'utf8' })
}

function npm(cwd, args, { mayFail = false } = {}) {
  const script = process.env.npm_execpath
  return script === undefined ? run('npm', args, cwd, mayFail) : run(process.execPath, [script, ...args], cwd, mayFail)
}

function run(command, args, cwd, mayFail = false) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (!mayFail) assert.equal(result.status, 0, `${command} ${args.join(' ')}\n${result.stdout}\n${result.stderr}`)
  return result
}

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

await main()
