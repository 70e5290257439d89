import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatDiagnostic, readFixtures, type Scanner, toJson } from '../../src/node/index.ts'
import { judgeFixtures } from '../../src/testing/index.ts'
import { prepareFixtures } from '../../src/testing/prepare-fixtures.ts'
import { root } from '../../tools/root.mjs'
import { loadRules } from './load-rules.ts'

const folder = join(root, 'fixtures/rules')
const fixtures = existsSync(folder) ? readFixtures(folder) : []
const ruleIds = readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml') && !/^(?:shared|packs)[\\/]/.test(path))
  .map((path) => path.replace(/^.*[\\/]|\.yaml$/g, ''))
  .sort()

const scanners: Record<'usual' | 'withoutPrefilter' | 'cursor', Scanner | undefined> = {
  usual: undefined,
  withoutPrefilter: undefined,
  cursor: undefined,
}
const faults: string[] = []

beforeAll(async () => {
  const usual = await loadRules()
  scanners.usual = usual.scanner
  faults.push(...usual.faults.map(formatDiagnostic))
  scanners.withoutPrefilter = (await loadRules({ withoutPrefilter: true })).scanner
  scanners.cursor = (await loadRules({ walk: 'cursor' })).scanner
})

function scannerOf(kind: keyof typeof scanners): Scanner {
  const scanner = scanners[kind]
  if (scanner === undefined) throw new Error('scanners are made before tests run')
  return scanner
}

describe('the rules of this package', () => {
  it('load without a mistake', () => {
    expect(faults).toEqual([])
  })

  it('have sample code, and no sample code is without its rule', () => {
    expect(fixtures.map(({ rule }) => rule)).toEqual(ruleIds)
  })

  it('are checked by sample code that differs: there is some', () => {
    expect(fixtures.flatMap(({ files }) => files).length).toBeGreaterThanOrEqual(ruleIds.length)
  })
})

describe.each(fixtures)('sample code of $rule', ({ rule, files }) => {
  it('is reported where it is marked, and nowhere else', async () => {
    const { diagnostics } = await judgeFixtures({ rules: [rule], files, scanner: scannerOf('usual') })
    expect(diagnostics.map((diagnostic) => formatDiagnostic({ ...diagnostic, file: `fixtures/rules/${rule}/${diagnostic.file}` }))).toEqual([])
  })

  it('gives the same bytes without the prefilter, by the cursor, and in any order', async () => {
    for (const { files: project } of prepareFixtures(files).projects) {
      const usual = toJson(await scannerOf('usual').scan(project))
      expect(toJson(await scannerOf('withoutPrefilter').scan(project)), 'without the prefilter').toBe(usual)
      expect(toJson(await scannerOf('cursor').scan(project)), 'by the cursor').toBe(usual)
      expect(toJson(await scannerOf('usual').scan(project.toReversed())), 'in reverse order').toBe(usual)
      expect(toJson(await scannerOf('usual').scan(rotate(project))), 'from the middle').toBe(usual)
    }
  })
})

function rotate<T>(items: readonly T[]): readonly T[] {
  const middle = Math.floor(items.length / 2)
  return [...items.slice(middle), ...items.slice(0, middle)]
}
