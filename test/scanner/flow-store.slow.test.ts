import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createScanner, type ScanResult, type SourceFile } from '../../src/node/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-flow-store-'))
const rules = join(folder, 'rules')
const cache = join(folder, 'cache')
const flow = join(cache, 'flow')

/** Data flows from `source.js` through `pass.js` into both sinks; `alone.js` is linked with no other file. */
const FILES: Readonly<Record<string, string>> = {
  'source.js': "import { pass } from './pass.js'\npass(source())\n",
  'pass.js': "import { first } from './first.js'\nimport { second } from './second.js'\nexport const pass = (x) => { first(x); second(x) }\n",
  'first.js': 'export function first(x) { sink(x) }\n',
  'second.js': 'export function second(x) { sink(`${x}`) }\n',
  'alone.js': 'sink(source())\n',
}

async function scan(edits: Readonly<Record<string, string>> = {}, cached = true): Promise<ScanResult> {
  const scanner = await createScanner({ packs: [], rules: [rules], ...(cached ? { cache } : {}) })
  const files: readonly SourceFile[] = Object.entries({ ...FILES, ...edits }).map(([path, content]) => ({ path, content }))
  const result = await scanner.scan(files)
  await scanner.close()
  return result
}

/** Contents of the stored files, by path. */
function stored(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(flow, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? [[path, readFileSync(path, 'latin1')] as const] : []
    }),
  )
}

beforeAll(() => {
  mkdirSync(rules)
  const rule = 'taint: { sources: [{ call: source }], sinks: [{ call: sink, argument: 0 }] }'
  writeFileSync(
    join(rules, 'own-flow.yaml'),
    `id: own-flow\ntitle: Own\nseverity: low\nconfidence: high\ncategory: injection\ncwe: [CWE-1]\nlanguages: [javascript]\ndescription: Own.\n${rule}\n`,
  )
})
beforeEach(() => rmSync(cache, { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

describe('data-flow results of files in the cache folder', () => {
  const EDITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a comment in a file of the group': { 'first.js': `${FILES['first.js']}// edited\n` },
    'another sink': { 'second.js': 'export function second(x) { if (ok) sink(x.name) }\n' },
    'a source that is gone': { 'source.js': "import { pass } from './pass.js'\npass('constant')\n" },
    'a source that is moved down': { 'source.js': "// moved\n\nimport { pass } from './pass.js'\npass(source())\n" },
    'an import that is gone': { 'pass.js': 'export const pass = (x) => x\n' },
  }

  it('are stored for the files of groups', async () => {
    expect((await scan()).findings.map(({ file }) => file)).toEqual(['alone.js', 'first.js', 'second.js'])
    expect(stored().size).toBe(4)
  })

  it.each(Object.entries(EDITS))('give the same report as a scan without a cache after: %s', async (_, edits) => {
    await scan()
    const fresh = await scan(edits, false)
    expect(await scan(edits)).toEqual(fresh)
    expect(await scan(edits)).toEqual(fresh)
    expect(await scan()).toEqual(await scan({}, false))
  })

  it('are computed for the edited file only', async () => {
    await scan()
    const before = stored()
    await scan({ 'first.js': `${FILES['first.js']}// edited\n` })
    const changed = [...stored()].filter(([path, content]) => before.get(path) !== content)
    expect(changed).toHaveLength(1)
  })

  it.each([
    { name: 'empty', damage: () => Buffer.alloc(0) },
    { name: 'cut', damage: (content: Buffer) => content.subarray(0, content.length - 7) },
    { name: 'altered', damage: (content: Buffer) => Buffer.concat([content.subarray(0, -1), Buffer.from([content[content.length - 1] ^ 1])]) },
    { name: 'of another format', damage: () => Buffer.from('x'.repeat(500)) },
  ])('count as missing when a file is $name', async ({ damage }) => {
    await scan()
    for (const path of stored().keys()) writeFileSync(path, damage(readFileSync(path)))
    const edits = EDITS['another sink']
    expect(await scan(edits)).toEqual(await scan(edits, false))
  })

  it('are removed when they belong to rules that were not used for a while', async () => {
    for (let version = 0; version < 5; version++) {
      writeFileSync(join(rules, `other-${version}.yaml`), readFileSync(join(rules, 'own-flow.yaml'), 'utf8').replace('own-flow', `other-${version}`))
      await scan()
    }
    expect(readdirSync(flow)).toHaveLength(3)
  })
})
