import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBES, runAssay, writeFolder } from './run-assay.ts'

const TREE = {
  'src/a.js': 'probe_high\nprobe_low\n',
  'src/b.js': 'probe_critical\n',
  'legacy/c.js': 'probe_high\nprobe_medium\n',
  'test/d.test.js': 'probe_high\n',
}

interface Result {
  readonly grade: string
  readonly highCount: number
  readonly findings: readonly { readonly file: string; readonly rule: string; readonly severity: string }[]
  readonly hidden?: readonly { readonly reason: string; readonly findings: number }[]
  readonly suppressed: readonly { readonly file: string; readonly by?: string; readonly reason?: string }[]
}

async function scan(cwd: string, ...words: readonly string[]) {
  const outcome = await runAssay(['scan', '--format', 'json', ...PROBES, ...words], { cwd })
  const result: Result | undefined = outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)
  return { ...outcome, result, listed: result?.findings.map(({ file, rule }) => `${file} ${rule.replace('probe-', '')}`) }
}

const ALL = ['src/b.js critical', 'legacy/c.js high', 'src/a.js high', 'legacy/c.js medium', 'src/a.js low']

test.each([
  { name: 'nothing', words: [], listed: ALL, code: 1 },
  { name: '--severity', words: ['--severity', 'high'], listed: ALL.slice(0, 3), code: 1 },
  { name: '--severity fails only on listed findings', words: ['--severity', 'critical', '--fail-on', 'low'], listed: ALL.slice(0, 1), code: 1 },
  { name: '--confidence', words: ['--confidence', 'high'], listed: ALL, code: 1 },
  { name: '--category', words: ['--category', 'injection'], listed: ALL, code: 1 },
  { name: '--rule', words: ['--rule', 'probe-low'], listed: ['src/a.js low'], code: 0 },
  { name: '--rule with a star', words: ['--rule', 'probe-*'], listed: ALL, code: 1 },
  {
    name: '--exclude-rule',
    words: ['--exclude-rule', 'probe-high', '--exclude-rule', 'probe-critical'],
    listed: ['legacy/c.js medium', 'src/a.js low'],
    code: 0,
  },
  { name: '--include', words: ['--include', 'legacy/'], listed: ['legacy/c.js high', 'legacy/c.js medium'], code: 1 },
  { name: '--exclude', words: ['--exclude', 'b.js', '--exclude', 'legacy/**'], listed: ['src/a.js high', 'src/a.js low'], code: 1 },
  { name: '--max-findings, and judges all', words: ['--max-findings', '0', '--fail-on', 'low'], listed: [], code: 1 },
])('lists the selected findings with $name, and grades all', async ({ words, listed, code }) => {
  const outcome = await scan(writeFolder(TREE), ...words)
  expect(outcome.listed).toEqual(listed)
  expect(outcome).toMatchObject({ code, result: { grade: 'D', criticalCount: 1, highCount: 2, mediumCount: 1, lowCount: 1 } })
  const hidden = (outcome.result?.hidden ?? []).reduce((sum, { findings }) => sum + findings, 0)
  expect(hidden).toBe(ALL.length - listed.length)
})

test('reports the number of hidden findings', async () => {
  const outcome = await runAssay(['scan', ...PROBES, '--severity', 'high', '--max-findings', '1'], { cwd: writeFolder(TREE) })
  expect(outcome.stdout).toContain('Hidden findings (included in the grade): 2 by filters, 2 over the limit.')
  expect(outcome.stdout).toContain('5 findings in 4 files: 1 critical, 2 high, 1 medium, 1 low.')
})

test.each([
  { name: 'a rule', words: ['--rule', 'probe-hihg'], stderr: '--rule: `probe-hihg` matches no active rule. Did you mean `probe-high`?' },
  { name: 'a glob of rules', words: ['--exclude-rule', 'prove-*'], stderr: '--exclude-rule: `prove-*` matches no active rule' },
  {
    name: 'a category',
    words: ['--category', 'injectoin'],
    stderr: '`injectoin` matches no category of the active rules. Did you mean `injection`?',
  },
  { name: 'a severity', words: ['--severity', 'hihg'], stderr: 'Allowed choices are critical, high, medium, low.' },
  { name: 'a number', words: ['--max-findings', '-1'], stderr: 'Expected a whole number, 0 or larger.' },
  { name: 'a glob of files', words: ['--include', 'src/[a'], stderr: '`src/[a` is not a valid glob: a `[` is not closed.' },
])('$name that there is not is wrong usage', async ({ words, stderr }) => {
  const outcome = await scan(writeFolder(TREE), ...words)
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) })
})

