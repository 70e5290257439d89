import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Outcome, PROBES, runAssay, writeFolder } from './run-assay.ts'

/** Names of the files that a scan took or skipped. */
async function listFiles(cwd: string, ...words: string[]): Promise<string[]> {
  const outcome = await runAssay(['scan', ...words, ...PROBES, '--format', 'json', '--fail-on', 'never'], { cwd })
  expect(outcome).toMatchObject({ code: 0 })
  return filesOf(outcome)
}

function filesOf(outcome: Outcome): string[] {
  const result: { findings: { file: string }[]; skipped: { file: string }[] } = JSON.parse(outcome.stdout)
  return [...new Set([...result.findings, ...result.skipped].map(({ file }) => file))].sort()
}

test.each([
  { name: 'no finding passes', files: { 'a.js': 'ok()' }, words: [], code: 0 },
  { name: 'a high finding fails by default', files: { 'a.js': 'probe_high' }, words: [], code: 1 },
  { name: 'a critical finding fails by default', files: { 'a.js': 'probe_critical' }, words: [], code: 1 },
  { name: 'a medium finding passes by default', files: { 'a.js': 'probe_medium' }, words: [], code: 0 },
  { name: '--fail-on medium', files: { 'a.js': 'probe_medium' }, words: ['--fail-on', 'medium'], code: 1 },
  { name: '--fail-on low', files: { 'a.js': 'probe_low' }, words: ['--fail-on', 'low'], code: 1 },
  { name: '--fail-on critical lets high pass', files: { 'a.js': 'probe_high' }, words: ['--fail-on', 'critical'], code: 0 },
  { name: '--fail-on never lets all pass', files: { 'a.js': 'probe_critical' }, words: ['--fail-on', 'never'], code: 0 },
  { name: '--min-grade alone replaces the default threshold', files: { 'a.js': 'probe_high' }, words: ['--min-grade', 'C'], code: 0 },
  { name: '--min-grade above the grade fails', files: { 'a.js': 'probe_high' }, words: ['--min-grade', 'A+'], code: 1 },
  { name: '--min-grade is reached by clean files', files: { 'a.js': 'ok()' }, words: ['--min-grade', 'A+'], code: 0 },
  { name: 'both thresholds must hold', files: { 'a.js': 'probe_high' }, words: ['--min-grade', 'C', '--fail-on', 'high'], code: 1 },
  { name: 'a path that is not there', files: {}, words: ['nowhere'], code: 2, stderr: '`nowhere` does not exist' },
  { name: 'a path below a file', files: { 'a.js': '' }, words: ['a.js/b'], code: 2, stderr: '`a.js/b` does not exist' },
  { name: 'a device', files: {}, words: ['/dev/null'], code: 2, stderr: 'neither a file nor a folder' },
  { name: 'an unknown option', files: {}, words: ['--formt', 'json'], code: 2, stderr: 'Did you mean --format?' },
  { name: 'an unknown format', files: {}, words: ['--format', 'xml'], code: 2, stderr: 'text, json, sarif' },
  { name: 'an unknown severity', files: {}, words: ['--fail-on', 'severe'], code: 2, stderr: 'critical, high, medium, low, never' },
  { name: 'an unknown grade', files: {}, words: ['--min-grade', 'E'], code: 2, stderr: 'A+, A, B, C, D, F' },
  { name: 'an invalid size', files: {}, words: ['--max-file-size', 'big'], code: 2, stderr: 'from 1 to 64m' },
  { name: 'a size out of range', files: {}, words: ['--max-file-size', '9999m'], code: 2, stderr: 'from 1 to 64m' },
  { name: 'standard input without a name', files: {}, words: ['-'], code: 2, stderr: '--stdin-filename app.js' },
  { name: 'a name without standard input', files: {}, words: ['--stdin-filename', 'a.js'], code: 2, stderr: 'requires the path `-`' },
  {
    name: 'output over a file to be scanned',
    files: { 'a.js': '' },
    words: ['a.js', '--output', './a.js'],
    code: 2,
    stderr: 'would overwrite `./a.js`',
  },
  { name: 'two reports in one file', files: {}, words: ['--output', 'x', '--profile-json', './x'], code: 2, stderr: 'name the same file, `x`' },
  {
    name: 'two reports of --output in one file',
    files: {},
    words: ['-o', 'x', '-o', 'sarif=x'],
    code: 2,
    stderr: '--output names `x` twice',
  },
  { name: 'a format without a file', files: {}, words: ['-o', 'sarif='], code: 2, stderr: 'The value is empty' },
  { name: 'a format that there is not', files: {}, words: ['-o', 'sarrif=a.sarif'], code: 2, stderr: '`sarrif` is not a report format' },
  { name: 'an empty path', files: {}, words: [''], code: 2, stderr: 'A path is empty' },
  { name: 'an empty --output', files: {}, words: ['--output='], code: 2, stderr: 'The value is empty' },
  { name: 'an empty --profile-json', files: {}, words: ['--profile-json='], code: 2, stderr: 'The value is empty' },
  { name: 'an empty --cache', files: {}, words: ['--cache='], code: 2, stderr: 'The value is empty' },
  { name: 'an empty --stdin-filename', files: {}, words: ['-', '--stdin-filename='], code: 2, stderr: 'The value is empty' },
  { name: 'output into a folder that is not there', files: {}, words: ['--output', 'no/report.txt'], code: 2, stderr: '`no` does not exist' },
  { name: 'output to a folder', files: {}, words: ['--output', 'empty'], code: 2, stderr: 'is a folder' },
])('exit code: $name', async ({ files, words, code, stderr }) => {
  const cwd = writeFolder(files)
  mkdirSync(join(cwd, 'empty'))
  const paths = words[0] !== undefined && !words[0].startsWith('--') ? [] : ['.']
  const outcome = await runAssay(['scan', ...paths, ...words, ...PROBES], { cwd })
  expect(outcome).toMatchObject({ code })
  if (stderr !== undefined) {
    expect(outcome.stderr).toContain(stderr)
    expect(outcome.stdout).toBe('')
  }
})

