import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { probeRule, writeFolder } from '../cli/run-assay.ts'
import { BUNDLE, listen, MALLORY, runStep, startGithub, WORKFLOWS } from './run-step.ts'

const PROJECT = {
  'src/a.js': 'probe_high\n',
  'rules/probe-high.yaml': probeRule('high'),
  'assay.config.yaml': 'packs: []\nrules: [rules]\n',
}

/** A program that writes a marker file next to itself, and a result with the best grade. */
const EVIL = `#!/usr/bin/env node
const fs = require('fs')
fs.appendFileSync(__dirname + '/pwned', process.argv.join(' ') + '\\n')
for (const word of process.argv) {
  const [, format, file] = /^--output=(\\w+)=(.*)$/.exec(word) ?? []
  if (format !== undefined) fs.writeFileSync(file, format === 'json' ? '{"grade":"A+","score":100,"criticalCount":0,"highCount":0,"mediumCount":0,"lowCount":0,"findings":[]}' : '')
}
`

function makeProgram(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, EVIL)
  chmodSync(file, 0o755)
}

/** Files called \`pwned\`, below a folder. */
function tracesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|[\\/])pwned$/.test(name))
}

async function startRegistry(answer: (path: string, address: string) => Buffer | string | undefined) {
  const asked: string[] = []
  let address = ''
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const body = answer(request.url ?? '', address)
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  address = await listen(server)
  return { address, asked }
}

test('no file of the checkout decides which program runs', async () => {
  const cwd = writeFolder({
    ...PROJECT,
    '.nvmrc': '0.1\n',
    'package.json': '{"name": "assay", "bin": {"assay": "evil.cjs"}, "scripts": {"assay": "node evil.cjs"}, "type": "commonjs"}',
    'node_modules/assay/package.json': '{"name": "assay", "version": "0.1.0", "bin": {"assay": "evil.cjs"}, "main": "evil.cjs"}',
    'load.cjs': "require('fs').appendFileSync(__dirname + '/loaded', process.argv[1] + '\\n')",
  })
  const registry = await startRegistry(() => undefined)
  const programs = ['assay', 'npx', 'npm', 'node', 'git', 'tar'].map((name) => `node_modules/.bin/${name}`)
  for (const file of ['evil.cjs', 'node_modules/assay/evil.cjs', ...programs]) makeProgram(join(cwd, file))
  writeFileSync(
    join(cwd, '.npmrc'),
    `registry=${registry.address}/\nnode-options=--require ${join(cwd, 'evil.cjs')}\nscript-shell=${join(cwd, 'evil.cjs')}\n`,
  )
  const { code, stdout, outputs } = await runStep({ 'api-key': 'hush' }, cwd, {
    PATH: [join(cwd, 'node_modules/.bin'), 'node_modules/.bin', '', process.env.PATH].join(delimiter),
    NODE_OPTIONS: `--require ${join(cwd, 'load.cjs')}`,
    NODE_PATH: join(cwd, 'node_modules'),
    npm_config_registry: registry.address,
    npm_config_userconfig: join(cwd, '.npmrc'),
    NPM_CONFIG_NODE_OPTIONS: `--require ${join(cwd, 'evil.cjs')}`,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: join(cwd, 'evil.cjs'),
    GITHUB_WORKSPACE: cwd,
  })
  expect(code, stdout).toBe(1)
  expect(outputs).toMatchObject({ grade: 'B', 'high-count': '1' })
  expect(tracesIn(cwd)).toEqual([])
  expect(registry.asked).toEqual([])
  // The runner starts the process of the action with the variables of earlier steps. Its child processes must not get them.
  expect(readFileSync(join(cwd, 'loaded'), 'utf8')).toBe(`${BUNDLE}\n`)
})

