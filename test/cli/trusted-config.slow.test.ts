import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { probeRule, runAssay, writeFolder } from './run-assay.ts'

interface Result {
  readonly grade: string
  readonly findings: readonly { readonly file: string; readonly line: number; readonly rule: string }[]
  readonly suppressed: readonly { readonly file: string; readonly line: number }[]
  readonly trusted?: {
    readonly commit: string
    readonly changes: readonly { readonly file: string; readonly role: string; readonly change: string }[]
    readonly suppressions: readonly { readonly file: string; readonly line: number; readonly changed: string }[]
  }
}

function git(cwd: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', '-c', 'protocol.file.allow=always']
  return execFileSync('git', [...identity, ...words], { cwd, stdio: 'pipe', encoding: 'utf8' })
}

function commit(cwd: string, name: string): void {
  git(cwd, 'add', '--all', '--force')
  git(cwd, 'commit', '--quiet', '--allow-empty', '-m', name)
}

const BASE = {
  'assay.config.yaml': 'packs: []\nrules: [rules]\nextends: [team/base.yaml]\nbaseline: known.json\n',
  'team/base.yaml': 'exclude: [generated/]\n',
  'known.json': '{"format": 1, "findings": []}\n',
  'rules/probe-high.yaml': probeRule('high'),
  'rules/probe-low.yaml': probeRule('low'),
  'src/a.js': 'let a = 1\nprobe_high\n',
  'src/old.js': '// assay-ignore probe-high -- reviewed\nprobe_high\n',
  'generated/g.js': 'probe_high\n',
  '.gitignore': 'ignored.js\n',
}

type Files = Readonly<Record<string, string>>

/** A repository whose tag `base` is trusted, and whose working tree contains a pull request. */
function openPullRequest(changes: Files, base: Files = BASE): string {
  const cwd = writeFolder(base)
  git(cwd, 'init', '--quiet')
  commit(cwd, 'base')
  git(cwd, 'tag', 'base')
  for (const [name, content] of Object.entries(changes)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), content)
  }
  commit(cwd, 'pull request')
  return cwd
}

async function scan(cwd: string, ...words: readonly string[]) {
  const outcome = await runAssay(['scan', '--format', 'json', '--trusted-config', 'base', ...words], { cwd })
  const result: Result | undefined = outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)
  return {
    ...outcome,
    result,
    listed: result?.findings.map(({ file, line }) => `${file}:${line}`),
    changes: result?.trusted?.changes.map(({ file, role, change }) => `${file} ${role} ${change}`),
    suppressions: result?.trusted?.suppressions.map(({ file, line, changed }) => `${file}:${line} ${changed}`),
  }
}

const OFF = 'packs: []\nrules: [rules]\noverrides: [{rules: ["*"], off: true, reason: no}]\nfail-on: never\n'
const FORGED = JSON.stringify({ format: 1, findings: [{ id: '0'.repeat(32), rule: 'probe-high', file: 'src/a.js', line: 2, codes: [] }] })

test.each([
  { name: 'nothing', changes: {}, listed: ['src/a.js:2'], noted: [] },
  {
    name: 'settings that turn rules off',
    changes: { 'assay.config.yaml': OFF },
    listed: ['src/a.js:2'],
    noted: ['assay.config.yaml settings changed'],
  },
  {
    name: 'settings that exclude files',
    changes: { 'assay.config.yaml': `${BASE['assay.config.yaml']}exclude: [src/]\n` },
    listed: ['src/a.js:2'],
    noted: ['assay.config.yaml settings changed'],
  },
  {
    name: 'files that the settings extend',
    changes: { 'team/base.yaml': 'exclude: [src/]\n' },
    listed: ['src/a.js:2'],
    noted: ['team/base.yaml settings changed'],
  },
  {
    name: 'settings that cannot be read',
    changes: { 'assay.config.yaml': '{{{{' },
    listed: ['src/a.js:2'],
    noted: ['assay.config.yaml settings changed'],
  },
  {
    name: 'a rule',
    changes: { 'rules/probe-high.yaml': probeRule('low').replaceAll('probe-low', 'probe-high') },
    listed: ['src/a.js:2'],
    noted: ['rules/probe-high.yaml rules changed'],
  },
  {
    name: 'a rule that it adds',
    changes: { 'rules/broken.yaml': 'not: a rule\n' },
    listed: ['src/a.js:2'],
    noted: ['rules/broken.yaml rules added'],
  },
  { name: 'the baseline', changes: { 'known.json': FORGED }, listed: ['src/a.js:2'], noted: ['known.json baseline changed'] },
  { name: 'an ignore file that it adds', changes: { '.assayignore': '*\n' }, listed: ['src/a.js:2'], noted: ['.assayignore ignore added'] },
  { name: 'an ignore file in a folder', changes: { 'src/.gitignore': '*\n' }, listed: ['src/a.js:2'], noted: ['src/.gitignore ignore added'] },
  { name: 'an ignore file that there is', changes: { '.gitignore': 'src\n' }, listed: ['src/a.js:2'], noted: ['.gitignore ignore changed'] },
  {
    name: 'an ignored file, which stays ignored',
    changes: { 'src/ignored.js': 'probe_high\n', '.gitignore': '' },
    listed: ['src/a.js:2'],
    noted: ['.gitignore ignore changed'],
  },
  {
    name: 'line ends of the settings',
    changes: { 'assay.config.yaml': BASE['assay.config.yaml'].replaceAll('\n', '\r\n') },
    listed: ['src/a.js:2'],
    noted: [],
  },
])('a pull request that changes $name', async ({ changes, listed, noted }) => {
  const outcome = await scan(openPullRequest(changes))
  expect(outcome, outcome.stderr).toMatchObject({ code: 1, listed, changes: noted, suppressions: [] })
})

