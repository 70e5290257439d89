import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runAssay, startAssay, writeFolder } from './run-assay.ts'

describe('assay rules new', () => {
  it('writes a rule of each kind whose test passes and on which lint has no advice', async () => {
    const cwd = writeFolder({})
    const kinds = ['pattern', 'query', 'regex', 'secret', 'taint', 'document']
    const configuration = ['--lang', 'yaml', '--lang', 'toml', '--lang', 'hcl', '--lang', 'dockerfile']
    const written = await Promise.all(
      kinds.map((kind) => runAssay(['rules', 'new', `my-${kind}`, '--kind', kind, ...(kind === 'document' ? configuration : [])], { cwd })),
    )
    for (const [index, { stdout }] of written.entries())
      expect(stdout).toContain(`wrote rules/my-${kinds[index]}.yaml\nwrote fixtures/my-${kinds[index]}/sample.`)
    const tested = await runAssay(['rules', 'test', '--format', 'json', '--no-coverage'], { cwd })
    expect(tested.code).toBe(0)
    const expected = kinds.toSorted().map((kind) => ({ rule: `my-${kind}`, passed: true, diagnostics: [] }))
    expect(JSON.parse(tested.stdout).tests).toMatchObject(expected)
    // The samples of several kinds have the same code, which rules of several kinds report.
    expect(await runAssay(['rules', 'lint', '--ignore', 'lint/overlap'], { cwd })).toMatchObject({ code: 0, stdout: '6 rules. Nothing to report.\n' })
  })

  it('overwrites nothing without --force', async () => {
    const cwd = writeFolder({ 'fixtures/my-rule/sample.js': 'mine' })
    const refused = await runAssay(['rules', 'new', 'my-rule', '--lang', 'javascript'], { cwd })
    expect(refused).toMatchObject({
      code: 2,
      stderr: 'assay: `fixtures/my-rule/sample.js` already exists. Choose another id, or overwrite it with --force.\n',
    })
    expect(existsSync(join(cwd, 'rules'))).toBe(false)
    expect((await runAssay(['rules', 'new', 'my-rule', '--lang', 'javascript', '--force'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'fixtures/my-rule/sample.js'), 'utf8')).toContain('// ruleid: my-rule')
  })

  it.each([
    { args: ['Bad_Name'], stderr: '`Bad_Name` is not a rule id.' },
    { args: ['x', '--kind', 'regex', '--lang', 'python'], stderr: 'Languages of this kind: text.' },
    { args: ['x', '--kind', 'magic'], stderr: 'Allowed choices are pattern, query, regex, secret, taint, document.' },
  ])('refuses $args', async ({ args, stderr }) => {
    const outcome = await runAssay(['rules', 'new', ...args], { cwd: writeFolder({}) })
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(stderr)
  })
})

const RULE = `id: my-rule
title: My rule
severity: low
confidence: low
category: injection
cwe: [CWE-95]
languages: [javascript]
description: A call.
match:
  any:
    - call: alpha
    - call: beta
      arguments: { "0": { constant: false } }
`
const SAMPLE = `// ruleid: my-rule
alpha()
// ruleid: my-rule
alpha(1)
// ruleid: my-rule
gamma()
// ok: my-rule
beta('x')
// ok: my-rule
delta(x)
// ok: my-rule
alpha.x(1)
alpha(3)
`
const PACK = { 'pack/rules/my-rule.yaml': RULE, 'pack/fixtures/my-rule/a.js': SAMPLE }

describe('assay rules test', () => {
  it('prints lines that differ with their code, updates the markers and names clauses without sample code', async () => {
    const cwd = writeFolder(PACK)
    const failed = await runAssay(['rules', 'test', 'pack'], { cwd })
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('FAIL  my-rule')
    expect(failed.stdout).toContain('  -    6  gamma()   expected, not reported\n  +   13  alpha(3)   reported, not expected\n')
    expect(failed.stdout).toContain('1 rule: 0 passed, 1 failed.\n')
    const updated = await runAssay(['rules', 'test', 'pack/rules/my-rule.yaml', '--update'], { cwd })
    expect(updated.code).toBe(0)
    expect(updated.stdout).toContain('wrote pack/fixtures/my-rule/a.js\n')
    const passed = await runAssay(['rules', 'test', 'pack', '--format', 'json'], { cwd })
    const { tests } = JSON.parse(passed.stdout)
    expect(tests[0].coverage.uncovered.map(({ path, line }: { path: string; line: number }) => `${line} ${path}`)).toEqual(['12 match.any.1'])
  })

  it('tests again after a change', async () => {
    const cwd = writeFolder(PACK)
    const child = startAssay(['rules', 'test', 'pack', '--watch', '--no-coverage'], { cwd })
    let text = ''
    const isPrinted = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (pattern.test(text)) resolve()
          else setTimeout(look, 50)
        }
        look()
      })
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await isPrinted(/Waiting for changes/)
    writeFileSync(join(cwd, 'pack/fixtures/my-rule/a.js'), SAMPLE.replace('gamma()', 'alpha(2)').replace('alpha(3)\n', ''))
    await isPrinted(/1 passed, 0 failed/)
    child.kill()
    expect(text).toContain('0 passed, 1 failed')
  })
})

