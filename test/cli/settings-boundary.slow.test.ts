import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probeRule, runAssay, writeFolder } from './run-assay.ts'

/** Lines like those of a password file. The command must not print any of them. */
const SECRET = [
  'root:$y$j9T$QUOTEDHASH:19000:0:99999:7:::',
  'daemon:*:19000:0:99999:7:::',
  'token: QUOTEDTOKEN',
  'QUOTEDKEY$with/odd+signs=: 1',
  '',
].join('\n')

interface Case {
  readonly name: string
  readonly settings: string
  /** A symbolic link in the project, and its target relative to the project. */
  readonly link?: readonly [string, string]
  readonly place: RegExp
}

const OUTSIDE: readonly Case[] = [
  { name: 'extends above the project', settings: 'extends: [../secret.txt]\n', place: /^assay\.config\.yaml:1:11 {2}settings\/outside/ },
  { name: 'extends by an absolute path', settings: 'extends: [/etc/shadow]\n', place: /:1:11 {2}settings\/outside/ },
  { name: 'extends a device', settings: 'extends: [/dev/zero]\n', place: /:1:11 {2}settings\/outside/ },
  { name: 'extends a missing file outside', settings: 'extends: [../no-such-file]\n', place: /:1:11 {2}settings\/outside/ },
  { name: 'rules above the project', settings: 'rules: [../]\n', place: /:1:9 {2}settings\/outside/ },
  { name: 'a rule file outside', settings: 'packs: []\nrules: [a, ../secret.yaml]\n', place: /:2:12 {2}settings\/outside/ },
  { name: 'a device as baseline', settings: 'baseline: /dev/zero\n', place: /:1:11 {2}settings\/outside/ },
  { name: 'a baseline above the project', settings: 'fail-on: high\nbaseline: ../secret.txt\n', place: /:2:11 {2}settings\/outside/ },
  {
    name: 'extends a link to a file outside',
    settings: 'extends: [base.yaml]\n',
    link: ['base.yaml', '../secret.txt'],
    place: /:1:11 {2}settings\/outside/,
  },
  {
    name: 'extends a file in a link to a folder outside',
    settings: 'extends: [up/secret.txt]\n',
    link: ['up', '..'],
    place: /:1:11 {2}settings\/outside/,
  },
  {
    name: 'a link to a device as baseline',
    settings: 'baseline: known.json\n',
    link: ['known.json', '/dev/zero'],
    place: /:1:11 {2}settings\/outside/,
  },
  { name: 'a link to a folder outside as rules', settings: 'rules: [mine]\n', link: ['mine', '..'], place: /:1:9 {2}settings\/outside/ },
]

function writeProject(settings: string, link?: readonly [string, string]): string {
  const root = writeFolder({ 'secret.txt': SECRET, 'secret.yaml': SECRET, 'project/assay.config.yaml': settings, 'project/a.js': 'let a = 1\n' })
  const cwd = join(root, 'project')
  if (link !== undefined) symlinkSync(link[1], join(cwd, link[0]))
  return cwd
}

test.each(OUTSIDE)('settings may not name files outside the project: $name', async ({ settings, link, place }) => {
  const { code, stdout, stderr } = await runAssay(['scan'], { cwd: writeProject(settings, link) })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(place)
  expect(stderr).toContain('--allow-outside-paths')
  expect(stderr).not.toContain('QUOTED')
})

test('settings that are themselves a link out of the project are refused', async () => {
  const root = writeFolder({ 'secret.txt': SECRET, 'project/a.js': '1\n' })
  symlinkSync('../secret.txt', join(root, 'project/assay.config.yaml'))
  const { code, stderr } = await runAssay(['scan'], { cwd: join(root, 'project') })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('settings/outside') })
  expect(stderr).not.toContain('QUOTED')
})

test('the project is the repository, and not the folder of the settings alone', async () => {
  const root = writeFolder({
    'base.yaml': 'fail-on: never\n',
    'app/assay.config.yaml': 'extends: [../base.yaml]\npacks: [public]\n',
    'app/a.js': '1\n',
  })
  expect(await runAssay(['scan'], { cwd: join(root, 'app') })).toMatchObject({ code: 2 })
  mkdirSync(join(root, '.git'))
  expect(await runAssay(['scan'], { cwd: join(root, 'app') })).toMatchObject({ code: 0 })
})

