import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/node/report-store.ts'
import { createCachedExaminer } from '../../src/node/cached-examiner.ts'
import type { Scanner } from '../../src/model/scanner.ts'
import type { SourceFile } from '../../src/model/source.ts'
import { createTestScanner } from './scan-rules.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await createTestScanner()
})
afterAll(() => scanner.close())

const bundled = (code: string) => `"use strict"\nvar __webpack_require__ = {}\n${code}\n`
const compiled = (code: string) => `"use strict"\nObject.defineProperty(exports, "__esModule", { value: true })\n${code}\n`
const filler = '// a line of what was bundled\n'.repeat(100)
const minified = (code: string) => `${'a(b);'.repeat(1000)}${code}`
const built: SourceFile = { path: 'dist/a.js', content: bundled(`eval(a)\n${filler}`) }
const bundle: SourceFile = { path: 'app-1a2b3c4d.js', content: minified('eval(a)') }
const installed: SourceFile = { path: 'node_modules/b/index.js', content: 'eval(b)' }
const manifest: SourceFile = { path: 'package.json', content: '{}' }
const found = (...paths: readonly string[]) => paths.map((path) => `eval-call ${path}`)

describe('code that would be left out', () => {
  test.each<{ name: string; files: readonly SourceFile[]; scanned: readonly string[]; asIs: readonly unknown[] }>([
    {
      name: 'is scanned if all code is bundled',
      files: [built, manifest],
      scanned: found('dist/a.js'),
      asIs: [{ reason: 'generated', files: 1 }],
    },
    {
      name: 'is scanned if all code is minified',
      files: [bundle, manifest],
      scanned: found(bundle.path),
      asIs: [{ reason: 'minified', files: 1 }],
    },
    {
      name: 'is scanned if all code is vendored',
      files: [installed],
      scanned: found(installed.path),
      asIs: [{ reason: 'vendored', files: 1 }],
    },
    {
      name: 'is left out if it is vendored next to built code',
      files: [built, installed],
      scanned: found('dist/a.js'),
      asIs: [{ reason: 'generated', files: 1 }],
    },
    {
      name: 'is scanned if own code only starts it',
      files: [built, { path: 'bin/run', content: "#!/usr/bin/env node\nrequire('../dist/a')\n" }],
      scanned: found('dist/a.js'),
      asIs: [{ reason: 'generated', files: 1 }],
    },
    { name: 'is left out beside own code', files: [built, { path: 'a.js', content: `${'a()\n'.repeat(600)}` }], scanned: [], asIs: [] },
    {
      name: 'is left out beside own code, though little, that is not much less',
      files: [built, { path: 'a.js', content: 'a()\n'.repeat(200) }],
      scanned: [],
      asIs: [],
    },
    { name: 'is left out beside own code where it is minified', files: [bundle, { path: 'a.js', content: 'a()' }], scanned: [], asIs: [] },
    { name: 'is left out beside own code that is not read', files: [bundle, { path: 'a.php', content: '<?php a();' }], scanned: [], asIs: [] },
    { name: 'is left out where it is data', files: [{ path: 'package-lock.json', content: '{}' }, manifest], scanned: [], asIs: [] },
  ])('$name', async ({ files, scanned, asIs }) => {
    const result = await scanner.scan(files)
    expect(result.findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(scanned)
    expect(result.scannedAsIs).toEqual(asIs)
    expect(result.filesScanned + result.skipped.length).toBe(files.length)
  })

  test.each([
    { name: 'alone', files: ['dist/a.js', 'package.json'], scanned: ['dist/a.js'] },
    { name: 'beside other code', files: ['dist/a.js', 'b.js'], scanned: ['b.js', 'dist/a.js'] },
    { name: 'without its source alone', files: ['dist/a.js', 'src/a.ts'], scanned: ['src/a.ts'] },
    { name: 'once', files: ['dist/cjs/a.js', 'dist/esm/a.js'], scanned: ['dist/esm/a.js'] },
  ])('is scanned $name if it is compiled module by module', async ({ files, scanned }) => {
    const store = createMemoryStore(1_000_000)
    const cached = await createTestScanner({}, (own) => createCachedExaminer(own, store, 'rules'))
    await cached.scan([{ path: 'dist/a.js', content: compiled(`eval(a)\n${filler}`) }])
    const given = files.map((path) => ({ path, content: path.endsWith('.json') ? '{}' : compiled(`eval(a)\n${filler}`) }))
    for (const each of [scanner, cached]) {
      const result = await each.scan(given)
      expect(result.findings.map(({ file }) => file)).toEqual(scanned)
      expect(result.scannedAsIs).toEqual([])
    }
    await cached.close()
  })

  test('is listed with its language if it stays left out', async () => {
    const { skipped } = await scanner.scan([installed, { path: 'a.py', content: 'a()' }, { path: 'vendor/x/y/a.php', content: '<?php' }])
    expect(skipped.map(({ file, reason, language }) => [file, reason, language])).toEqual([
      ['node_modules/b/index.js', 'vendored', 'JavaScript'],
      ['vendor/x/y/a.php', 'vendored', 'PHP'],
    ])
  })

  test('is not listed separately if it was requested', async () => {
    const result = await scanner.scan([built], { includeVendored: true })
    expect([result.findings.length, result.scannedAsIs]).toEqual([1, []])
  })

  test('gives the same in any order of the files, with a cache and without', async () => {
    const store = createMemoryStore(1_000_000)
    const cached = await createTestScanner({}, (own) => createCachedExaminer(own, store, 'rules'))
    const files = [
      built,
      bundle,
      installed,
      manifest,
      { path: 'index.js', content: "require('./dist/a')" },
      { path: 'dist/b.js', content: bundled('eval(b)') },
    ]
    const whole = await scanner.scan(files)
    expect(whole.scannedAsIs).toEqual([{ reason: 'generated', files: 2 }])
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(files, { minLength: files.length }), async (shuffled) => {
        expect(await scanner.scan(shuffled)).toEqual(whole)
        expect(await cached.scan(shuffled)).toEqual(whole)
      }),
      { numRuns: 20 },
    )
    await cached.close()
  })

  test('is counted once in progress and statistics', async () => {
    const done: number[] = []
    let files = 0
    await scanner.scan([built, manifest], {
      onProgress: ({ filesDone }) => void done.push(filesDone),
      onStats: (stats) => void (files = stats.files),
    })
    expect([done, files]).toEqual([[1, 2, 2], 2])
  })
})