test('every path that is not there is named', async () => {
  const outcome = await runAssay(['scan', 'x', 'y'], { cwd: writeFolder({}) })
  expect(outcome.stderr.split('\n')).toEqual(['assay: `x` does not exist.', 'assay: `y` does not exist.', ''])
})

const TREE = {
  '.gitignore': 'ignored/\n*.log.js\n',
  '.assayignore': 'samples/\n!kept.log.js\n',
  'a.js': 'probe_high',
  'b.log.js': 'probe_high',
  'kept.log.js': 'probe_high',
  'ignored/c.js': 'probe_high',
  'samples/d.js': 'probe_high',
  'node_modules/pkg/e.js': 'probe_high',
  'src/node_modules/pkg/f.js': 'probe_high',
  'src/.gitignore': '/g.js\n!ignored\n',
  'src/g.js': 'probe_high',
  'src/deep/g.js': 'probe_high',
  '.git/h.js': 'probe_high',
  '.hg/i.js': 'probe_high',
  '.svn/j.js': 'probe_high',
}

test.each([
  { name: 'a folder', words: ['.'], files: ['a.js', 'kept.log.js', 'src/deep/g.js'] },
  { name: 'no path at all', words: [], files: ['a.js', 'kept.log.js', 'src/deep/g.js'] },
  { name: 'a folder inside, below ignore files', words: ['src'], files: ['src/deep/g.js'] },
  { name: 'an ignored file by name', words: ['b.log.js'], files: ['b.log.js'] },
  { name: 'an ignored folder by name', words: ['ignored'], files: ['ignored/c.js'] },
  { name: 'overlapping paths, once each', words: ['src', '.', 'a.js', './src/../a.js'], files: ['a.js', 'kept.log.js', 'src/deep/g.js'] },
  {
    name: '--no-ignore',
    words: ['.', '--no-ignore'],
    files: [
      'a.js',
      'b.log.js',
      'ignored/c.js',
      'kept.log.js',
      'node_modules/pkg/e.js',
      'samples/d.js',
      'src/deep/g.js',
      'src/g.js',
      'src/node_modules/pkg/f.js',
    ],
  },
  {
    name: '--include-vendored',
    words: ['.', '--include-vendored'],
    files: ['a.js', 'kept.log.js', 'node_modules/pkg/e.js', 'src/deep/g.js', 'src/node_modules/pkg/f.js'],
  },
])('walks $name', async ({ words, files }) => {
  expect(await listFiles(writeFolder(TREE), ...words)).toEqual(files)
})