test('the caller can allow files outside, but settings cannot', async () => {
  const root = writeFolder({
    'base.yaml': 'packs: [public]\nfail-on: never\n',
    'app/assay.config.yaml': 'extends: [../base.yaml]\n',
    'app/a.js': "require('child_process').exec(process.argv[2])\n",
  })
  const cwd = join(root, 'app')
  expect(await runAssay(['scan', '--allow-outside-paths'], { cwd })).toMatchObject({ code: 0 })
  writeFileSync(join(cwd, 'assay.config.yaml'), 'allow-outside-paths: true\nextends: [../base.yaml]\n')
  expect(await runAssay(['scan'], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('schema/unknown-key') })
})

test('files of the command line may be outside', async () => {
  const root = writeFolder({
    'out/settings.yaml': 'packs: []\nrules: [rules]\nfail-on: never\n',
    'out/rules/probe-low.yaml': probeRule('low'),
    'out/known.json': '{ "format": 1, "findings": [] }',
    'app/a.js': 'probe_low\n',
  })
  const words = ['scan', '--config', '../out/settings.yaml', '--baseline', '../out/known.json', '--format', 'json']
  const { code, stdout } = await runAssay(words, { cwd: join(root, 'app') })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ lowCount: 1 })
})

test.each([
  { name: 'settings', words: ['--config', 'in'] },
  { name: 'a baseline', words: ['--baseline', 'in'] },
  { name: 'a folder of rules', words: ['--rules', 'in'] },
])('$name of the command line may not be a link of the project that leads out of it', async ({ words }) => {
  const cwd = writeProject('fail-on: high\n', ['in', '../secret.txt'])
  const { code, stderr } = await runAssay(['scan', ...words], { cwd })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('symbolic link that leads out of the project') })
  expect(stderr).not.toContain('QUOTED')
})

test('a link in a folder of rules may not lead out of the project', async () => {
  const root = writeFolder({ 'secret.yaml': SECRET, 'app/rules/probe-low.yaml': probeRule('low'), 'app/a.js': '1\n' })
  const cwd = join(root, 'app')
  symlinkSync('../../secret.yaml', join(cwd, 'rules/probe-high.yaml'))
  for (const words of [
    ['scan', '--rules', 'rules'],
    ['rules', 'check', 'rules'],
    ['fix', '--rules', 'rules'],
    ['baseline', 'create', '--rules', 'rules'],
  ]) {
    const { code, stderr } = await runAssay(words, { cwd })
    expect({ words, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('outside the project') })
    expect(stderr).not.toContain('QUOTED')
  }
  writeFileSync(join(cwd, 'assay.config.yaml'), 'packs: []\nrules: [rules]\n')
  expect(await runAssay(['scan'], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('outside the project') })
})

test('links within the project are followed', async () => {
  const root = writeFolder({ 'shared/probe-low.yaml': probeRule('low'), 'rules/probe-high.yaml': probeRule('high'), 'src/a.js': 'probe_low\n' })
  mkdirSync(join(root, '.git'))
  symlinkSync('../shared/probe-low.yaml', join(root, 'rules/probe-low.yaml'))
  writeFileSync(join(root, 'assay.config.yaml'), 'packs: []\nrules: [rules]\n')
  const { stdout } = await runAssay(['scan', 'src', '--format', 'json'], { cwd: root })
  expect(JSON.parse(stdout)).toMatchObject({ lowCount: 1 })
})

test.each([
  { name: 'settings', settings: 'extends: [pipe]\n', words: ['scan'], code: 2 },
  { name: 'a baseline', settings: 'baseline: pipe\n', words: ['scan'], code: 2 },
  { name: 'rules', settings: 'rules: [pipe]\n', words: ['scan'], code: 2 },
  { name: 'a baseline of the command line', settings: '', words: ['scan', '--no-config', '--baseline', 'pipe'], code: 2 },
  { name: 'settings of the command line', settings: '', words: ['scan', '--config', 'pipe'], code: 2 },
  { name: 'a rule in a folder', settings: 'rules: [folder]\n', words: ['scan'], code: 2 },
])('a named pipe does not block at $name', async ({ settings, words, code }) => {
  const cwd = writeProject(settings)
  mkdirSync(join(cwd, 'folder'))
  execFileSync('mkfifo', [join(cwd, 'pipe'), join(cwd, 'folder/rule.yaml')])
  const outcome = await runAssay(words, { cwd })
  expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining('no') })
})