test.each([
  { name: 'turns rules off', settings: 'overrides: [{ rules: [probe-c*], off: true, reason: Known. }]', listed: ALL.slice(1), code: 1 },
  {
    name: 'gives files another severity',
    settings: 'overrides: [{ files: [src/], severity: low }, { files: [legacy/], severity: medium }]',
    listed: ['legacy/c.js high', 'legacy/c.js medium', 'src/a.js high', 'src/a.js low', 'src/b.js critical'],
    code: 0,
  },
  {
    name: 'has the last word last',
    settings: 'overrides: [{ off: true }, { files: [legacy/], off: false }]',
    listed: ['legacy/c.js high', 'legacy/c.js medium'],
    code: 1,
  },
  { name: 'leaves files out', settings: 'exclude: [legacy/, b.js]', listed: ['src/a.js high', 'src/a.js low'], code: 1 },
  { name: 'decides when a scan fails', settings: 'fail-on: never', listed: ALL, code: 0 },
  { name: 'sets the minimum grade', settings: 'fail-on: never\nmin-grade: C', listed: ALL, code: 1 },
])('a file of settings $name', async ({ settings, listed, code }) => {
  const cwd = writeFolder({ ...TREE, 'assay.config.yaml': `${settings}\n` })
  const outcome = await scan(cwd)
  expect(outcome.stderr).not.toContain('mistake')
  expect(outcome.listed).toEqual(listed)
  expect(outcome.code).toBe(code)
})

test('findings that settings turn off are suppressed, with their reason', async () => {
  const settings = 'overrides: [{ rules: [probe-critical], off: true, reason: It is a test. }]\n'
  const { result, stdout } = await scan(writeFolder({ ...TREE, 'assay.config.yaml': settings }))
  expect(result?.suppressed).toEqual([expect.objectContaining({ file: 'src/b.js', by: 'settings', reason: 'It is a test.' })])
  expect(result?.grade, stdout).toBe('B')
})

test.each([
  { name: 'test code alone', override: 'tests: true', files: ['src/a.js'] },
  { name: 'all but test code', override: 'tests: false', files: ['test/d.test.js'] },
])('an override may be about $name', async ({ override, files }) => {
  const rule = `id: probe\ntitle: T\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [javascript]\ndescription: D.\npaths: { tests: true }\nmatch: { regex: probe_high }\n`
  const settings = `overrides: [{ ${override}, off: true }]\n`
  const cwd = writeFolder({ 'src/a.js': 'probe_high', 'test/d.test.js': 'probe_high', 'rules/probe.yaml': rule, 'assay.config.yaml': settings })
  const outcome = await runAssay(['scan', 'src', 'test', '--no-pack', '--rules', 'rules', '--format', 'json'], { cwd })
  const result: Result = JSON.parse(outcome.stdout)
  expect(result.findings.map(({ file }) => file)).toEqual(files)
})

