import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROBES, runAssay, startAssay, writeFolder } from './run-assay.ts'

const version = /^assay \d+\.\d+\.\d+\S*\n$/

test.each([
  { name: '--version', words: ['--version'], code: 0, stdout: version },
  { name: '-v', words: ['-v'], code: 0, stdout: version },
  { name: '--help', words: ['--help'], code: 0, stdout: /Examples:\n {2}assay scan/ },
  { name: 'help', words: ['help'], code: 0, stdout: /Usage: assay/ },
  { name: 'help of a command', words: ['help', 'scan'], code: 0, stdout: /Exit codes:[^]* 130 [^]* 143 / },
  { name: 'help of a command within', words: ['rules', 'help', 'show'], code: 0, stdout: /Usage: assay rules show/ },
  { name: 'help of a command by all its words', words: ['help', 'rules', 'show'], code: 0, stdout: /Usage: assay rules show/ },
  { name: 'help of a topic', words: ['help', 'settings'], code: 0, stdout: /^The settings of a project are in assay\.config\.yaml/ },
  { name: 'the topics', words: ['help', 'help'], code: 0, stdout: /Topics:\n {2}settings / },
  { name: 'the manual page', words: ['help', '--man'], code: 0, stdout: /^\.TH ASSAY 1 [^]*\.B assay baseline create[^]*\.SH ENVIRONMENT/ },
  { name: 'help of an unknown command', words: ['help', 'scna'], code: 2, stderr: /^assay: unknown command 'scna'\n\(Did you mean scan\?\)/ },
  { name: 'help of an unknown command within', words: ['help', 'rules', 'shwo'], code: 2, stderr: /^assay: unknown command 'shwo'\n.*show\?/ },
  { name: 'help of a command within, unknown', words: ['rules', 'help', 'shwo'], code: 2, stderr: /^assay: unknown command 'shwo'/ },
  { name: 'help of an argument', words: ['help', 'scan', 'src'], code: 2, stderr: /^assay: unknown command 'src': 'scan' has no subcommands/ },
  { name: 'no command', words: [], code: 2, stderr: /Usage: assay/ },
  { name: 'an unknown command', words: ['scna'], code: 2, stderr: /Did you mean scan\?/ },
  { name: 'a path without its command', words: ['test'], code: 2, stderr: /unknown command 'test'[^]*\(Did you mean assay scan test\?\)/ },
  { name: 'an option without its command', words: ['--format', 'json'], code: 2, stderr: /\(Did you mean assay scan --format …\?\)/ },
  { name: 'help of an unknown topic', words: ['help', 'setings'], code: 2, stderr: /\(Did you mean assay help settings\?\)/ },
  { name: 'rules alone', words: ['rules'], code: 2, stderr: /Usage: assay rules/ },
  { name: 'an argument too many', words: ['rules', 'show', 'a', 'b'], code: 2, stderr: /too many arguments/ },
  { name: 'a missing argument', words: ['rules', 'show'], code: 2, stderr: /missing required argument 'id'/ },
  { name: 'an unknown shell', words: ['completion', 'tcsh'], code: 2, stderr: /bash, zsh, fish/ },
  { name: 'an invalid port', words: ['serve', '--port', '99999'], code: 2, stderr: /from 0 to 65535/ },
  { name: 'a host that is empty, which would be every address', words: ['serve', '--host='], code: 2, stderr: /The value is empty/ },
  { name: 'settings without a name', words: ['serve', '--config='], code: 2, stderr: /The value is empty/ },
  { name: '--no-pack without rules', words: ['scan', '--no-pack'], code: 2, stderr: /there are no rules to run/ },
])('$name', async ({ words, code, stdout = /^$/, stderr = /^$/ }) => {
  expect(await runAssay(words)).toMatchObject({ code, stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) })
})

