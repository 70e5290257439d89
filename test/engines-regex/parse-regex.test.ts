import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { compileRegex } from '../../src/engines/regex/compile-regex.ts'
import { parseRegex } from '../../src/engines/regex/parse-regex.ts'

const FAULTS = [
  { name: 'a group that is never closed', source: 'ab(cd', offset: 2, says: 'never closed' },
  { name: 'a bracket that closes nothing', source: 'ab)', offset: 2, says: 'closes no group' },
  { name: 'a class that is never closed', source: 'x[a-z', offset: 1, says: 'never closed' },
  { name: 'a class that runs backwards', source: '[z-a]', offset: 1, says: '`z-a`' },
  { name: 'an unknown class', source: '[[:alfa:]]', offset: 1, says: '`[:alfa:]`' },
  { name: 'nothing to repeat', source: 'a|*', offset: 2, says: 'nothing before' },
  { name: 'a repetition of a repetition', source: 'a**', offset: 2, says: 'follows another' },
  { name: 'a possessive repetition', source: 'a++', offset: 2, says: 'follows another' },
  { name: 'a count that is too large', source: 'a{1001}', offset: 1, says: '1000' },
  { name: 'counts whose product is too large', source: '(?:a{40}){40}', offset: 9, says: '1000' },
  { name: 'counts in the wrong order', source: 'a{3,2}', offset: 1, says: '`{3,2}`' },
  { name: 'a trailing backslash', source: 'ab\\', offset: 2, says: 'backslash' },
  { name: 'an unknown escape', source: 'a\\y', offset: 1, says: '`\\y`' },
  { name: 'a back reference', source: '(a)\\1', offset: 3, says: '`\\1`' },
  { name: 'a look-ahead', source: 'a(?=b)', offset: 1, says: '`(?=`' },
  { name: 'a look-behind', source: '(?<!a)b', offset: 0, says: '`(?<`' },
  { name: 'an unknown flag', source: '(?x) a', offset: 0, says: '`x`' },
  { name: 'a group name with a dash', source: '(?P<a-b>c)', offset: 0, says: 'letters, digits' },
  { name: 'a group name twice', source: '(?P<n>c)(?<n>d)', offset: 8, says: '`n`' },
  { name: 'an unknown Unicode property', source: 'a\\p{Grek}', offset: 1, says: '\\p{Grek}' },
]

describe('parseRegex', () => {
  it.each(FAULTS)('points at $name', ({ source, offset, says }) => {
    const result = compileRegex(source)
    expect(result.kind === 'fault' && result.message).toContain(says)
    expect(result).toMatchObject({ kind: 'fault', offset })
  })

  it('returns the names of groups of both spellings in order', () => {
    expect(parseRegex('(?P<b>x(?<a>y))(?P<c>z)')).toMatchObject({ groupNames: ['b', 'a', 'c'] })
  })

  it('refuses a program that is too large, with the limit', () => {
    const result = compileRegex('(?:[a-z]{1,30}\\.){1,30}(?:abcdefghij){500}')
    expect(result).toMatchObject({ kind: 'fault' })
    expect(result.kind === 'fault' && result.message).toContain('5000')
  })

  it('refuses groups that nest without end', () => {
    expect(parseRegex('('.repeat(100_000))).toMatchObject({ kind: 'fault' })
  })

  it('refuses exactly the patterns that re2js refuses', () => {
    const pieces = [
      ...'ab^$.|()[]{}*+?\\-,:<>=!PiQEdDpxA0179_ \n',
      '(?',
      '(?P<',
      '(?<n>',
      '(?i)',
      '(?-s:',
      '{2}',
      '{1,3}',
      '{,2}',
      '{2,}',
      '{0,1}',
      '[^',
      '[:alpha:]',
      '[[:^space:]]',
      '\\pL',
      '\\p{Greek}',
      '\\P{^Lu}',
      '\\x41',
      '\\x{1F600}',
      '\\Q',
      '\\E',
      '\\b',
      '\\z',
      '\\012',
      '\\d',
      '\\W',
      '\u00e9',
      '\u{1f600}',
      '\ud800',
      '\\\u00e9',
      'a-',
      '{01}',
      '{1001}',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const source = parts.join('')
        expect(`${source} ${parseRegex(source).kind === 'parsed'}`).toBe(`${source} ${isAccepted(source)}`)
      }),
      { numRuns: 1000 },
    )
  })
})

function isAccepted(source: string): boolean {
  try {
    RE2JS.compile(source)
    return true
  } catch {
    return false
  }
}