test('settings that a pull request adds or removes have no effect', async () => {
  const { 'assay.config.yaml': settings, ...rest } = BASE
  const added = openPullRequest({ 'assay.config.yaml': OFF, 'src/b.js': 'eval(location.hash)\n' }, rest)
  expect(await scan(added, '--rule', 'code-injection')).toMatchObject({
    code: 1,
    listed: ['src/b.js:1'],
    changes: ['assay.config.yaml settings added'],
  })
  const removed = openPullRequest({})
  rmSync(join(removed, 'assay.config.yaml'))
  rmSync(join(removed, 'rules'), { recursive: true })
  expect(await scan(removed)).toMatchObject({
    code: 1,
    listed: ['src/a.js:2'],
    changes: ['assay.config.yaml settings removed', 'rules/probe-high.yaml rules removed', 'rules/probe-low.yaml rules removed'],
  })
  expect(settings).toContain('rules')
})

test('the target of a link of the pull request is not read', async () => {
  const cwd = openPullRequest({})
  const outside = writeFolder({ 'evil.yaml': OFF, ignore: '*\n' })
  for (const [name, target] of [
    ['assay.config.yaml', 'evil.yaml'],
    ['.assayignore', 'ignore'],
  ] as const) {
    rmSync(join(cwd, name), { force: true })
    symlinkSync(join(outside, target), join(cwd, name))
  }
  expect(await scan(cwd)).toMatchObject({
    code: 1,
    listed: ['src/a.js:2'],
    changes: ['.assayignore ignore added', 'assay.config.yaml settings changed'],
  })
})

test.each([
  { name: 'stay where nothing changed', changes: {}, listed: ['src/a.js:2'], rejected: [] },
  {
    name: 'that it adds hide nothing',
    changes: { 'src/a.js': 'let a = 1\nprobe_high // assay-ignore\n' },
    listed: ['src/a.js:2'],
    rejected: ['src/a.js:2 comment'],
  },
  {
    name: 'of a whole file that it adds hide nothing',
    changes: { 'src/a.js': '// assay-ignore-file\nlet a = 1\nprobe_high\n' },
    listed: ['src/a.js:3'],
    rejected: ['src/a.js:1 comment'],
  },
  {
    name: 'above other code than before hide nothing',
    changes: { 'src/old.js': '// assay-ignore probe-high -- reviewed\nprobe_high(2)\n' },
    listed: ['src/a.js:2', 'src/old.js:2'],
    rejected: ['src/old.js:1 code'],
  },
  {
    name: 'suppressions without effect are reported',
    changes: { 'src/c.js': '// assay-ignore probe-high\nlet c = 1\n' },
    listed: ['src/a.js:2'],
    rejected: ['src/c.js:1 comment'],
  },
  {
    name: 'in a file that attributes make binary hide nothing',
    changes: { '.gitattributes': '*.js -diff\n', 'src/a.js': 'let a = 1\nprobe_high // assay-ignore\n' },
    listed: ['src/a.js:2'],
    rejected: ['src/a.js:2 comment'],
  },
  {
    name: 'in a file whose lines git counts otherwise hide nothing',
    changes: { 'src/a.js': 'let a = 1\rlet b = 2\r// assay-ignore\rprobe_high\r' },
    listed: ['src/a.js:4'],
    rejected: ['src/a.js:3 comment'],
  },
])('suppressions $name', async ({ changes, listed, rejected }) => {
  const outcome = await scan(openPullRequest(changes))
  expect(outcome, outcome.stderr).toMatchObject({ code: 1, listed, suppressions: rejected })
})