test('a command starts outside the workspace, with a clean environment', async () => {
  const cwd = writeFolder(PROJECT)
  const tools = writeFolder({
    'tell.cjs':
      "console.log('in', process.cwd()); console.log('env', Object.keys(process.env).sort().join()); console.log('words', process.argv.slice(2, 3), process.argv.includes('--directory=' + process.env.HOME))",
  })
  const env = { NODE_PATH: cwd, GITHUB_TOKEN: 'secret', ACTIONS_RUNTIME_TOKEN: 'secret', LD_LIBRARY_PATH: cwd, SHELL: 'sh', LANG: 'C', HOME: cwd }
  const { stdout } = await runStep({ command: `${process.execPath} ${join(tools, 'tell.cjs')}`, 'api-key': 'hush' }, cwd, env)
  expect(stdout).not.toContain(`in ${cwd}`)
  expect(stdout).toMatch(/^in .*assay-\w+[\\/]run$/m)
  expect(stdout).toContain('env ASSAY_API_KEY,HOME,LANG,NoDefaultCurrentDirectoryInExePath,PATH\n')
  expect(stdout).toContain("words [ 'scan' ] true\n")
})

function sriOf(content: Buffer): string {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`
}

/** A packed package, as npm packs it. */
function packFiles(files: Readonly<Record<string, string>>): { readonly file: string; readonly integrity: string; readonly content: Buffer } {
  const folder = writeFolder(Object.fromEntries(Object.entries(files).map(([name, text]) => [`package/${name}`, text])))
  const file = join(folder, 'packed.tgz')
  execFileSync('tar', ['-czf', file, 'package'], { cwd: folder })
  const content = readFileSync(file)
  return { file, integrity: sriOf(content), content }
}

const PROGRAM = `import { writeFileSync } from 'node:fs'
for (const word of process.argv) {
  const [, format, file] = /^--output=(\\w+)=(.*)$/.exec(word) ?? []
  const result = { grade: 'A', score: 91, criticalCount: 0, highCount: 0, mediumCount: 0, lowCount: 0, findings: [] }
  if (format !== undefined && format !== 'sarif') writeFileSync(file, format === 'json' ? JSON.stringify(result) : '')
}
`
const PACKAGE = { 'package.json': '{"name": "assay", "version": "9.9.9", "type": "module"}', 'dist/adapters/cli/main.js': PROGRAM }

test('a packed package runs if its integrity matches', async () => {
  const cwd = writeFolder(PROJECT)
  const { file, integrity, content } = packFiles(PACKAGE)
  const { address } = await startRegistry(() => content)
  for (const source of [file, `${address}/assay.tgz`]) {
    expect(await runStep({ package: source, integrity }, cwd)).toMatchObject({ code: 0, outputs: { grade: 'A', score: '91' } })
  }
})

test.each([
  { name: 'another integrity', integrity: sriOf(Buffer.from('other')), says: 'has the integrity sha512-' },
  { name: 'no integrity', integrity: '', says: 'requires the input `integrity`' },
  { name: 'a weak integrity', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', says: 'requires the input `integrity`' },
])('a packed package with $name does not run', async ({ integrity, says }) => {
  const cwd = writeFolder(PROJECT)
  const { file } = packFiles(PACKAGE)
  const { code, stdout, outputs } = await runStep({ package: file, integrity }, cwd)
  expect({ code, outputs }).toEqual({ code: 1, outputs: {} })
  expect(stdout).toContain(says)
})

test('a packed package writes nothing outside its folder', async () => {
  const cwd = writeFolder(PROJECT)
  const folder = writeFolder({ 'package/dist/adapters/cli/main.js': PROGRAM, 'package/package.json': '{"type": "module"}', 'escaped.txt': 'no' })
  execFileSync('tar', ['-czf', 'packed.tgz', '--transform', 's,^escaped.txt,package/../../escaped.txt,', '-P', 'package', 'escaped.txt'], {
    cwd: folder,
  })
  const file = join(folder, 'packed.tgz')
  const temporary = writeFolder({})
  expect((await runStep({ package: file, integrity: sriOf(readFileSync(file)) }, cwd, { RUNNER_TEMP: temporary })).code).toBe(0)
  expect(existsSync(join(temporary, 'escaped.txt'))).toBe(false)
})

/** A repository of this action without a build, which needs one package of a registry. */
function writeOwnRepository(integrity: string): string {
  const lock = {
    name: 'assay',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'assay', version: '1.0.0', devDependencies: { needed: '1.0.0' } },
      'node_modules/needed': { version: '1.0.0', resolved: 'https://registry.npmjs.org/needed/-/needed-1.0.0.tgz', integrity, dev: true },
    },
  }
  const root = writeFolder({
    'package.json': JSON.stringify({ name: 'assay', version: '1.0.0', type: 'module', devDependencies: { needed: '1.0.0' } }),
    'package-lock.json': JSON.stringify(lock),
    'tools/build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs'
import program from 'needed'
mkdirSync('dist/adapters/cli', { recursive: true })
writeFileSync('dist/adapters/cli/main.js', program)
`,
  })
  cpSync(dirname(BUNDLE), join(root, 'adapters/action/bundle'), { recursive: true })
  return root
}