test('settings are found in parent folders, extend others, and have globs relative to their folder', async () => {
  const cwd = writeFolder({
    ...TREE,
    'team/base.yaml': 'fail-on: never\nrules: [./rules]\n',
    'team/rules/mine.yaml':
      'id: mine\ntitle: T\nseverity: low\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [javascript]\ndescription: D.\nmatch: { regex: probe_critical }\n',
    'assay.config.yaml': 'extends: [team/base.yaml]\npacks: [public]\noverrides: [{ files: [src/b.js], severity: medium }]\n',
  })
  const outcome = await runAssay(['scan', '--format', 'json'], { cwd: join(cwd, 'src') })
  expect(outcome).toMatchObject({ code: 0 })
  const result: Result = JSON.parse(outcome.stdout)
  expect(result.findings.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`)).toEqual(['b.js mine medium'])
  const other = await runAssay(['scan', '--no-config', '--pack', 'public', '--format', 'json'], { cwd: join(cwd, 'src') })
  expect(JSON.parse(other.stdout)).toMatchObject({ findings: [] })
})

test.each([
  {
    name: 'an unknown key',
    files: { 'assay.config.yaml': 'fail_on: high\n' },
    stderr: /^assay\.config\.yaml:1:1 {2}schema\/unknown-key .*\n.*`fail-on`/,
  },
  {
    name: 'an unknown word',
    files: { 'assay.config.yaml': 'packs: [full]\nfail-on: hihg\n' },
    stderr: /^assay\.config\.yaml:2:10 {2}schema\/unknown-word/,
  },
  { name: 'a glob', files: { 'assay.config.yaml': 'exclude: ["src/{a"]\n' }, stderr: /^assay\.config\.yaml:1:11 {2}paths\/malformed-glob/ },
  { name: 'an override of nothing', files: { 'assay.config.yaml': 'overrides: [{ rules: [a] }]\n' }, stderr: /schema\/one-of/ },
  {
    name: 'a base that is not there',
    files: { 'assay.config.yaml': 'extends: [no.yaml]\n' },
    stderr: /^assay\.config\.yaml:1:11 {2}settings\/unreadable/,
  },
  {
    name: 'a circle',
    files: { 'assay.config.yaml': 'extends: [b.yaml]\n', 'b.yaml': 'extends: [assay.config.yaml]\n' },
    stderr: /^b\.yaml:1:11 {2}settings\/cycle/,
  },
  { name: 'no YAML', files: { 'assay.config.yaml': 'a: [\n' }, stderr: /^assay\.config\.yaml:\d+:\d+ {2}syntax\/yaml/ },
])('settings with $name are wrong usage', async ({ files, stderr }) => {
  const outcome = await scan(writeFolder({ ...TREE, ...files }))
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  expect(outcome.stderr).toContain('in the settings.')
})

test('globs of settings and filters without a match are reported with their location', async () => {
  const settings = [
    'extends: [team.yaml]',
    'packs: [public]',
    'exclude: [lgacy/, build/, "*.min.js"]',
    'overrides:',
    '  - { rules: [code-injectoin, "secret-*"], off: true }',
    '  - { files: [src/, tset/], severity: low }',
    '',
  ]
  const team = 'exclude: [nowhere/]\noverrides: [{ rules: [no-such-rule], off: true }]\n'
  const files = { ...TREE, '.gitignore': 'build/\n', 'build/x.js': '1\n', 'team.yaml': team, 'assay.config.yaml': settings.join('\n') }
  const cwd = writeFolder(files)
  const outcome = await runAssay(['scan', '--include', 'srcc/', '--exclude', 'legacy/'], { cwd })
  const notes = outcome.stderr.split('\n').filter((line) => /matches no (?:scanned )?file|no active rule/.test(line))
  expect(notes).toEqual([
    'assay: --include `srcc/` matches no scanned file.',
    'assay: team.yaml:2:23: no active rule matches `no-such-rule`. Run `assay rules list` to see all rules.',
    'assay: assay.config.yaml:5:15: no active rule matches `code-injectoin`. Did you mean `code-injection`?',
    'assay: assay.config.yaml:3:11: `lgacy/` matches no file.',
    'assay: assay.config.yaml:3:27: `*.min.js` matches no file.',
    'assay: assay.config.yaml:6:21: `tset/` matches no file.',
  ])
  expect((await runAssay(['scan', 'src'], { cwd })).stderr).not.toContain('matches no file')
})

test('init writes settings that hold, and writes over none', async () => {
  const cwd = writeFolder({ ...TREE, 'third_party/x.js': 'probe_critical', 'examples/y.js': 'probe_high' })
  const outcome = await runAssay(['init'], { cwd })
  expect(outcome).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('6 files of javascript') })
  const { result, stderr } = await scan(cwd)
  expect(stderr).toContain('1 file excluded by the settings')
  expect(result?.findings.find(({ file }) => file === 'examples/y.js')?.severity).toBe('low')
  const again = await runAssay(['init'], { cwd })
  expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--force') })
  expect(readFileSync(join(cwd, 'assay.config.yaml'), 'utf8')).not.toContain('$schema')
  mkdirSync(join(cwd, 'node_modules/assay'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/assay/assay.config.schema.json'), '{}')
  writeFileSync(join(cwd, 'assay.config.yaml'), '')
  expect(await runAssay(['init', '--force'], { cwd })).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'assay.config.yaml'), 'utf8')).toMatch(/^# yaml-language-server: \$schema=\.\/node_modules\/assay\/[^]*third_party\//)
})

test.each([
  { name: 'finds code', words: ['-e', 'probe_$X($...ARGS)', '--lang', 'js'], code: 0, listed: [] },
  { name: 'finds a call', words: ['--pattern', 'eval($X)', '--lang', 'javascript'], code: 1, listed: ['e.js:1'] },
  { name: 'without a language', words: ['-e', 'eval($X)'], code: 2, listed: undefined, said: /^assay: --pattern and --lang must be used together/ },
  {
    name: 'with an unknown language',
    words: ['-e', 'eval($X)', '--lang', 'cobol'],
    code: 2,
    listed: undefined,
    said: /^assay: --lang: `cobol` is not a language .*`javascript`/,
  },
  { name: 'with a mistake', words: ['-e', 'eval((', '--lang', 'js'], code: 2, listed: undefined, said: /^assay: --pattern: `\(` is never closed\./ },
])('a pattern of the command line $name', async ({ words, code, listed, said = /^/ }) => {
  const outcome = await runAssay(['scan', '--format', 'json', ...words], { cwd: writeFolder({ 'e.js': 'eval(a)\n' }) })
  expect(outcome.code, outcome.stderr).toBe(code)
  expect(outcome.stderr).toMatch(said)
  const result: { readonly findings: readonly { readonly file: string; readonly line: number }[] } | undefined =
    outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)
  expect(result?.findings.map(({ file, line }) => `${file}:${line}`)).toEqual(listed)
})