test.each([
  { name: 'a device', file: '/dev/zero' },
  { name: 'a folder', file: '.' },
  { name: 'more than a baseline takes', file: 'large.json' },
  { name: 'brackets within brackets', file: 'deep.json' },
])('a baseline that is $name ends the command with a message', async ({ file }) => {
  const cwd = writeFolder({ 'a.js': '1\n', 'large.json': ' '.repeat(2 ** 24 + 1), 'deep.json': '['.repeat(2 ** 23) + ']'.repeat(2 ** 23) })
  const outcome = await runAssay(['scan', '--pack', 'public', '--baseline', file], { cwd })
  expect(outcome).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^assay: the baseline `.*` (?:cannot be read|is not a valid baseline)/m),
  })
})

test('a file that several settings extend is read once, before the files that extend it', async () => {
  const levels = Array.from({ length: 7 }, (_, level) => [
    `l${level}.yaml`,
    `extends: [${Array(8)
      .fill(`l${level + 1}.yaml`)
      .join(', ')}]\n`,
  ])
  const files = { ...Object.fromEntries(levels), 'l7.yaml': 'packs: [public]\nfail-on: low\n' }
  const cwd = writeFolder({ ...files, 'assay.config.yaml': 'extends: [l1.yaml]\nfail-on: never\n', 'a.js': '1\n' })
  expect(await runAssay(['scan'], { cwd })).toMatchObject({ code: 0 })
})

test.each([
  { name: 'files', files: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}.yaml`, 'packs: [public]\n'])), first: 'f' },
  {
    name: 'levels',
    files: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}.yaml`, `extends: [f${index + 1}.yaml]\n`])),
    first: '',
  },
  {
    name: 'bytes',
    files: Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`f${index}.yaml`, `packs: [public]\n#${' '.repeat(250_000)}\n`])),
    first: 'f',
  },
])('settings build on a bounded number of $name', async ({ files, first }) => {
  const names = first === '' ? ['f0.yaml'] : Object.keys(files)
  const cwd = writeFolder({ ...files, 'assay.config.yaml': `extends: [${names.join(', ')}]\n`, 'a.js': '1\n' })
  const { code, stderr } = await runAssay(['scan'], { cwd })
  expect(code).toBe(2)
  expect(stderr.match(/settings\/too-many/g)).toHaveLength(1)
})

test.each([
  { name: 'lines of passwords', text: SECRET },
  { name: 'keys that are no words', text: 'QUOTEDKEY/abc+def=: 1\nQUOTEDKEY/ghi+def=: 2\n' },
  { name: 'words for keys', text: Array.from({ length: 50 }, (_, index) => `QUOTED${index}: 1`).join('\n') },
  { name: 'a list', text: '- QUOTED\n- QUOTED\n' },
  { name: 'one long text', text: `QUOTED${'x'.repeat(5000)}` },
  { name: 'invalid YAML', text: '"QUOTED" "QUOTED": [QUOTED\n*QUOTED\n!QUOTEDTAG x\n%QUOTED\n' },
  { name: 'an environment file', text: 'A=QUOTED\nB="QUOTED"\n' },
  { name: 'a key', text: '-----BEGIN QUOTED KEY-----\nQUOTED+QUOTED/QUOTED==\n-----END QUOTED KEY-----\n' },
])('of a file that is no file of settings, at most one plausible key is quoted: $name', async ({ text }) => {
  const root = writeFolder({ 'any.txt': text, 'app/a.js': '1\n' })
  const { code, stderr } = await runAssay(['scan', '--config', '../any.txt'], { cwd: join(root, 'app') })
  expect(code).toBe(2)
  expect(stderr.match(/QUOTED/g)?.length ?? 0).toBeLessThanOrEqual(1)
  expect(stderr).not.toMatch(/QUOTED[^`]{41,}`/)
})