test('rules are listed as a table and as JSON, and shown', async () => {
  const table = await runAssay(['rules', 'list', ...PROBES])
  expect(table).toMatchObject({ code: 0, stderr: '' })
  expect(table.stdout.split('\n')[0]).toMatch(/^rule\s+severity\s+languages\s+title$/)
  expect(table.stdout).toMatch(/\nprobe-high\s+high\s+javascript\s+A probe of severity high\n/)
  expect(table.stdout).toMatch(/\n4 rules\n$/)
  const list = await runAssay(['rules', 'list', ...PROBES, '--format', 'json'])
  expect(JSON.parse(list.stdout)).toMatchObject(['critical', 'high', 'low', 'medium'].map((severity) => ({ id: `probe-${severity}`, severity })))
  const shown = await runAssay(['rules', 'show', 'probe-low', ...PROBES])
  expect(shown.stdout).toContain('Fix: Take it out.')
  const json = await runAssay(['rules', 'show', 'probe-low', ...PROBES, '--format', 'json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ id: 'probe-low', cwe: ['CWE-95'] })
})

test.each([
  { name: 'an abbreviation', id: 'sqli', suggested: /Did you mean `sql-injection`/ },
  { name: 'an abbreviation that no id contains', id: 'rce', suggested: /Did you mean `code-injection`.*`command-injection`/ },
  { name: 'a part of several ids', id: 'xss', suggested: /Did you mean `xss-server`, `xss-dom`/ },
  { name: 'other spelling', id: 'SQL injection', suggested: /Did you mean `sql-injection`/ },
  { name: 'the number of a weakness', id: 'cwe-89', suggested: /Did you mean `sql-injection`/ },
  { name: 'nothing that exists', id: 'zzz', suggested: /Run `assay rules list` to see all rules\.\n$/ },
  { name: 'a property that every object has', id: 'constructor', suggested: /Run `assay rules list`/ },
])('an unknown rule id gets suggestions: $name', async ({ id, suggested }) => {
  const outcome = await runAssay(['rules', 'show', id])
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(suggested) })
  expect(outcome.stderr).toContain(`unknown rule \`${id}\``)
})

test('an unknown rule gets the nearest name', async () => {
  const outcome = await runAssay(['rules', 'show', 'probe-hihg', ...PROBES])
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean `probe-high`?') })
})

test('the public pack has thirty rules', async () => {
  const outcome = await runAssay(['rules', 'list', '--pack', 'public', '--format', 'json'])
  expect(JSON.parse(outcome.stdout)).toHaveLength(30)
})

test('a folder of rules is checked', async () => {
  const good = await runAssay(['rules', 'check', PROBES[2]])
  expect(good).toMatchObject({ code: 0, stdout: '4 valid rules. No errors.\n', stderr: '' })
  const folder = writeFolder({ 'one.yaml': 'id: one\nseverty: high\n', 'two.yaml': 'id: two\ntitle: [\n' })
  const bad = await runAssay(['rules', 'check', folder])
  expect(bad).toMatchObject({ code: 2, stdout: '' })
  expect(bad.stderr).toMatch(/one\.yaml:2:1 {2}\S+/)
  expect(bad.stderr).toMatch(/two\.yaml:\d+:\d+ {2}\S+/)
  const missing = await runAssay(['rules', 'check', 'nowhere'])
  expect(missing).toMatchObject({ code: 2, stderr: 'assay: `nowhere` does not exist.\n' })
})

test('rules that no pack of their folder selects are checked, and listed', async () => {
  const rule = (id: string, call: string): string =>
    `id: ${id}\ntitle: T\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [javascript]\ndescription: D.\nmatch: { call: ${call} }\n`
  const pack = 'name: mine\nversion: 1.0.0\nrules: [taken]\n'
  const cwd = writeFolder({ 'taken.yaml': rule('taken', 'run'), 'lonely.yaml': rule('lonely', 'run'), 'packs/mine.yaml': pack })
  expect(await runAssay(['rules', 'check', '.'], { cwd })).toMatchObject({
    code: 0,
    stdout: '1 valid rule. No errors.\n1 more rule is disabled or not part of any pack in the folder, and never runs: `lonely`.\n',
  })
  writeFileSync(join(cwd, 'lonely.yaml'), rule('lonely', '"run("'))
  writeFileSync(join(cwd, 'packs/mine.yaml'), pack.replace('1.0.0', '1'))
  const { code, stderr } = await runAssay(['rules', 'check', '.'], { cwd })
  expect([code, ...stderr.matchAll(/^\S+ {2}\S+(?= )/gm)].map(String)).toEqual([
    '2',
    'lonely.yaml:9:16  call/malformed-name',
    'packs/mine.yaml:2:10  schema/wrong-type',
  ])
})

