import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createScanner, listFiles, type ScanResult, type ScannerOptions, type SourceFile } from '../../src/node/index.ts'
import { createPoolExaminer } from '../../src/node/pool-examiner.ts'
import { readChosenRules } from '../../src/node/scanner-data.ts'
import { assembleScanner } from '../../src/engine.ts'
import { root } from '../../tools/root.mjs'

const PATIENCE = 180_000
/** A new scanner is created for each variant, so only thirty rules are used. */
const RULES = { packs: ['public'] }
/** Services in both languages, with configuration beside them and flows from file to file. */
const PROJECTS = ['express-shop', 'recipes-flask']

/** Projects of the fixtures, and more than a megabyte of other code, so that threads start. */
const FILES: readonly SourceFile[] = [
  ...PROJECTS.flatMap((project) => {
    const folder = join(root, 'fixtures/projects', project)
    return filesBelow(folder).map((path) => ({ path: `${project}/${path}`, content: readFileSync(join(folder, path)) }))
  }),
  ...Array.from({ length: 60 }, (_, index) => ({
    path: `lib/part-${index}.js`,
    content: `/*\n${'a line of text like any other,\n'.repeat(700)}*/\nexport const part${index} = ${index}\n${index % 7 === 0 ? 'eval(process.argv[2])\n' : ''}`,
  })),
]

function filesBelow(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => statSync(join(folder, path)).isFile())
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The file of a rule that reports calls of a function. */
function ownRule(call: string): string {
  return `id: own-rule\ntitle: Own\nseverity: low\nconfidence: high\ncategory: injection\ncwe: [CWE-1]\nlanguages: [javascript]\ndescription: Own.\nmatch: { call: ${call} }\n`
}

async function scanWith(
  options: ScannerOptions,
  files: readonly SourceFile[] = FILES,
): Promise<{ readonly result: ScanResult; readonly cached: number }> {
  const scanner = await createScanner({ ...RULES, ...options })
  let cached = 0
  try {
    return { result: await scanner.scan(files, { onStats: ({ filesCached }) => void (cached = filesCached) }), cached }
  } finally {
    await scanner.close()
  }
}

describe('the executor of a scan', () => {
  let plain: ScanResult
  beforeAll(async () => {
    plain = (await scanWith({})).result
    expect(plain.findings.filter(({ trace }) => new Set(trace?.map(({ file }) => file)).size > 1).length).toBeGreaterThan(5)
  }, PATIENCE)

  it.each([
    { name: 'one thread', options: { workers: 1 } },
    { name: 'two threads', options: { workers: 2 } },
    { name: 'a memory of 50 MB', options: { cache: 50_000_000 } },
    { name: 'a memory that holds nothing', options: { cache: 1 } },
    { name: 'two threads and a memory', options: { workers: 2, cache: 50_000_000 } },
  ])('makes no difference: $name', async ({ options }) => expect((await scanWith(options)).result).toEqual(plain), PATIENCE)

  it(
    'makes no difference for files on disk, in any order, first and again',
    async () => {
      const folder = temporaryFolder()
      for (const { path, content } of FILES) writeFileSync(join(folder, path.replaceAll('/', '+')), content)
      const flat = FILES.map(({ path, content }) => ({ path: path.replaceAll('/', '+'), content }))
      const expected = (await scanWith({}, flat.toReversed())).result
      const scanner = await createScanner({ ...RULES, workers: 2, cache: 50_000_000 })
      for (const round of ['first', 'again']) {
        expect(await scanner.scan(await listFiles([folder], { cwd: folder })), round).toEqual(expected)
      }
      await scanner.close()
    },
    PATIENCE,
  )

  it(
    'reports files that a thread cannot finish in time as skipped',
    async () => {
      const scanner = await assembleScanner(readChosenRules(RULES).data, (own) =>
        createPoolExaminer(own, { workers: 1, ...RULES, own: [], budgetMs: 1 }),
      )
      const content = 'eval(a.b.c + d)\n'.repeat(20_000)
      const files = ['a.js', 'b.js', 'c.js', 'd.js'].map((path) => ({ path, content }))
      const result = await scanner.scan(files)
      expect(result.skipped.map(({ file, reason }) => `${file} ${reason}`)).toEqual(files.map(({ path }) => `${path} over-budget`))
      expect(result.grade).toBe('N/A')
    },
    PATIENCE,
  )

  it(
    'uses own rules as they were when the scanner was made, in threads that start later too',
    async () => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'own-rule.yaml'), ownRule('before'))
      const scanner = await createScanner({ packs: [], rules: [folder], workers: 2 })
      writeFileSync(join(folder, 'own-rule.yaml'), ownRule('after'))
      const files = Array.from({ length: 200 }, (_, index) => ({ path: `${index}.js`, content: `before()\nafter()\n${'// filler\n'.repeat(2_000)}` }))
      const { findings } = await scanner.scan(files)
      expect(new Set(findings.map(({ rule, line }) => `${rule} ${line}`))).toEqual(new Set(['own-rule 1']))
      expect(findings).toHaveLength(200)
      await scanner.close()
    },
    PATIENCE,
  )

  it(
    'stops when it is aborted',
    async () => {
      const scanner = await createScanner({ ...RULES, workers: 2 })
      const stop = new AbortController()
      const onProgress = (): void => stop.abort(new Error('enough'))
      await expect(scanner.scan(FILES, { signal: stop.signal, onProgress })).rejects.toThrow('enough')
      await scanner.close()
    },
    PATIENCE,
  )
})

