import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatDiagnostic } from '../../src/pack/format-diagnostic.ts'
import { loadPacks } from '../../src/pack/load-packs.ts'
import { fixtureRoot, readFolder } from './read-folder.ts'

const cases = (kind: string): readonly string[] => readdirSync(join(fixtureRoot, kind)).sort()
const load = (kind: string, name: string) => loadPacks({ folders: [readFolder(join(fixtureRoot, kind, name), name)], wanted: [] })

describe('packs without a mistake', () => {
  test.each(cases('valid'))('%s', (name) => {
    const { value, diagnostics } = load('valid', name)
    expect(diagnostics.map(formatDiagnostic)).toEqual([])
    expect(value?.rules.length).toBeGreaterThan(0)
  })
})

describe('packs with mistakes: `expected.txt` contains the diagnostics', () => {
  test.each(cases('invalid'))('%s', (name) => {
    const expected = join(fixtureRoot, 'invalid', name, 'expected.txt')
    const said = `${load('invalid', name).diagnostics.map(formatDiagnostic).join('\n')}\n`
    if (!existsSync(expected) && process.env.CI === undefined) writeFileSync(expected, said)
    expect(said).toBe(readFileSync(expected, 'utf8'))
    expect(said.trim()).not.toBe('')
  })
})