test.each([
  { name: 'with the packages of its lock file', tampered: false, code: 0, outputs: { grade: 'A' } },
  { name: 'and not with others', tampered: true, code: 1, outputs: {} },
])('without a package, the action builds its own repository, $name', async ({ tampered, code, outputs }) => {
  const needed = { 'package.json': '{"name": "needed", "version": "1.0.0"}', 'index.js': `module.exports = ${JSON.stringify(PROGRAM)}` }
  const good = packFiles({ ...needed, 'package.json': '{"name": "needed", "version": "1.0.0", "scripts": {"install": "touch pwned"}}' })
  const served = tampered ? packFiles({ ...needed, 'index.js': EVIL }) : good
  const registry = await startRegistry((path, address) => {
    if (path.endsWith('.tgz')) return served.content
    const dist = { tarball: `${address}/needed/-/needed-1.0.0.tgz`, integrity: served.integrity }
    return JSON.stringify({ name: 'needed', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name: 'needed', version: '1.0.0', dist } } })
  })
  const hostile = await startRegistry(() => undefined)
  const cwd = writeFolder({ ...PROJECT, '.npmrc': `registry=${hostile.address}/\n` })
  const root = writeOwnRepository(good.integrity)
  const temporary = writeFolder({})
  const env = { npm_config_registry: hostile.address, NPM_CONFIG_USERCONFIG: join(cwd, '.npmrc'), RUNNER_TEMP: temporary }
  const bundle = join(root, 'adapters/action/bundle/index.js')
  const step = await runStep({ registry: registry.address }, cwd, env, bundle)
  expect(step, step.stdout).toMatchObject({ code, outputs })
  expect(hostile.asked).toEqual([])
  expect(registry.asked).toContain('/needed/-/needed-1.0.0.tgz')
  expect(tracesIn(temporary)).toEqual([])
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