describe('assay rules lint', () => {
  it('reports advice with code, place and hint, also about sample code', async () => {
    const other = RULE.replaceAll('my-rule', 'other-rule').replace('    - call: beta\n', '    - call: alpha\n')
    const cwd = writeFolder({ ...PACK, 'pack/rules/other-rule.yaml': other })
    const { code, stdout } = await runAssay(['rules', 'lint', 'pack', '--format', 'json'], { cwd })
    expect(code).toBe(1)
    const { diagnostics } = JSON.parse(stdout)
    expect(diagnostics.map((each: { file: string; line: number; code: string }) => `${each.file}:${each.line} ${each.code}`)).toEqual([
      'pack/rules/other-rule.yaml:12 lint/unreachable-clause',
      'pack/rules/my-rule.yaml:1 lint/overlap',
      'pack/rules/other-rule.yaml:1 lint/no-fixtures',
    ])
    const ignored = await runAssay(['rules', 'lint', 'pack', ...diagnostics.flatMap((each: { code: string }) => ['--ignore', each.code])], { cwd })
    expect(ignored).toMatchObject({ code: 0, stdout: '2 rules. Nothing to report.\n' })
  })

  it('ends with 2 for mistakes', async () => {
    const cwd = writeFolder({ 'rules/my-rule.yaml': RULE.replace('call: beta', 'cal: beta') })
    const { code, stdout } = await runAssay(['rules', 'lint'], { cwd })
    expect(code).toBe(2)
    expect(stdout).toContain('schema/unknown-key')
  })
})

