import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScanner, type ScanResult, type ScannerOptions, type SourceFile } from '../../src/node/index.ts'

/** A rule of code and one of data flow. `examiners.slow.test.ts` uses rules of this package. */
const RULES = {
  'own-call': 'match: { call: eval }',
  'own-flow': 'taint: { sources: [{ call: source }], sinks: [{ call: sink, argument: 0 }] }',
}

/** More than a megabyte, so that threads start. */
const FILES: readonly SourceFile[] = [
  { path: 'a.js', content: "import { hand } from './b.js'\nhand(source())\n" },
  { path: 'b.js', content: 'export function hand(x) { sink(x) }\n' },
  { path: 'c.js', content: 'eval( // assay-ignore own-call\n  x)\nx = = 1\n' },
  ...Array.from({ length: 60 }, (_, index) => ({
    path: `lib/part-${index}.js`,
    content: `export const part${index} = [\n${"  'a line of data like any other',\n".repeat(700)}]\n${index % 7 === 0 ? 'eval(process.argv[2])\n' : ''}`,
  })),
]

const folder = mkdtempSync(join(tmpdir(), 'assay-examiners-'))
let plain: ScanResult

async function scanWith(options: ScannerOptions): Promise<ScanResult> {
  const scanner = await createScanner({ packs: [], rules: [folder], ...options })
  try {
    return await scanner.scan(FILES)
  } finally {
    await scanner.close()
  }
}

beforeAll(async () => {
  for (const [id, rest] of Object.entries(RULES))
    writeFileSync(
      join(folder, `${id}.yaml`),
      `id: ${id}\ntitle: Own\nseverity: low\nconfidence: high\ncategory: injection\ncwe: [CWE-1]\nlanguages: [javascript]\ndescription: Own.\n${rest}\n`,
    )
  plain = await scanWith({})
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the executor of a scan', () => {
  it('is this thread by default', () => {
    expect(plain.findings.filter(({ rule }) => rule === 'own-call')).toHaveLength(9)
    expect(plain.findings.filter(({ rule }) => rule === 'own-flow').map(({ file }) => file)).toEqual(['b.js'])
    expect(plain.suppressed).toHaveLength(1)
    expect(plain.partial).toHaveLength(1)
  })

  it.each([
    { name: 'two threads', options: { workers: 2 } },
    { name: 'a memory of 50 MB', options: { cache: 50_000_000 } },
    { name: 'two threads and a folder', options: { workers: 2, cache: join(folder, 'cache') } },
  ])('makes no difference: $name', async ({ options }) => expect(await scanWith(options)).toEqual(plain))
})
