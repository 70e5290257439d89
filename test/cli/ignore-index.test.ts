import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseIgnorePattern } from '../../src/node/ignore-pattern.ts'
import { indexPatterns } from '../../src/node/index-patterns.ts'

const part = fc.constantFrom('a', 'b', 'ab', '*', '?', '**', '[ab]', '/', '**/', '/**', '*.a', '.', '\\*', '\\/', '!', '*b')
const line = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
const segment = fc.constantFrom('a', 'b', 'ab', 'ba', 'a.a', '.a', '*', 'aab')
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))

it('an index of patterns finds the first that matches, as trying one after the other does', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), path, fc.boolean(), (lines, each, isFolder) => {
      const patterns = lines.flatMap((text) => parseIgnorePattern(text) ?? [])
      expect(indexPatterns(patterns)(each, isFolder)).toBe(patterns.find((pattern) => pattern.matches(each, isFolder)))
    }),
    { numRuns: 5_000 },
  )
})

const CASES = [
  { glob: '**/b', path: 'a/a/b', matches: true },
  { glob: '**/a*b', path: 'a/aab', matches: true },
  { glob: 'a/**/b', path: 'a/b', matches: true },
  { glob: 'a/**/b', path: 'a/x/y/b', matches: true },
  { glob: 'a/**/b', path: 'a/x/y/bb', matches: false },
  { glob: '**/a/*/b', path: 'a/a/x/b', matches: true },
  { glob: '**/a/**/b/*c', path: 'x/a/b/b/ac', matches: true },
  { glob: '*/b', path: 'a/x/b', matches: false },
  { glob: 'a*b*c', path: 'abxbxc', matches: true },
  { glob: 'a*b*c', path: 'abxbx', matches: false },
  { glob: 'a/**', path: 'a/b/c', matches: true },
  { glob: 'a**/b', path: 'ab/b', matches: true },
  { glob: '**\\/b', path: 'a/b', matches: true },
  { glob: '/**/a/b', path: 'x/a/b', matches: true },
]

it.each(CASES)('`$glob` matches $path: $matches', ({ glob, path: each, matches }) => {
  expect(parseIgnorePattern(glob)?.matches(each, false)).toBe(matches)
})