test('a rule file shows all its mistakes at once, whatever finds them', async () => {
  const rule = `id: some-rule
title: A
severity: hihg
confidence: high
category: injection
cwe: [CWE-1]
languages: [javascript]
description: A.
wrong: true
match:
  any:
    - regex: '('
    - pattern: foo($X
    - use: nothing-there
    - kind: no_such_kind
    - { pattern: 7, regex: x }
    - call: 'a..b'
`
  const { code, stderr } = await runAssay(['rules', 'check', '.'], { cwd: writeFolder({ 'some-rule.yaml': rule }) })
  const told = stderr.split('\n').flatMap((line) => /^some-rule\.yaml:(\d+):\d+ {2}(\S+)/.exec(line)?.slice(1).join(' ') ?? [])
  expect([code, ...told]).toEqual([
    2,
    '3 schema/unknown-word',
    '9 schema/unknown-key',
    '12 regex/syntax',
    '13 pattern/syntax',
    '14 shared/unknown-matcher',
    '15 kind/unknown-node',
    '16 schema/wrong-type',
    '17 call/malformed-name',
  ])
})

test('a pack that there is not is a mistake of the command line, and in no file', async () => {
  const outcome = await runAssay(['rules', 'list', '--pack', 'publick'])
  expect(outcome).toMatchObject({
    code: 2,
    stderr: 'assay:  pack/unknown-pack  No pack is named `publick`.\n        hint: did you mean `public`?\n',
  })
})

test('a folder without rules is named in the message, even the working folder', async () => {
  const cwd = writeFolder({ 'no-rules-here/a.txt': '' })
  const outcome = await runAssay(['rules', 'check', '.'], { cwd: join(cwd, 'no-rules-here') })
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('The folder `no-rules-here` has no rules.') })
})

test('mistakes that only a grammar can see are checked too', async () => {
  const rule = (match: string): string =>
    `id: one\ntitle: One\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-95]\nlanguages: [javascript]\ndescription: D.\nfix: F.\nmatch:\n  ${match}\n`
  const folder = writeFolder({ 'one.yaml': rule('kind: call_expresion') })
  expect(await runAssay(['rules', 'check', folder])).toMatchObject({ code: 2, stderr: expect.stringContaining('call_expression') })
  writeFileSync(join(folder, 'one.yaml'), rule('pattern: "foo(("'))
  expect(await runAssay(['rules', 'check', folder])).toMatchObject({ code: 2, stderr: expect.stringContaining('one.yaml:11:') })
})

test.each(['bash', 'zsh', 'fish'])('completion for %s names every command and option', async (shell) => {
  const { code, stdout } = await runAssay(['completion', shell])
  expect(code).toBe(0)
  for (const word of ['scan', 'rules', 'serve', 'list', 'show', 'check', 'stdin-filename', 'fail-on', 'never']) expect(stdout).toContain(word)
})

