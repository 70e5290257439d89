import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { MAIN, PROBES, probeRule, runAssay, writeFolder } from './run-assay.ts'

/** Each command that writes a file of the project, and that file. */
const WRITERS = [
  { name: 'scan --output', words: ['scan', 'a.js', ...PROBES, '--format', 'json', '--output', 'FILE'], file: 'report.json' },
  { name: 'scan -o format=file', words: ['scan', 'a.js', ...PROBES, '-o', 'sarif=FILE'], file: 'assay.sarif' },
  { name: 'scan --profile-json', words: ['scan', 'a.js', ...PROBES, '--profile-json', 'FILE'], file: 'profile.json' },
  { name: 'baseline create', words: ['baseline', 'create', 'a.js', ...PROBES, '-o', 'FILE'], file: 'assay-baseline.json' },
  { name: 'baseline create --force', words: ['baseline', 'create', 'a.js', ...PROBES, '--force', '-o', 'FILE'], file: 'assay-baseline.json' },
  { name: 'init', words: ['init'], file: 'assay.config.yaml' },
  { name: 'init --force', words: ['init', '--force'], file: 'assay.config.yaml' },
] as const

const VICTIM = '{ "format": 1, "findings": [] }\n'

function writeVictim(): string {
  return join(writeFolder({ victim: VICTIM, 'project/a.js': 'probe_low\n', 'project/sub/b.js': '1\n' }), 'project')
}

function into(words: readonly string[], path: string): string[] {
  return words.map((word) => word.replace('FILE', path))
}

describe.each(WRITERS)('$name', ({ words, file }) => {
  test.each([
    { name: 'to a file outside', target: '../victim' },
    { name: 'to a file of the project', target: 'sub/b.js' },
    { name: 'to nothing', target: '../new' },
  ])('does not follow a link $name', async ({ target }) => {
    const cwd = writeVictim()
    symlinkSync(target, join(cwd, file))
    const outcome = await runAssay(into(words, file), { cwd })
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(file) })
    expect(readFileSync(join(cwd, '../victim'), 'utf8')).toBe(VICTIM)
    expect(readFileSync(join(cwd, 'sub/b.js'), 'utf8')).toBe('1\n')
    expect(existsSync(join(cwd, '../new'))).toBe(false)
    expect(lstatSync(join(cwd, file)).isSymbolicLink()).toBe(true)
  })
})

// `init` always writes to the working folder.
const PLACED = WRITERS.filter(({ file }) => file !== 'assay.config.yaml')

test.each(PLACED)('$name does not go through a link to a folder outside', async ({ words, file }) => {
  const cwd = writeVictim()
  symlinkSync('..', join(cwd, 'out'))
  const outcome = await runAssay(into(words, `out/${file}`), { cwd })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('leads out of the project') })
  expect(readdirSync(join(cwd, '..')).sort()).toEqual(['project', 'victim'])
})

test('a baseline is not brought up to date through a link', async () => {
  const cwd = writeVictim()
  symlinkSync('../victim', join(cwd, 'assay-baseline.json'))
  const outcome = await runAssay(['baseline', 'update', '--add', 'a.js', ...PROBES], { cwd })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('symbolic link') })
  expect(readFileSync(join(cwd, '../victim'), 'utf8')).toBe(VICTIM)
})

test('a cache is not written through a link to a folder outside', async () => {
  const cwd = writeVictim()
  symlinkSync('..', join(cwd, 'cache'))
  const outcome = await runAssay(['scan', 'a.js', ...PROBES, '--cache', 'cache'], { cwd })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('leads out of the project') })
  expect(readdirSync(join(cwd, '..')).sort()).toEqual(['project', 'victim'])
})

