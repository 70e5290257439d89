import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from './run-assay.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-history-'))
const cwd = join(root, 'repository')

function git(folder: string, ...words: string[]): string {
  return gitAt('2020-01-02T03:04:05Z', folder, ...words)
}

function gitAt(date: string, folder: string, ...words: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: '2020-01-02T03:04:05+01:00',
    GIT_COMMITTER_DATE: date,
  }
  return execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.org', ...words], { cwd: folder, encoding: 'utf8', env }).trim()
}

function commit(files: Readonly<Record<string, string | undefined>>, message: string, date = '2020-01-02T03:04:05Z'): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    if (text === undefined) rmSync(join(cwd, path))
    else writeFileSync(join(cwd, path), text)
  }
  git(cwd, 'add', '--all')
  gitAt(date, cwd, 'commit', '--quiet', '--message', message)
  return git(cwd, 'rev-parse', 'HEAD')
}

/** Assembled, so that scanners of secrets do not report this file. */
const token = (seed: string): string =>
  ['sk', 'live', createHash('sha256').update(seed).digest('base64').replaceAll(/\W/g, '').slice(0, 24)].join('_')
const ONE = token('a8Xk2P')
const TWO = token('Zq7Lm3')
const THREE = token('w9Td5R')

mkdirSync(cwd)
git(cwd, 'init', '--quiet', '--initial-branch=main')
const first = commit({ 'src/pay ment é.js': `const key = '${ONE}'\n`, 'b.js': "exec('ls ' + process.argv[2])\n" }, 'one')
commit({ 'src/pay ment é.js': `// moved\nconst key = '${ONE}'\n` }, 'two')
commit({ 'src/pay ment é.js': undefined, 'big.js': `const key = '${TWO}'\n// ${'x'.repeat(3000)}\n` }, 'three')
git(cwd, 'checkout', '--quiet', '-b', 'side')
const side = commit(
  { 'c.js': `// \u0001 deadbeef\nconst key = '${THREE}'\n`, 'big.js': undefined },
  'side\n\n:100644 100644 a b A',
  '2020-02-01T00:30:00Z',
)
git(cwd, 'checkout', '--quiet', 'main')
const last = commit({ 'd.js': 'export const d = 1\n' }, 'four')

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function scan(...words: string[]) {
  const { code, stdout, stderr } = await runAssay(['scan', '--history', '--format', 'json', ...words], { cwd })
  const { findings, skipped } = JSON.parse(stdout)
  const told = findings.map(({ file, line, commit: by }: { file: string; line: number; commit: { id: string } }) => `${file}:${line} ${by.id}`)
  return { code, stderr, findings, skipped, told }
}

