import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROBES, runAssay, writeFolder } from './run-assay.ts'

const SOURCES = { 'a.js': 'probe_high\n', 'b.js': 'ok()\n', 'c.js': 'probe_low // assay-ignore -- known\n' }
const WORDS = ['scan', '.', ...PROBES, '--format', 'json', '--stats']

describe('a scan with a cache folder', () => {
  test('gives the same result, and reports the number of cached files', async () => {
    const cwd = writeFolder({ ...SOURCES, '.assayignore': 'kept/' })
    const plain = await runAssay(WORDS, { cwd })
    const cold = await runAssay([...WORDS, '--cache', 'kept'], { cwd })
    const warm = await runAssay([...WORDS, '--cache', 'kept'], { cwd })
    expect([cold, warm].map(({ code, stdout }) => ({ code, stdout }))).toEqual([
      { code: 1, stdout: plain.stdout },
      { code: 1, stdout: plain.stdout },
    ])
    expect([plain, cold, warm].map(({ stderr }) => / \d+ from the cache/.exec(stderr)?.[0])).toEqual([undefined, undefined, ' 4 from the cache'])
  })

  test.each(['.', 'kept/in/it'])('does not scan the cache inside the scanned folder: %s', async (folder) => {
    const cwd = writeFolder(SOURCES)
    const plain = await runAssay(WORDS, { cwd })
    for (let scan = 0; scan < 3; scan++)
      expect(await runAssay([...WORDS, '--cache', folder], { cwd })).toMatchObject({ code: 1, stdout: plain.stdout })
  })

  test('detects edited files', async () => {
    const cwd = writeFolder({ ...SOURCES, '.assayignore': 'kept/' })
    await runAssay([...WORDS, '--cache', 'kept'], { cwd })
    writeFileSync(join(cwd, 'b.js'), 'probe_critical\n')
    const { stdout, stderr } = await runAssay([...WORDS, '--cache', 'kept'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ criticalCount: 1, highCount: 1 })
    expect(stderr).toContain('3 from the cache')
  })

  test('stores no code', async () => {
    const cwd = writeFolder({ 'a.js': 'probe_high\nconst marker = "planted_marker"\n', '.assayignore': 'kept/' })
    await runAssay([...WORDS, '--cache', 'kept'], { cwd })
    expect(readFileSync(join(cwd, 'kept/reports.txt'), 'utf8')).not.toContain('planted_marker')
  })

  test.each([
    { name: 'is a file', folder: 'taken', code: 'EEXIST' },
    { name: 'is below a file', folder: 'taken/in/it', code: 'ENOTDIR' },
    ...(existsSync('/proc/self') ? [{ name: 'is below /proc, where none can be made', folder: '/proc/none/in/it', code: 'ENOENT' }] : []),
  ])('continues if the folder $name, and says so', async ({ folder, code }) => {
    const cwd = writeFolder({ ...SOURCES, taken: '' })
    const plain = await runAssay(WORDS, { cwd })
    const outcome = await runAssay([...WORDS, '--cache', folder], { cwd })
    expect(outcome).toMatchObject({ code: 1, stdout: plain.stdout })
    expect(outcome.stderr).toContain(`assay: The cache folder \`${folder}\` cannot be written (${code}). The next scan starts without a cache.\n`)
  })

  test('makes the folders above, for two scans at the same time too', async () => {
    const cwd = writeFolder({ ...SOURCES, '.assayignore': 'kept/' })
    const scan = () => runAssay([...WORDS, '--cache', 'kept/of/this'], { cwd })
    for (const { code, stderr } of await Promise.all([scan(), scan(), scan()])) {
      expect(code).toBe(1)
      expect(stderr).not.toContain('cannot be written')
    }
    expect((await scan()).stderr).toContain('4 from the cache')
  })
})

describe('--workers', () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`f${index}.js`, `probe_high\n${'// a line of nothing at all\n'.repeat(1_200)}`]),
  )

  test.each(['1', '2', '3'])('%s gives the report that none gives', async (workers) => {
    const cwd = writeFolder(many)
    const alone = await runAssay(['scan', '.', ...PROBES, '--format', 'json', '--workers', '0'], { cwd })
    const outcome = await runAssay(['scan', '.', ...PROBES, '--format', 'json', '--workers', workers], { cwd })
    expect(outcome).toEqual(alone)
    expect(JSON.parse(outcome.stdout)).toMatchObject({ highCount: 40 })
  })

  test.each(['-1', '65', 'two', '1.5', ''])('%j is wrong usage', async (workers) => {
    const outcome = await runAssay(['scan', '.', `--workers=${workers}`], { cwd: writeFolder(SOURCES) })
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toContain('Expected a whole number from 0 to 64.')
  })
})