test('the service prints its address, answers, and ends on a signal', async () => {
  // An option overrides the environment, whatever its value.
  const child = startAssay(['serve', '--port', '0'], { env: { ASSAY_WORKERS: '1', PORT: 'abc' } })
  const first = await new Promise<string>((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  expect(first).toMatch(/^assay is listening on http:\/\/127\.0\.0\.1:\d+\n$/)
  const answer = await fetch(`${first.trim().split(' ').at(-1)}/healthz`)
  expect(answer.status).toBe(200)
  const port = new URL(first.trim().split(' ').at(-1) ?? '').port
  expect(await runAssay(['serve', '--port', port])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('the port is already in use'),
  })
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
})

test('settings of the service that are not usable are all named', async () => {
  const cwd = writeFolder({ 'settings.json': '{"prot": 1, "limits": {"x": 1}}' })
  const outcome = await runAssay(['serve', '--config', 'settings.json'], { cwd })
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toContain('prot')
  expect(outcome.stderr).toContain('limits')
})

test.each([
  {
    name: 'rules that are not there',
    settings: { scans: { rules: ['nowhere'] } },
    stderr: /^assay: `nowhere` does not exist\. Name a folder of rules/,
  },
  {
    name: 'a rule with a mistake',
    settings: { scans: { rules: ['one.yaml'] } },
    stderr: /^one\.yaml:[^]*\none\.yaml:2:1 {2}schema\/unknown-key[^]*\nassay: \d+ errors in the rules\.\n$/,
  },
  { name: 'a pack that is not there', settings: { plans: { paid: { pack: 'ful' } } }, stderr: /No pack is named `ful`[^]*did you mean `full`/ },
])('settings of the service with $name are wrong usage', async ({ settings, stderr }) => {
  const cwd = writeFolder({ 'settings.json': JSON.stringify({ port: 0, ...settings }), 'one.yaml': 'id: one\nseverty: high\n' })
  const outcome = await runAssay(['serve', '--config', 'settings.json'], { cwd, env: { ASSAY_WORKERS: '1' } })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
})

test.runIf(existsSync('/dev/zero'))('incomplete settings of the service are reported', async () => {
  const outcome = await runAssay(['serve', '--config', '/dev/zero'])
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('/dev/zero cannot be read (more than') })
})

const MODEL = `library: acme
languages: [javascript]
flows: [{ call: acme.clean, operation: clean }]
tests: |
  === nothing comes out
  import { clean } from 'acme'
  sink(clean(source()))
`

test('models are listed, shown and checked', async () => {
  const folder = writeFolder({ 'rules/models/acme.yaml': MODEL })
  const own = join(folder, 'rules')
  const table = await runAssay(['models', 'list', '--rules', own])
  expect(table).toMatchObject({ code: 0, stderr: '' })
  expect(table.stdout.split('\n')[0]).toMatch(/^library\s+languages\s+rows\s+file$/)
  expect(table.stdout).toMatch(/\nacme\s+javascript\s+1 flows\s/)
  expect(table.stdout).toMatch(/\nlodash\s/)
  const python = await runAssay(['models', 'list', '--language', 'python', '--format', 'json'])
  const listed: readonly { library: string; languages: readonly string[] }[] = JSON.parse(python.stdout)
  expect(listed.length).toBeGreaterThan(50)
  expect(listed.filter(({ languages }) => !languages.includes('python'))).toEqual([])
  const shown = await runAssay(['models', 'show', 'acme', '--rules', own])
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('  - { call: acme.clean, operation: clean }\n') })
  const json = await runAssay(['models', 'show', 'acme', '--rules', own, '--format', 'json'])
  expect(JSON.parse(json.stdout)).toMatchObject([{ library: 'acme', rows: { flows: [{ call: 'acme.clean' }] } }])
  expect(await runAssay(['models', 'check', own])).toEqual(
    expect.objectContaining({ code: 0, stdout: '1 valid model, 1 program. No errors.\n', stderr: '' }),
  )
})

test.each([
  { name: 'a program that disagrees', text: MODEL.replace('sink(clean', 'sink(other'), message: /acme\.yaml:7:1 {2}model\/unexpected/ },
  { name: 'a line that is not reported', text: MODEL.replace('source()))', 'source()))  // BAD'), message: /acme\.yaml:7:1 {2}model\/missed/ },
  { name: 'programs that prove nothing', text: MODEL.replace('sink(clean(source()))', "sink('a')"), message: /acme\.yaml:4:1 {2}model\/no-proof/ },
  {
    name: 'a mistake in a row',
    text: MODEL.replace('operation', 'operatoin'),
    message: /acme\.yaml:3:29 {2}schema\/unknown-key .*\n.*did you mean `operation`/,
  },
])('checking models reports $name', async ({ text, message }) => {
  const folder = writeFolder({ 'models/acme.yaml': text })
  expect(await runAssay(['models', 'check', folder])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
})

test('an unknown library gets the nearest name', async () => {
  expect(await runAssay(['models', 'show', 'lodahs'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Did you mean `lodash`?'),
  })
})