test('a triage installs the client of its API, with the hash of the lock file of the action', async () => {
  const client = packFiles({ 'package.json': '{"name": "openai", "version": "6.0.0"}', 'index.js': 'module.exports = "the client"' })
  const registry = await startRegistry((path) => (path.endsWith('.tgz') ? client.content : undefined))
  const locked = { version: '6.0.0', resolved: 'https://registry.npmjs.org/openai/-/openai-6.0.0.tgz', integrity: client.integrity, dev: true }
  const lock = { lockfileVersion: 3, packages: { 'node_modules/openai': locked, 'node_modules/other': { version: '1.0.0' } } }
  const root = writeFolder({
    'package-lock.json': JSON.stringify(lock),
    'package.json': '{"type": "module"}',
    'dist/adapters/cli/main.js': `import client from 'openai'\nconsole.log(client, process.env.ASSAY_TRIAGE_MODEL, process.argv.includes('--triage'))\n${PROGRAM}`,
  })
  cpSync(dirname(BUNDLE), join(root, 'adapters/action/bundle'), { recursive: true })
  const inputs = { registry: registry.address, 'triage-model': 'a-model', 'triage-key': 'hush' }
  const step = await runStep(inputs, writeFolder(PROJECT), {}, join(root, 'adapters/action/bundle/index.js'))
  expect(step, step.stdout).toMatchObject({ code: 0, outputs: { grade: 'A' } })
  expect(step.stdout).toContain('the client a-model true')
  expect(step.stdout).toContain('::add-mask::hush')
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

/**
 * The commands that a runner executes from a log, according to its sources: only the end token while commands are stopped, and both syntaxes
 * otherwise.
 */
function obey(log: string): readonly string[] {
  const obeyed: string[] = []
  let token: string | undefined
  for (const line of log.split(/\r\n|\r|\n/)) {
    const [, name, data] = /^[\s\u0085]*::([^\s:]+)[^]*?::([^]*)$/.exec(line) ?? []
    const old = /##\[([^\]]+)\]/.exec(line)?.[1]
    if (token !== undefined) {
      if (line.trim() === `::${token}::`) token = undefined
    } else if (name === 'stop-commands') token = data
    else if (name !== undefined) obeyed.push(name)
    else if (old !== undefined) obeyed.push(`##[${old}]`)
  }
  return obeyed
}

/** The lines while commands are stopped. */
function stoppedLines(log: string): readonly string[] {
  const [, token = 'none', body = ''] = /^::stop-commands::(\S+)\n([^]*?)^::\1::$/m.exec(log) ?? []
  expect(token).toMatch(/^[0-9a-f-]{36}$/)
  return body.split('\n')
}

test('names and code of the checkout are no commands to the runner', async () => {
  const cwd = writeFolder({
    ...PROJECT,
    'src/a.js': 'probe_high // ##[add-mask]a ::set-env name=A::b\n',
    '::stop-commands::x.js': 'probe_high\n',
    '##[add-mask]e.js': 'probe_high\n',
    'n\n::error::pwned.js': 'probe_high\n',
    'r\r::error::pwned.js': 'probe_high\n',
  })
  const { code, stdout } = await runStep({}, cwd)
  expect(code, stdout).toBe(1)
  expect(new Set(obey(stdout))).toEqual(new Set(['error', 'notice']))
  expect(stdout).not.toContain('##[')
  for (const line of stoppedLines(stdout)) expect(line).not.toMatch(/^\s*::/)
  expect(stdout.split(/\r\n|\r|\n/).filter((line) => /^\s*::error/.test(line) && !/^::error (?:file|title)=/.test(line))).toEqual([])
})

test('no output of the command is executed as a runner command, on either stream', async () => {
  const cwd = writeFolder(PROJECT)
  const lines = [
    '::set-output name=a::b',
    '\t ::add-mask::e',
    '\u00a0::add-path::x',
    'a\r::error::b',
    'x ##[command]y',
    '###[group]z',
    '##[##[endgroup]',
    '::stop-commands::t',
    '::t::',
  ]
  const tools = writeFolder({
    'say.cjs': `for (const stream of [process.stdout, process.stderr]) stream.write(${JSON.stringify(`${lines.join('\n')}\n::warning::last`)})`,
  })
  const { stdout } = await runStep({ command: `${process.execPath} ${join(tools, 'say.cjs')}` }, cwd)
  const stopped = stoppedLines(stdout)
  for (const line of stopped) expect(line).not.toMatch(/^[\s\u0085]*::|##\[/)
  expect(stopped.filter((line) => line === ': :warning::last')).toHaveLength(2)
  expect(stopped).toContain('x # #[command]y')
  expect(obey(stdout)).toEqual(['error'])
})

function git(cwd: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...identity, ...words], { cwd, stdio: 'pipe', encoding: 'utf8' }).trim()
}

/** A repository with two commits, of which the second is that of a pull request, and the event of the latter. */
function openPullRequest(changes: Readonly<Record<string, string>>) {
  const cwd = writeFolder(PROJECT)
  git(cwd, 'init', '--quiet')
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '-m', 'base')
  const base = git(cwd, 'rev-parse', 'HEAD')
  for (const [name, content] of Object.entries(changes)) writeFileSync(join(cwd, name), content)
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '-m', 'pull request')
  const event = join(writeFolder({ 'event.json': JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }) }), 'event.json')
  return { cwd, base, event }
}