describe('the name of an installed package', () => {
  it.each(['strict-rules', '@team/rules'])('%s stands for its rules in every command', async (name) => {
    const cwd = writeFolder({
      [`node_modules/${name}/package.json`]: '{"assay": {"rules": "lib"}}',
      [`node_modules/${name}/lib/my-rule.yaml`]: RULE,
      'src/a.js': 'alpha()\n',
    })
    expect((await runAssay(['rules', 'check', name], { cwd })).stdout).toBe('1 valid rule. No errors.\n')
    const { stdout } = await runAssay(['scan', 'src', '--no-pack', '--rules', name, '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).findings).toMatchObject([{ rule: 'my-rule', line: 1 }])
  })

  it('stands for its rules in the settings too, and so does the path of a pack', async () => {
    const cwd = writeFolder({
      'node_modules/strict-rules/package.json': '{}',
      'node_modules/strict-rules/rules/my-rule.yaml': RULE,
      'pack/package.json': '{}',
      'pack/rules/other-rule.yaml': RULE.replace('my-rule', 'other-rule'),
      'assay.config.yaml': 'packs: [secrets]\nrules: [strict-rules, ./pack]\n',
      'a.js': 'alpha()\n',
    })
    const { stdout, stderr } = await runAssay(['scan', '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).findings, stderr).toMatchObject([{ rule: 'my-rule' }, { rule: 'other-rule' }])
  })
})

const SEMGREP = `rules:
  - id: call
    message: A call of $X.
    severity: ERROR
    languages: [js, go]
    pattern: alpha($X)
  - id: service
    message: A privileged service.
    severity: WARNING
    languages: [yaml]
    pattern: "privileged: true"
  - id: in-go
    message: A call.
    severity: ERROR
    languages: [go]
    pattern: alpha()
`
const GITLEAKS = `[[rules]]
id = "token"
regex = '''tok_[a-z]{6}'''
[[rules]]
id = "look"
regex = '''tok(?=en)'''
`

describe('assay rules import', () => {
  it.each([
    {
      name: 'prints rules of Semgrep and what is lost',
      words: ['semgrep', 'semgrep.yaml'],
      code: 3,
      stdout: ['# Imported from the rule call of semgrep.yaml.\nid: call\n', 'path: "**.privileged"'],
      stderr: [
        'semgrep.yaml:15  not imported  in-go languages: Assay does not read go.\n',
        '2 of 3 rules carried over (66.6 %, 1 not imported, 1 with',
      ],
    },
    {
      name: 'writes rules of Gitleaks to a folder',
      words: ['gitleaks', 'gitleaks.toml', '--out', 'out'],
      code: 3,
      stdout: ['wrote 1 rule to out\n'],
      stderr: ['1 of 2 rules carried over (50 %, 1 not imported).'],
    },
    { name: 'refuses files without such rules', words: ['semgrep', 'a.js'], code: 2, stdout: [], stderr: ['a.js'] },
    { name: 'refuses other formats', words: ['other', 'a.js'], code: 2, stdout: [], stderr: ['other'] },
  ])('$name', async ({ words, code, stdout, stderr }) => {
    const cwd = writeFolder({ 'semgrep.yaml': SEMGREP, 'gitleaks.toml': GITLEAKS, 'a.js': 'alpha(1)\n' })
    const outcome = await runAssay(['rules', 'import', ...words], { cwd })
    expect(outcome.code).toBe(code)
    for (const text of stdout) expect(outcome.stdout).toContain(text)
    for (const text of stderr) expect(outcome.stderr).toContain(text)
    if (words.includes('--out')) expect(readFileSync(join(cwd, 'out/token.yaml'), 'utf8')).toContain('id: token')
  })

  it('is not needed: `--rules` accepts both formats', async () => {
    const files = {
      'semgrep.yaml': SEMGREP,
      'gitleaks.toml': GITLEAKS,
      'src/a.js': 'alpha(1)\n',
      'src/b.yaml': 'a:\n  privileged: true\n',
      'src/c.txt': 'tok_abcdef\n',
    }
    const words = ['scan', 'src', '--no-pack', '--rules', 'semgrep.yaml', '--rules', 'gitleaks.toml', '--format', 'json']
    const { stdout, stderr } = await runAssay(words, { cwd: writeFolder(files) })
    expect(
      JSON.parse(stdout)
        .findings.map(({ rule, line }: { rule: string; line: number }) => `${rule}:${line}`)
        .toSorted(),
    ).toEqual(['call:1', 'service:2', 'token:1'])
    expect(stderr).toContain('3 of 5 rules carried over')
  })
})

describe('assay rules explain', () => {
  it.each([
    { name: 'a finding', words: ['my-rule', 'a.js:1'], code: 0, stdout: ['my-rule reports a.js:1'] },
    { name: 'a line that does not match', words: ['my-rule', 'a.js:2'], code: 1, stdout: ['my-rule does not match a.js:2', 'constant'] },
    { name: 'as JSON', words: ['my-rule', 'a.js:2', '--format', 'json'], code: 1, stdout: ['"kind": "not-matched"'] },
    { name: 'an unknown rule', words: ['my-rul', 'a.js:1'], code: 2, stderr: ['my-rule'] },
    { name: 'a file that does not exist', words: ['my-rule', 'none.js:1'], code: 2, stderr: ['none.js'] },
    { name: 'sample code as it is tested', words: ['my-rule', 'fixtures/my-rule/project-a/s.js:2'], code: 0, stdout: ['my-rule reports s.js:2'] },
  ])('explains $name', async ({ words, code, stdout = [], stderr = [] }) => {
    const cwd = writeFolder({
      'rules/my-rule.yaml': RULE,
      'a.js': "alpha()\nbeta('x')\n",
      'fixtures/my-rule/project-a/s.js': '// ruleid: my-rule\nalpha()\n',
    })
    const outcome = await runAssay(['rules', 'explain', ...words, '--no-pack', '--rules', 'rules'], { cwd })
    for (const text of stdout) expect(outcome.stdout).toContain(text)
    for (const text of stderr) expect(outcome.stderr).toContain(text)
    expect(outcome.code).toBe(code)
  })
})