test('each finding names the command that shows its rule', async () => {
  const cwd = writeFolder({ 'a.js': 'eval(location.hash)\n' })
  const found = await runAssay(['scan', '--pack', 'public'], { cwd })
  const command = /Details: assay (rules show \S+)\n/.exec(found.stdout)?.[1] ?? ''
  expect(await runAssay(command.split(' '))).toMatchObject({ code: 0, stdout: expect.stringContaining('Fix: ') })
  expect((await runAssay(['scan', '-e', 'eval($X)', '--lang', 'js'], { cwd })).stdout).not.toContain('Details:')
})

test('skipped files are reported unless quiet', async () => {
  const cwd = writeFolder(TREE)
  const outcome = await runAssay(['scan', ...PROBES], { cwd })
  expect(outcome.stderr).toContain('2 folders and 2 files excluded by .gitignore or .assayignore. Use --no-ignore to scan them.')
  expect(outcome.stderr).toContain('2 folders with installed packages skipped')
  expect(outcome.stderr).toContain('failed: 3 findings of severity high or higher (--fail-on high).')
  expect((await runAssay(['scan', '--quiet', ...PROBES], { cwd })).stderr).toBe('')
})

const NO_FILE = 'assay: No file was scanned: '

test.each([
  { name: 'in a folder without files', words: ['empty'], code: 3, stderr: `${NO_FILE}there are no files in \`empty\`.` },
  { name: 'in two folders without files', words: ['empty', './none'], code: 3, stderr: 'no files in `empty`, `./none`.' },
  { name: 'below any grade', words: ['empty', '--min-grade', 'F'], code: 3, stderr: NO_FILE },
  { name: 'whatever the findings', words: ['empty', '--fail-on', 'never'], code: 3, stderr: NO_FILE },
  { name: 'as all is ignored', words: ['ignored'], code: 3, stderr: `${NO_FILE}all files were excluded or skipped.` },
  { name: 'and this is reported even when quiet', words: ['ignored', '-q'], code: 3, stderr: NO_FILE },
  { name: 'as the one file is no text', words: ['logo.png'], code: 3, stderr: `${NO_FILE}all files were excluded or skipped.` },
  { name: 'as packages are not entered', words: ['packages'], code: 3, stderr: `${NO_FILE}all files were excluded or skipped.` },
  { name: 'as the files could not be', words: ['old.js'], code: 3, stderr: `${NO_FILE}every file was skipped because of an error.` },
  {
    name: 'which is no excuse for files that should be',
    words: ['old.js', '--allow-empty'],
    code: 3,
    stderr: 'every file was skipped because of an error.',
  },
  { name: 'in a folder, which is allowed', words: ['empty', '--allow-empty'], code: 0, stderr: '' },
  { name: 'skipped files, which are allowed', words: ['logo.png', '--allow-empty', '--min-grade', 'B'], code: 0, stderr: '' },
])('no file is scanned $name', async ({ words, code, stderr }) => {
  const cwd = writeFolder({
    'ignored/.gitignore': '*\n',
    'ignored/a.js': 'probe_high',
    'packages/node_modules/a/a.js': 'probe_high',
    'logo.png': new Uint8Array(9),
    'old.js': new Uint8Array([0x2f, 0x2f, 0xe9]),
  })
  for (const folder of ['empty', 'none']) mkdirSync(join(cwd, folder))
  const outcome = await runAssay(['scan', ...words, ...PROBES], { cwd })
  expect(outcome).toMatchObject({ code, stdout: expect.stringContaining('No files were scanned.') })
  if (stderr === '') expect(outcome.stderr).toBe('')
  else expect(outcome.stderr).toContain(stderr)
})

test('the outer ignore files hold in a folder of a repository, and end at a repository within', async () => {
  const cwd = writeFolder({
    '.git/info/exclude': 'x.js\n',
    '.gitignore': 'a.js\n',
    'sub/a.js': 'probe_high',
    'sub/b.js': 'probe_high',
    'sub/x.js': 'probe_high',
    'sub/own/.git/HEAD': '',
    'sub/own/a.js': 'probe_high',
    'sub/tree/.git': 'gitdir: ../own-git\n',
    'sub/own-git/info/exclude': 'y.js\n',
    'sub/tree/y.js': 'probe_high',
    'sub/tree/z.js': 'probe_high',
  })
  expect(await listFiles(join(cwd, 'sub'))).toEqual(['b.js', 'own/a.js', 'tree/z.js'])
})