test('a suppression of another tool that a pull request adds hides nothing', async () => {
  const cwd = openPullRequest({ 'src/a.js': 'let a = 1\nprobe_high // nosemgrep\n' })
  expect(await scan(cwd, '--foreign-suppressions')).toMatchObject({ listed: ['src/a.js:2'], suppressions: ['src/a.js:2 comment'] })
})

test('a moved file keeps its suppressions', async () => {
  const cwd = openPullRequest({})
  renameSync(join(cwd, 'src/old.js'), join(cwd, 'src/new.js'))
  commit(cwd, 'move')
  expect(await scan(cwd)).toMatchObject({ listed: ['src/a.js:2'], suppressions: [] })
})

test('files named on the command line are read from the commit too', async () => {
  const cwd = openPullRequest({ 'other.yaml': OFF, 'known.json': FORGED, 'rules/probe-high.yaml': 'not: a rule\n' })
  const words = ['--no-config', '--no-pack', '--rules', join(cwd, 'rules'), '--baseline', './known.json']
  expect(await scan(cwd, ...words)).toMatchObject({
    code: 1,
    listed: expect.arrayContaining(['src/a.js:2']),
    changes: ['known.json baseline changed', 'rules/probe-high.yaml rules changed'],
  })
  expect(await scan(cwd, '--config', 'other.yaml')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('`other.yaml` does not exist in commit'),
  })
})

test('from a folder within the repository', async () => {
  const cwd = openPullRequest({ 'src/.assayignore': '*\n', 'src/assay.config.yaml': OFF, '.gitignore': 'a.js\n' })
  expect(await scan(join(cwd, 'src'))).toMatchObject({
    code: 1,
    listed: ['a.js:2'],
    changes: ['../.gitignore ignore changed', '.assayignore ignore added', 'assay.config.yaml settings added'],
  })
  expect(await scan(tmpdir(), '--directory', join(cwd, 'src'))).toMatchObject({ code: 1, listed: ['a.js:2'] })
})

test('a folder that a pull request disguises as a repository is ignored', async () => {
  const cwd = openPullRequest({})
  const bare = join(cwd, 'vendor')
  git(cwd, 'init', '--quiet', '--bare', bare)
  writeFileSync(join(bare, 'config'), `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "touch ${join(cwd, 'pwned')}"\n`)
  writeFileSync(join(bare, 'b.js'), 'probe_high\n')
  const outcome = await scan(bare)
  expect(existsSync(join(cwd, 'pwned'))).toBe(false)
  expect(outcome, outcome.stdout).toMatchObject({ code: 2, stdout: '' })
})

test.each([
  { name: 'an unknown commit', words: ['--trusted-config', 'nowhere'], says: '`nowhere` is not a known commit' },
  { name: 'a cache in the repository', words: ['--cache', '.cache'], says: 'is inside the repository' },
  { name: 'standard input', words: ['-', '--stdin-filename', 'a.js'], says: '--trusted-config cannot be used with standard input or archives' },
  { name: 'a folder that is not there', words: ['--directory', 'nowhere'], says: 'cannot change to `nowhere` (ENOENT)' },
])('$name is refused', async ({ words, says }) => {
  const outcome = await scan(openPullRequest({}), ...words)
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) })
})

test('a folder without a repository is refused', async () => {
  expect(await scan(writeFolder(BASE))).toMatchObject({ code: 2, stderr: expect.stringContaining('--trusted-config requires a git repository') })
})

test.each(['text', 'markdown', 'html', 'sarif', 'github', 'gitlab'])('the report lists changes without effect: %s', async (format) => {
  const cwd = openPullRequest({ 'assay.config.yaml': OFF, 'src/a.js': 'let a = 1\nprobe_high // assay-ignore\n' })
  const { stdout } = await runAssay(['scan', '--format', format, '--trusted-config', 'base'], { cwd })
  const short = git(cwd, 'rev-parse', 'base').slice(0, 12)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`The settings file was changed after commit ${short}. The version of commit ${short} was used.`)
  expect(text).toContain(`The suppression comment for all rules has no effect: the comment is new or changed since commit ${short}.`)
})

test('no copies are left behind', async () => {
  const cwd = openPullRequest({})
  const folder = writeFolder({})
  await runAssay(['scan', '--trusted-config', 'base'], { cwd, env: { TMPDIR: folder } })
  await runAssay(['scan', '--trusted-config', 'base', '--rule', 'no-such-rule'], { cwd, env: { TMPDIR: folder } })
  expect(readdirSync(folder)).toEqual([])
})
