import { describe, expect, it } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

const RULE = `id: my-rule
title: My rule
severity: high
confidence: low
category: injection
cwe: [CWE-95]
languages: [javascript]
description: A call.
match:
  any:
    - call: alpha
    - pattern: beta($X)
      where: { $X: { constant: false } }
    - call: gamma
`
const SAMPLE = `// ruleid: my-rule
alpha()
// ruleid: my-rule
beta(x)
// ok: my-rule
beta('x')
`
const FILES = {
  'pack/rules/my-rule.yaml': RULE,
  'pack/fixtures/my-rule/a.js': SAMPLE,
  'one/a.js': 'alpha()\nalpha()\nbeta(x)\n',
  'two/b.js': 'nothing()\n',
  'verdicts.yaml': `- { rule: my-rule, file: a.js, line: 1, verdict: right }
- { rule: my-rule, file: a.js, line: 2, verdict: wrong, why: It is a sample. }
- { rule: my-rule, file: a.js, line: 3, verdict: view }
`,
}
const OWN = ['--no-pack', '--rules', 'pack/rules', '--format', 'json']

describe('assay rules mutate', () => {
  it('lists changes that no sample code notices', async () => {
    const { code, stdout } = await runAssay(['rules', 'mutate', 'pack', '--format', 'json'], { cwd: writeFolder(FILES) })
    const { rules, tried, survivors } = JSON.parse(stdout)
    expect(rules[0].survivors).toEqual([{ path: 'match.any.2', change: 'removed', clause: '{"call":"gamma"}', line: 14 }])
    expect(survivors).toBe(1)
    expect(tried).toBeGreaterThan(3)
    expect(code).toBe(1)
  })
})

describe('assay rules noise', () => {
  it('counts findings by 10,000 lines', async () => {
    const { code, stdout, stderr } = await runAssay(['rules', 'noise', 'one', 'two', ...OWN], { cwd: writeFolder(FILES) })
    const { lines, rules, folders } = JSON.parse(stdout)
    expect(rules).toEqual([{ rule: 'my-rule', findings: 3, per10000Lines: Math.round((1_000_000 * 3) / lines) / 100, severe: 3, sure: 0 }])
    expect(folders.map(({ name, findings }: { name: string; findings: number }) => [name, findings])).toEqual([
      ['one', 3],
      ['two', 0],
    ])
    expect(stderr).toContain('assay: 1 of 2  one: ')
    expect(code).toBe(0)
  })

  it('refuses a folder that does not exist', async () => {
    expect(await runAssay(['rules', 'noise', 'three'], { cwd: writeFolder(FILES) })).toMatchObject({
      code: 2,
      stderr: 'assay: `three` does not exist. Name folders with source code.\n',
    })
  })
})

describe('assay rules stats', () => {
  it('computes the precision by verdicts, and the time', async () => {
    const { stdout } = await runAssay(['rules', 'stats', 'one', './two', '--verdicts', 'verdicts.yaml', '-q', ...OWN], { cwd: writeFolder(FILES) })
    const { rules, repositories } = JSON.parse(stdout)
    expect(rules).toMatchObject([{ rule: 'my-rule', findings: 3, repositories: 1, right: 1, wrong: 1, disputed: 1, precision: 0.5 }])
    expect(rules[0].milliseconds).toBeGreaterThanOrEqual(0)
    expect(repositories).toHaveLength(2)
  })

  it.each([
    { file: 'one/a.js', why: 'is not' },
    { file: 'none.yaml', why: 'does not exist.' },
  ])('refuses $file as verdicts', async ({ file, why }) => {
    const { code, stderr } = await runAssay(['rules', 'stats', 'one', '--verdicts', file], { cwd: writeFolder(FILES) })
    expect(code).toBe(2)
    expect(stderr).toContain(`--verdicts: \`${file}\` ${why}`)
  })
})

describe('assay rules bench', () => {
  it('measures each rule and matcher, slowest first, with the share of files that the prefilter excludes', async () => {
    const { code, stdout } = await runAssay(['rules', 'bench', 'pack', 'one', 'two', '--format', 'json'], { cwd: writeFolder(FILES) })
    const { files, costs } = JSON.parse(stdout)
    expect(files).toBe(2)
    expect(costs.map(({ matcher }: { matcher?: string }) => matcher ?? 'whole').toSorted()).toEqual(['match.any.0', 'match.any.1', 'whole'])
    expect(costs.map(({ tried, prefiltered }: { tried: number; prefiltered: number }) => [tried, prefiltered])).toEqual(
      [1, 1, 1].map((tried) => [tried, 0.5]),
    )
    const times = costs.map(({ milliseconds }: { milliseconds: number }) => milliseconds)
    expect(times).toEqual(times.toSorted((left: number, right: number) => right - left))
    expect(code).toBe(0)
  })

  it('measures a built-in pack by its name', async () => {
    const { code, stdout } = await runAssay(['rules', 'bench', 'secrets', 'a.js', '--format', 'json'], {
      cwd: writeFolder({ 'a.js': "const key = 'sk_live_'\neval(key)\n" }),
    })
    const ids = JSON.parse(stdout).costs.map(({ rule }: { rule: string }) => rule)
    expect(ids).toContain('secret-stripe-key')
    expect(ids).not.toContain('sql-injection')
    expect(code).toBe(0)
  })

  it('refuses what is no rule', async () => {
    const { code, stderr } = await runAssay(['rules', 'bench', 'no-such-rule', 'one'], { cwd: writeFolder(FILES) })
    expect(code).toBe(2)
    expect(stderr).toContain('`no-such-rule` is neither a path, an installed package nor a built-in rule or pack.')
  })
})