describe('a cache folder', () => {
  const few = FILES.filter(({ path }) => path.startsWith('express-shop/'))
  let plain: ScanResult
  beforeAll(async () => {
    plain = (await scanWith({}, few)).result
  }, PATIENCE)

  it(
    'stores reports for the next scanner, which examines only changed files',
    async () => {
      const cache = temporaryFolder()
      expect(await scanWith({ cache }, few)).toEqual({ result: plain, cached: 0 })
      // Skipped files are known immediately, with or without cache.
      const scanned = few.length - plain.skipped.length
      expect(await scanWith({ cache }, few)).toEqual({ result: plain, cached: scanned })
      const skipped = new Set(plain.skipped.map(({ file }) => file))
      const chosen = few.findIndex(({ path }) => !skipped.has(path))
      const changed = few.map((file, index) => (index === chosen ? { ...file, content: `${Buffer.from(file.content).toString()}\n` } : file))
      expect((await scanWith({ cache }, changed)).cached).toBe(scanned - 1)
    },
    PATIENCE,
  )

  it(
    'gives nothing to other rules or other settings',
    async () => {
      const cache = temporaryFolder()
      await scanWith({ cache }, few)
      const rules = [temporaryFolder()]
      writeFileSync(join(rules[0], 'own-rule.yaml'), ownRule('before'))
      expect((await scanWith({ cache, rules }, few)).cached).toBe(0)
      const scanner = await createScanner({ ...RULES, cache })
      let cached = -1
      await scanner.scan(few, { includeVendored: true, onStats: ({ filesCached }) => void (cached = filesCached) })
      expect(cached).toBe(0)
      await scanner.close()
    },
    PATIENCE,
  )

  it.each([
    { name: 'cut off', damage: (text: string) => text.slice(0, text.length / 10), least: 1 },
    { name: 'changed within a line', damage: (text: string) => text.replace('"parsed":true', '"parsed":false'), least: 1 },
    { name: 'of another format', damage: (text: string) => text.replace(/^[^\n]*/, 'assay reports 0'), least: 0 },
    { name: 'no text', damage: () => '\0\u0001\n\n', least: 0 },
  ])(
    'is used as far as it is intact: $name',
    async ({ damage, least }) => {
      const cache = temporaryFolder()
      await scanWith({ cache }, few)
      const path = join(cache, 'reports.txt')
      writeFileSync(path, damage(readFileSync(path, 'utf8')))
      const { result, cached } = await scanWith({ cache }, few)
      expect(result).toEqual(plain)
      expect(cached).toBeLessThan(few.length)
      expect(cached).toBeGreaterThanOrEqual(least)
    },
    PATIENCE,
  )

  it(
    'that cannot be written is reported once, and has no other effect',
    async () => {
      const file = join(temporaryFolder(), 'a-file')
      writeFileSync(file, '')
      const faults: string[] = []
      expect((await scanWith({ cache: file, onCacheFault: (detail) => faults.push(detail) }, few)).result).toEqual(plain)
      expect(faults).toEqual([`The cache folder \`${file}\` cannot be written (EEXIST). The next scan starts without a cache.`])
    },
    PATIENCE,
  )
})
