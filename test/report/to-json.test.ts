import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toJson } from '../../src/report/to-json.ts'
import { SAMPLE } from './sample-result.ts'

/** The same value with its keys in another order. */
function shuffleKeys(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, by))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffleKeys(inner, by)])
  const cut = by % Math.max(entries.length, 1)
  return Object.fromEntries([...entries.slice(cut), ...entries.slice(0, cut).toReversed()])
}

describe('toJson', () => {
  it('looks as in the file', async () => {
    await expect(toJson({ ...SAMPLE, findings: SAMPLE.findings.filter(({ category }) => category !== 'secrets') })).toMatchFileSnapshot(
      'snapshots/report.json',
    )
  })

  it('contains all fields', () => expect(JSON.parse(toJson(SAMPLE))).toEqual(SAMPLE))

  it('begins with the keys of the contract', () => {
    expect(Object.keys(JSON.parse(toJson(SAMPLE)))).toEqual([
      'grade',
      'score',
      'filesScanned',
      'criticalCount',
      'highCount',
      'mediumCount',
      'lowCount',
      'findings',
      'filesRead',
      'skipped',
      'partial',
      'unread',
      'scannedAsIs',
      'suppressed',
      'unusedSuppressions',
      'version',
    ])
    expect(Object.keys(JSON.parse(toJson(SAMPLE)).findings[0])).toEqual([
      'id',
      'rule',
      'severity',
      'title',
      'description',
      'file',
      'line',
      'fix',
      'column',
      'endLine',
      'endColumn',
      'confidence',
      'category',
      'cwe',
      'owasp',
      'references',
    ])
  })

  it('gives the same bytes in whatever order keys were made', () => {
    fc.assert(
      fc.property(fc.nat(30), (by) => {
        expect(toJson({ ...SAMPLE, ...Object(shuffleKeys(SAMPLE, by)) })).toBe(toJson(SAMPLE))
        expect(toJson(Object(shuffleKeys(SAMPLE, by)))).toBe(toJson(SAMPLE))
      }),
    )
  })
})