const OFF = { 'assay.config.yaml': 'packs: []\nrules: [rules]\nexclude: ["**"]\nfail-on: never\n', 'src/a.js': '// assay-ignore-file\nprobe_high\n' }

test.each([
  { name: 'are those of the base commit', inputs: {}, code: 1, listed: '1' },
  { name: 'are those of another commit if requested', inputs: { 'trusted-config': 'HEAD' }, code: 1, listed: undefined },
  { name: 'are those of the checkout if requested', inputs: { 'trusted-config': 'none' }, code: 1, listed: undefined },
])('the settings of a pull request $name', async ({ inputs, code, listed }) => {
  const { cwd, event, base } = openPullRequest(OFF)
  const step = await runStep(inputs, cwd, { GITHUB_EVENT_PATH: event })
  expect(step.code, step.stdout).toBe(code)
  expect(step.outputs['listed-count']).toBe(listed === undefined ? '0' : listed)
  if (listed === undefined) return
  const short = base.slice(0, 12)
  expect(step.stdout).toContain(
    `::warning file=assay.config.yaml,title=Ignored change%3A config-change::The settings file was changed after commit ${short}`,
  )
  expect(step.stdout).toContain('::warning file=src/a.js,line=1,title=Ignored change%3A suppression::')
  expect(step.summary).toContain(`Ignored changes, because the configuration was read from commit ${short}`)
})

test('a shallow checkout fetches the base commit', async () => {
  const { cwd: origin, event } = openPullRequest(OFF)
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  const cwd = join(writeFolder({}), 'checkout')
  git(dirname(cwd), 'clone', '--quiet', '--depth=1', `file://${origin}`, 'checkout')
  const step = await runStep({}, cwd, { GITHUB_EVENT_PATH: event })
  expect(step, step.stdout).toMatchObject({ code: 1, outputs: { 'listed-count': '1' } })
})

test('a base commit that cannot be fetched fails the job', async () => {
  const { cwd } = openPullRequest(OFF)
  const event = join(writeFolder({ 'event.json': JSON.stringify({ pull_request: { number: 7, base: { sha: 'a'.repeat(40) } } }) }), 'event.json')
  const step = await runStep({}, cwd, { GITHUB_EVENT_PATH: event })
  expect(step, step.stdout).toMatchObject({ code: 1, outputs: {} })
  expect(step.stdout).toContain(`\`${'a'.repeat(40)}\` is not a known commit`)
})

const MARKER = `<!-- assay ${Buffer.from('w/j').toString('base64url')} -->`
const ME = { id: 5, login: 'me', type: 'User' } as const
const APP = { id: 77, login: 'our-app[bot]', type: 'Bot' } as const

test.each([
  { name: 'a workflow', author: WORKFLOWS, identity: 'none' },
  { name: 'a workflow that GraphQL identifies', author: WORKFLOWS, identity: 'graphql' },
  { name: 'an app', author: APP, identity: 'graphql' },
  { name: 'a person', author: ME, identity: 'rest' },
] as const)('with the token of $name, comments of others stay unchanged', async ({ author, identity }) => {
  const cwd = writeFolder({ ...PROJECT, 'event.json': '{"pull_request": {"number": 7}}' })
  const foreign = [
    { user: MALLORY, body: `${MARKER}\nforged` },
    { user: { ...MALLORY, login: 'github-actions[bot]' }, body: `${MARKER}\nforged by a person` },
    { user: null, body: `${MARKER}\nnobody's` },
  ]
  const github = await startGithub({ author, identity, others: foreign })
  const env = { GITHUB_EVENT_PATH: join(cwd, 'event.json'), ...github.env, GITHUB_WORKFLOW: 'w', GITHUB_JOB: 'j' }
  for (let run = 0; run < 2; run++) await runStep({ comment: 'true', token: 't' }, cwd, env)
  expect(github.ours()).toEqual([...foreign.map(({ body }) => body), expect.stringContaining('## Assay: grade B')])
})