test('links are followed if named, and otherwise counted', async () => {
  const cwd = writeFolder({ 'real/a.js': 'probe_high' })
  symlinkSync('.', join(cwd, 'loop'))
  symlinkSync('real/a.js', join(cwd, 'link.js'))
  const outcome = await runAssay(['scan', ...PROBES, '--format', 'json'], { cwd })
  expect(filesOf(outcome)).toEqual(['real/a.js'])
  expect(outcome.stderr).toContain('2 symbolic links not followed.')
  expect(await listFiles(cwd, 'link.js')).toEqual(['link.js'])
  expect(await listFiles(cwd, 'loop/real')).toEqual(['loop/real/a.js'])
})

test('paths are reported from the working folder, also those outside of it', async () => {
  const root = writeFolder({ 'in/empty.txt': '', 'out/a.js': 'probe_high' })
  const outcome = await runAssay(['scan', '../out', ...PROBES, '--format', 'json'], { cwd: join(root, 'in') })
  expect(filesOf(outcome)).toEqual(['../out/a.js'])
})

test('an unreadable file is a gap, and the scan is incomplete only if the file was named', async () => {
  const cwd = writeFolder({ 'a.js': 'ok()', 'secret.js': 'probe_high', 'closed/b.js': 'probe_high' })
  chmodSync(join(cwd, 'secret.js'), 0)
  chmodSync(join(cwd, 'closed'), 0)
  const scan = (...paths: string[]) => runAssay(['scan', ...paths, ...PROBES, '--format', 'json'], { cwd, unprivileged: true })
  const whole = await scan('.')
  expect(whole).toMatchObject({ code: 0 })
  expect(JSON.parse(whole.stdout).skipped).toMatchObject([
    { file: 'closed', reason: 'unreadable' },
    { file: 'secret.js', reason: 'unreadable' },
  ])
  const folder = await scan('closed', 'a.js')
  expect(folder).toMatchObject({ code: 3 })
  expect(folder.stderr).toContain('`closed` cannot be read')
  const file = await scan('secret.js')
  expect(file).toMatchObject({ code: 3 })
  expect(file.stderr).toContain('`secret.js` cannot be read')
  const inside = await scan('closed/b.js', 'a.js')
  expect(inside).toMatchObject({ code: 3 })
  expect(JSON.parse(inside.stdout)).toMatchObject({ filesScanned: 1, skipped: [{ file: 'closed/b.js', reason: 'unreadable' }] })
  chmodSync(join(cwd, 'closed'), 0o755)
})

test('a name that is not UTF-8 is distinguished from one that is displayed in the same way', async () => {
  const cwd = writeFolder({ 'a\\xff.js': 'probe_high' })
  writeFileSync(Buffer.concat([Buffer.from(`${cwd}/a`), Buffer.from([0xff]), Buffer.from('.js')]), 'probe_high')
  const { code, stdout } = await runAssay(['scan', ...PROBES, '--format', 'json'], { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    filesScanned: 1,
    findings: [{ file: 'a\\xff.js' }],
    skipped: [{ file: 'a\\xff.js (2)', reason: 'unreadable' }],
  })
})

test('a name that is not UTF-8 is a gap, each one of its own', async () => {
  const cwd = writeFolder({ 'a.js': 'ok()', 'b\ufffd.js': 'ok()' })
  for (const byte of [0xfe, 0xff]) writeFileSync(Buffer.concat([Buffer.from(`${cwd}/b`), Buffer.from([byte]), Buffer.from('.js')]), 'probe_high')
  const outcome = await runAssay(['scan', ...PROBES, '--format', 'json'], { cwd })
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    filesScanned: 2,
    skipped: [
      { file: 'b\\xfe.js', reason: 'unreadable' },
      { file: 'b\\xff.js', reason: 'unreadable' },
    ],
  })
})

test('a file over the size limit is listed and never read', async () => {
  const cwd = writeFolder({ 'big.js': `probe_high${' '.repeat(3000)}`, 'small.js': 'probe_high' })
  const outcome = await runAssay(['scan', '.', '--max-file-size', '2k', ...PROBES, '--format', 'json', '--fail-on', 'never'], { cwd })
  const result = JSON.parse(outcome.stdout)
  expect(result.skipped).toMatchObject([{ file: 'big.js', reason: 'too-large' }])
  expect(result.findings).toMatchObject([{ file: 'small.js' }])
})