test('a report replaces a file, and a hard link of that file keeps its content', async () => {
  const cwd = writeVictim()
  execFileSync('ln', [join(cwd, '../victim'), join(cwd, 'report.json')])
  expect(await runAssay(['scan', 'a.js', ...PROBES, '--format', 'json', '-o', 'report.json'], { cwd })).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({ lowCount: 1 })
  expect(readFileSync(join(cwd, '../victim'), 'utf8')).toBe(VICTIM)
  expect(readdirSync(cwd).sort()).toEqual(['a.js', 'report.json', 'sub'])
})

test('links outside the project, and links within it to folders of it, are followed', async () => {
  const cwd = writeVictim()
  mkdirSync(join(cwd, '../real'))
  symlinkSync('real', join(cwd, '../reports'))
  symlinkSync('sub', join(cwd, 'inner'))
  const outcome = await runAssay(['scan', 'a.js', ...PROBES, '-o', 'json=../reports/a.json', '-o', 'csv=inner/a.csv'], { cwd })
  expect(outcome).toMatchObject({ code: 0 })
  expect([statSync(join(cwd, '../real/a.json')).isFile(), statSync(join(cwd, 'sub/a.csv')).isFile()]).toEqual([true, true])
})

describe.runIf(process.platform !== 'win32')('a stream, pipe or device that the caller names', () => {
  const run = (script: string, cwd: string) =>
    spawnSync('bash', ['-c', script, process.execPath, MAIN, ...PROBES], { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: cwd } })
  const scan = '"$0" "$1" scan a.js "${@:2}" --format json'

  test('/dev/stdout is the stdout of the command, also where that is a file', () => {
    const cwd = writeVictim()
    expect(JSON.parse(run(`${scan} -o /dev/stdout`, cwd).stdout)).toMatchObject({ lowCount: 1 })
    run(`(echo first; ${scan} -o /dev/stdout) > all.txt`, cwd)
    expect(readFileSync(join(cwd, 'all.txt'), 'utf8')).toMatch(/^first\n\{/)
  })

  test('/dev/stderr is its stderr', () => {
    const { stdout, stderr } = run(`${scan} -o /dev/stderr`, writeVictim())
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringContaining('"lowCount": 1') })
  })

  test('/dev/null is a valid target', () => {
    expect(run(`${scan} -o /dev/null`, writeVictim())).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('a process substitution and a named pipe are written to', () => {
    const cwd = writeVictim()
    expect(run(`${scan} -o >(cat > copy.json); sleep 0.5; cat copy.json`, cwd).stdout).toContain('"lowCount": 1')
    expect(run(`mkfifo pipe; cat pipe & ${scan} -o pipe; wait`, cwd).stdout).toContain('"lowCount": 1')
  })
})

describe('assay fix', () => {
  const SOURCE = 'oldCall(1)\n'
  const words = ['fix', '--no-pack', '--rules', '../rules', '--apply']
  const RULE = {
    'rules/old-call.yaml': `${probeRule('high', 'old-call').replace('regex: probe_high', 'pattern: oldCall($X)')}autofix: { replace: newCall($X) }\n`,
  }

  test.each([
    { name: 'a file outside', link: ['a.js', '../victim.js'], paths: ['a.js'] },
    { name: 'a folder outside', link: ['src', '..'], paths: ['src'] },
    { name: 'a file in a folder outside', link: ['src', '..'], paths: ['src/victim.js'] },
  ] as const)('writes nothing through a link to $name', async ({ link, paths }) => {
    const root = writeFolder({ ...RULE, 'victim.js': SOURCE, 'project/own.js': SOURCE })
    const cwd = join(root, 'project')
    symlinkSync(link[1], join(cwd, link[0]))
    const outcome = await runAssay([...words, ...paths], { cwd })
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('symbolic link') })
    expect(readFileSync(join(root, 'victim.js'), 'utf8')).toBe(SOURCE)
  })

  test('fixes a file of the project', async () => {
    const cwd = join(writeFolder({ ...RULE, 'project/own.js': SOURCE }), 'project')
    expect(await runAssay(words, { cwd })).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'own.js'), 'utf8')).toBe('newCall(1)\n')
  })
})
