import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRefactorings } from './refactorings.ts'
import { PROBES, runAssay, writeFolder } from './run-assay.ts'

interface Result {
  readonly highCount: number
  readonly findings: readonly { readonly file: string; readonly line: number; readonly rule: string }[]
  readonly hidden?: readonly { readonly reason: string; readonly findings: number }[]
}

async function scan(cwd: string, ...words: readonly string[]) {
  const outcome = await runAssay(['scan', '--format', 'json', ...PROBES, ...words], { cwd })
  const result: Result | undefined = outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)
  return { ...outcome, result, listed: result?.findings.map(({ file, line }) => `${file}:${line}`) }
}

function git(cwd: string, ...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...words], { cwd, stdio: 'pipe' })
}

const OLD = { 'src/a.js': 'probe_high\nlet a = 1\nprobe_high // two\n', 'src/b.js': 'probe_high\nprobe_low\n' }

test('a baseline hides known findings, and reports fixed ones', async () => {
  const cwd = writeFolder(OLD)
  expect(await runAssay(['baseline', 'create', ...PROBES], { cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('4 findings') })
  const text = readFileSync(join(cwd, 'assay-baseline.json'), 'utf8')
  expect(await scan(cwd, '--baseline', 'assay-baseline.json')).toMatchObject({
    code: 0,
    listed: [],
    result: { highCount: 3, hidden: [{ reason: 'baseline', findings: 4 }] },
  })
  // Lines move, one file is renamed, one finding moves to another file, and two are new.
  writeFileSync(join(cwd, 'src/a.js'), '// more\n\n  probe_high\nlet a = 1\nprobe_critical\n')
  renameSync(join(cwd, 'src/b.js'), join(cwd, 'src/c.js'))
  writeFileSync(join(cwd, 'src/d.js'), 'probe_high\nprobe_high\n')
  const after = await scan(cwd, '--baseline', 'assay-baseline.json')
  expect(after).toMatchObject({ code: 1, listed: ['src/a.js:5', 'src/d.js:2'] })
  const update = await runAssay(['baseline', 'update', ...PROBES], { cwd })
  expect(update.stdout).toBe('4 findings in assay-baseline.json: 4 known, 0 removed, 2 new not added (use --add).\n')
  expect(readFileSync(join(cwd, 'assay-baseline.json'), 'utf8')).not.toBe(text)
  expect((await runAssay(['baseline', 'update', '--add', ...PROBES], { cwd })).stdout).toContain('2 new added')
  expect(await scan(cwd, '--baseline', 'assay-baseline.json')).toMatchObject({ code: 0, listed: [] })
  rmSync(join(cwd, 'src/d.js'))
  expect((await scan(cwd, '--baseline', 'assay-baseline.json')).stderr).toContain('2 findings in the baseline no longer exist')
  expect((await runAssay(['baseline', 'show'], { cwd })).stdout).toMatch(
    /^probe-critical {2}1\n {2}src\/a\.js:5\n[^]*\n6 findings in assay-baseline\.json\n$/,
  )
})

test('settings name a baseline, and --no-baseline lists all', async () => {
  const cwd = writeFolder({ ...OLD, 'assay.config.yaml': 'baseline: known.json\n' })
  expect(await runAssay(['baseline', 'create', '-o', 'known.json', '--no-config', ...PROBES], { cwd })).toMatchObject({ code: 0 })
  expect(await scan(cwd)).toMatchObject({ code: 0, listed: [] })
  expect((await scan(cwd, '--no-baseline')).listed).toHaveLength(4)
})

test.each([
  { name: 'is not there', files: {}, stderr: 'cannot be read (ENOENT)' },
  { name: 'is no JSON', files: { 'b.json': '{' }, stderr: 'is not valid JSON' },
  { name: 'is something else', files: { 'b.json': '{"findings": []}' }, stderr: 'is not a valid baseline (format 1)' },
  { name: 'has something else in it', files: { 'b.json': '{"format": 1, "findings": [{"id": 1}]}' }, stderr: 'is not a valid baseline (format 1)' },
])('a baseline that $name is wrong usage', async ({ files, stderr }) => {
  const outcome = await scan(writeFolder({ ...OLD, ...files }), '--baseline', 'b.json')
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) })
})

test('a baseline that is there is not written over', async () => {
  const cwd = writeFolder({ ...OLD, 'assay-baseline.json': '{}' })
  expect(await runAssay(['baseline', 'create', ...PROBES], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })
  expect(await runAssay(['baseline', 'create', '--force', ...PROBES], { cwd })).toMatchObject({ code: 0 })
})

function repository(): string {
  const cwd = writeFolder({ ...OLD, 'odd "näme".js': 'let a\n' })
  git(cwd, 'init', '-q', '-b', 'main')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'old')
  return cwd
}