test('standard input is scanned under its name, beside files', async () => {
  const cwd = writeFolder({ 'a.js': 'probe_high' })
  const words = ['scan', '-', 'a.js', '--stdin-filename', 'in/put.js', ...PROBES, '--format', 'json']
  expect(filesOf(await runAssay(words, { cwd, input: 'probe_high' }))).toEqual(['a.js', 'in/put.js'])
  const large = await runAssay([...words, '--max-file-size', '1000'], { cwd, input: 'x'.repeat(3_000_000) })
  expect(JSON.parse(large.stdout)).toMatchObject({ filesScanned: 1, skipped: [{ file: 'in/put.js', reason: 'too-large' }] })
})

test('one name for two files is wrong usage', async () => {
  const cwd = writeFolder({ 'a.js': '' })
  const outcome = await runAssay(['scan', '-', 'a.js', '--stdin-filename', 'a.js', ...PROBES], { cwd, input: '' })
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toContain('a.js')
})

test('a report is written atomically, is not scanned by the next run, and leaves no other file', async () => {
  const cwd = writeFolder({ 'a.js': 'probe_high' })
  const words = ['scan', '.', ...PROBES, '--format', 'json', '--output', 'report.js']
  const first = await runAssay(words, { cwd })
  expect(first).toMatchObject({ code: 1, stdout: '' })
  const report = readFileSync(join(cwd, 'report.js'), 'utf8')
  expect(JSON.parse(report)).toMatchObject({ filesScanned: expect.any(Number), findings: [{ file: 'a.js' }] })
  await runAssay(words, { cwd })
  expect(readFileSync(join(cwd, 'report.js'), 'utf8')).toBe(report)
  expect(readdirSync(cwd).sort()).toEqual(['a.js', 'report.js'])
})

test.runIf(existsSync('/dev/full'))('a full disk is an incomplete scan', async () => {
  const outcome = await runAssay(['scan', '.', ...PROBES, '--output', '/dev/full'], { cwd: writeFolder({ 'a.js': 'ok()' }) })
  expect(outcome).toMatchObject({ code: 3 })
  expect(outcome.stderr).toContain('ENOSPC')
})

test('statistics go to stderr, also when quiet', async () => {
  const cwd = writeFolder({ 'a.js': 'probe_high\n'.repeat(10) })
  const outcome = await runAssay(['scan', 'a.js', ...PROBES, '--stats', '--quiet', '--format', 'json'], { cwd })
  expect(outcome.stderr.split('\n').map((line) => line.split(/\s/)[0])).toEqual(['files', 'size', 'time', 'speed', 'memory', 'rules', 'findings', ''])
  expect(() => JSON.parse(outcome.stdout)).not.toThrow()
})

test('mistakes in rules are printed with their places', async () => {
  const cwd = writeFolder({ 'rules/broken.yaml': 'id: broken\ntitle: 1\nseverty: high\n', 'a.js': '' })
  const outcome = await runAssay(['scan', '--rules', 'rules'], { cwd })
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toMatch(/rules\/broken\.yaml:\d+:\d+ {2}\S+\/\S+ {2}/)
  expect(outcome.stderr).toMatch(/assay: \d+ errors? in the rules\.\n$/)
})

test('an unknown pack is wrong usage', async () => {
  const outcome = await runAssay(['scan', '--pack', 'ful'], { cwd: writeFolder({ 'a.js': '' }) })
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toContain('ful')
})

test('several reports are written at once, and the one without a file to stdout', async () => {
  const cwd = writeFolder({ 'a.js': 'probe_high' })
  const outcome = await runAssay(['scan', '-o', 'sarif=a.sarif', '-o', 'html=a.html', '--format', 'csv', ...PROBES], { cwd })
  expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/^severity,.*\r\nhigh,high,probe-high,/) })
  const [run] = JSON.parse(readFileSync(join(cwd, 'a.sarif'), 'utf8')).runs
  expect(run.results).toHaveLength(1)
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['probe-critical', 'probe-high', 'probe-low', 'probe-medium'])
  expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/)
  expect(outcome.stderr).not.toContain('holds the text report')
  const text = await runAssay(['scan', '-o', 'a.sarif', ...PROBES], { cwd })
  expect(text.stderr).toContain('assay: `a.sarif` contains the text report. To write sarif, use -o sarif=a.sarif\n')
  const whole = await runAssay(['scan', 'a.js', '-o', 'sarif=a.sarif', '-o', 'report.json', '--format', 'json', ...PROBES], { cwd })
  expect(whole.stdout).toBe('')
  expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')).findings).toHaveLength(1)
})