describe('assay scan --history', () => {
  it('finds secrets of all branches, each with the commit that added it, and nothing but secrets', async () => {
    const { code, told, findings, stderr } = await scan()
    expect(told).toEqual(expect.arrayContaining([`src/pay ment é.js:1 ${first}`, `c.js:2 ${side}`]))
    expect(told).toHaveLength(3)
    expect(findings.map(({ category }: { category: string }) => category)).toEqual(['secrets', 'secrets', 'secrets'])
    const [{ commit: by }] = findings.filter(({ file }: { file: string }) => file === 'c.js')
    expect(by).toEqual({ id: side, date: '2020-01-02T03:04:05+01:00', blob: git(cwd, 'rev-parse', 'side:c.js') })
    expect(code).toBe(1)
    expect(stderr).toContain('in 5 commits.')
    expect(stderr).not.toContain(ONE)
  })

  it.each([
    { name: 'commits since another', words: () => ['--since', first], told: () => ['big.js:1', 'c.js:2', 'src/pay ment é.js:2'] },
    { name: 'commits since a day', words: () => ['--since', '2020-02-01'], told: () => ['c.js:2'] },
    { name: 'commits since a time', words: () => ['--since', '2020-02-01T02:00:00+01:00', '--allow-empty'], told: () => [] },
    { name: 'the newest commits', words: () => ['--max-commits', '1'], count: 1 },
    { name: 'files of a folder', words: () => ['src'], told: () => ['src/pay ment é.js:1'] },
    { name: 'small files', words: () => ['--max-file-size', '1000', 'big.js'], told: () => [], skipped: ['big.js'] },
  ])('searches $name', async ({ words, told, count, skipped }) => {
    const found = await scan(...words())
    if (told !== undefined) expect(found.told.map((each: string) => each.replace(/ [0-9a-f]{40}$/, '')).toSorted()).toEqual(told())
    if (count !== undefined) expect(found.stderr).toContain(`in ${count} commit.`)
    if (skipped !== undefined) expect(found.skipped.map(({ file }: { file: string }) => file)).toEqual(skipped)
  })

  it('hides the findings of a baseline, which it can write', async () => {
    const file = join(root, 'known.json')
    expect(await runAssay(['scan', '--history', 'src', '--baseline', file, '--write-baseline'], { cwd })).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
      { blob: git(cwd, 'rev-parse', `${first}:src/pay ment é.js`), rule: 'secret-stripe-key', line: 1, file: 'src/pay ment é.js', commit: first },
    ])
    const { told, stderr } = await scan('--baseline', file)
    expect(told).toHaveLength(2)
    expect(stderr).toContain('the baseline hides 1 of the findings.')
  })

  it('follows the settings of the project, but not their baseline', async () => {
    const file = join(cwd, 'assay.config.yaml')
    const settings = {
      exclude: ['c.js'],
      'fail-on': 'never',
      baseline: 'known.json',
      overrides: [{ files: ['big.js'], severity: 'low', reason: 'Old.' }],
    }
    writeFileSync(file, JSON.stringify(settings))
    const { code, told, findings } = await scan().finally(() => rmSync(file))
    expect(told).toHaveLength(2)
    expect(findings.map(({ file: path, severity }: { file: string; severity: string }) => `${path} ${severity}`).toSorted()).toEqual([
      'big.js low',
      'src/pay ment é.js critical',
    ])
    expect(code).toBe(0)
  })

  it('names the commit in text and SARIF', async () => {
    const text = await runAssay(['scan', '--history', 'c.js'], { cwd })
    expect(text.stdout).toContain(`c.js:2:14\n    added by commit ${side.slice(0, 12)} of 2020-01-02T03:04:05+01:00\n`)
    const sarif = await runAssay(['scan', '--history', 'c.js', '--format', 'sarif'], { cwd })
    expect(JSON.parse(sarif.stdout).runs[0].results[0].properties.commit.id).toBe(side)
    expect(`${text.stdout}${sarif.stdout}`).not.toContain(THREE)
  })

  it.each([
    { name: 'a folder without a repository', folder: () => root, words: [], stderr: '--history requires a git repository.' },
    {
      name: 'a shallow clone',
      folder: () => {
        git(root, 'clone', '--quiet', '--depth', '1', `file://${cwd}`, 'shallow')
        return join(root, 'shallow')
      },
      words: [],
      stderr: 'this clone is shallow. Run git fetch --unshallow first.',
    },
    { name: 'an unknown commit', folder: () => cwd, words: ['--since', 'nowhere'], stderr: '--since: `nowhere` is not a known commit' },
    { name: 'a date that is none', folder: () => cwd, words: ['--since', '2020-13-45'], stderr: '--since: `2020-13-45` is not a date.' },
    { name: 'a flag about the working tree', folder: () => cwd, words: ['--staged'], stderr: '--history cannot be combined with --staged.' },
    { name: 'a baseline of another kind', folder: () => cwd, words: ['--baseline', 'd.js'], stderr: '--baseline: `d.js` is not JSON.' },
    { name: 'a baseline without a name', folder: () => cwd, words: ['--write-baseline'], stderr: '--write-baseline requires --baseline' },
  ])('refuses $name', async ({ folder, words, stderr }) => {
    const outcome = await runAssay(['scan', '--history', ...words], { cwd: folder() })
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toContain(stderr)
  })

  it('requires --history for its own flags', async () => {
    const outcome = await runAssay(['scan', '--max-commits', '3'], { cwd })
    expect(outcome).toMatchObject({ code: 2, stderr: 'assay: --max-commits and --write-baseline require --history.\n' })
    expect(last).toHaveLength(40)
  })
})