test('--since lists changes since a commit, including untracked files, and grades all', async () => {
  const cwd = repository()
  git(cwd, 'checkout', '-qb', 'work')
  writeFileSync(join(cwd, 'src/a.js'), '// more\nprobe_high\nlet a = 1\nprobe_high // two\nprobe_critical\n')
  git(cwd, 'mv', 'src/b.js', 'src/moved.js')
  git(cwd, 'commit', '-qam', 'new')
  writeFileSync(join(cwd, 'odd "näme".js'), 'let a\nprobe_low\n')
  writeFileSync(join(cwd, 'new.js'), 'probe_medium\n')
  // Changes of others on main meanwhile do not matter.
  git(cwd, 'stash', '-q')
  git(cwd, 'checkout', '-q', 'main')
  writeFileSync(join(cwd, 'src/b.js'), 'probe_low\n')
  git(cwd, 'commit', '-qam', 'meanwhile')
  git(cwd, 'checkout', '-q', 'work')
  git(cwd, 'stash', 'pop', '-q')
  const outcome = await scan(cwd, '--since', 'main')
  expect(outcome.listed).toEqual(['src/a.js:5', 'new.js:1', 'odd "näme".js:2'])
  expect(outcome.result).toMatchObject({ highCount: 3, hidden: [{ reason: 'unchanged', findings: 4 }] })
  expect((await scan(join(cwd, 'src'), '--since', 'main')).listed).toEqual(['a.js:5'])
})

test('a change at the source makes a finding of a sink that did not change', async () => {
  const sink = "import { exec } from 'node:child_process'\nexport const run = (name) => exec('ls ' + name)\n"
  const app = (name: string): string =>
    `import express from 'express'\nimport { run } from './run.js'\nconst app = express()\napp.get('/', (req, res) => {\n  run(${name})\n  res.end()\n})\n`
  const cwd = writeFolder({ 'run.js': sink, 'app.js': app("'here'") })
  git(cwd, 'init', '-q')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'old')
  writeFileSync(join(cwd, 'app.js'), app('req.query.name'))
  const outcome = await runAssay(['scan', '--since', 'HEAD', '--pack', 'public', '--format', 'json'], { cwd })
  const result: Result = JSON.parse(outcome.stdout)
  expect(result.findings).toEqual([expect.objectContaining({ file: 'run.js', line: 2, rule: 'command-injection' })])
})

test('--staged lists staged changes with their staged content', async () => {
  const cwd = repository()
  writeFileSync(join(cwd, 'src/a.js'), '// staged\nprobe_critical\nprobe_high\nlet a = 1\nprobe_high // two\n')
  git(cwd, 'add', '.')
  // The lines on disk differ from the staged ones.
  writeFileSync(join(cwd, 'src/a.js'), '//\n//\n//\n//\nprobe_low\nprobe_medium\n')
  writeFileSync(join(cwd, 'src/b.js'), 'probe_critical\n')
  expect((await scan(cwd, '--staged')).listed).toEqual(['src/a.js:2'])
})

test.each([
  { name: 'a commit that there is not', words: ['--since', 'nowhere'], stderr: '`nowhere` is not a known commit' },
  { name: 'an option in place of a commit', words: ['--since=--output=x'], stderr: 'is not a known commit' },
  { name: 'both', words: ['--since', 'main', '--staged'], stderr: 'cannot be used with' },
])('$name is wrong usage', async ({ words, stderr }) => {
  expect(await scan(repository(), ...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) })
})

test('--since outside of a repository is wrong usage', async () => {
  expect(await scan(writeFolder(OLD), '--since', 'main')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The current folder is not in one'),
  })
})

test.each([
  {
    name: 'an unused one is an error',
    text: 'let a // assay-ignore probe-high\n',
    words: ['--error-on-unused-suppressions'],
    code: 1,
    stderr: 'a.js:1',
  },
  { name: 'an unused one is ignored', text: 'let a // assay-ignore probe-high\n', words: [], code: 0, stderr: '' },
  {
    name: 'one without a reason is an error',
    text: 'probe_high // assay-ignore\n',
    words: ['--require-reasons'],
    code: 1,
    stderr: 'without a reason',
  },
  { name: 'one with a reason is ignored', text: 'probe_high // assay-ignore -- known\n', words: ['--require-reasons'], code: 0, stderr: '' },
])('suppressions: $name', async ({ text, words, code, stderr }) => {
  expect(await scan(writeFolder({ 'a.js': text }), ...words)).toMatchObject({ code, stderr: expect.stringContaining(stderr) })
})

test('no refactoring makes an old finding new, or hides a new one', async () => {
  await runRefactorings({ files: 12, steps: 24, every: 8, seed: 7 })
}, 60_000)
