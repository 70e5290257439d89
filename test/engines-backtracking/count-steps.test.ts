import { describe, expect, it } from 'vitest'
import { countSteps } from '../../src/engines/backtracking/count-steps.ts'
import { parsePattern } from '../../src/engines/backtracking/parse-pattern.ts'
import { createSeededRandom } from '../../src/testing/seeded-random.ts'
import { makePattern, makeText } from './random-pattern.ts'

function matches(text: string, on: string, flags = ''): boolean | undefined {
  const pattern = parsePattern({ text, syntax: 'javascript', flags })
  return pattern === undefined ? undefined : countSteps(pattern, on, 'anywhere', 1e6).isMatched
}

describe('the matcher that counts', () => {
  it('matches the same as V8, for random patterns and texts', () => {
    const random = createSeededRandom('backtracking')
    const wrong: string[] = []
    for (let i = 0; i < 4000; i++) {
      const [text, on] = [makePattern(random), makeText(random)]
      if (matches(text, on) !== new RegExp(text).test(on)) wrong.push(`${text} on ${JSON.stringify(on)}`)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    { name: 'a greedy repetition', text: 'a*ab', on: 'aaab', steps: 13 },
    { name: 'a lazy repetition', text: 'a*?b', on: 'aaab', steps: 13 },
    { name: 'a bounded repetition', text: 'a{2,3}a', on: 'aaa', steps: 11 },
    { name: 'an atomic repetition', text: '(?=(a+))\\1b', on: 'aaab', steps: 17 },
    { name: 'two repetitions of the same character', text: 'a*a*b', on: 'aaaaaa', steps: 107 },
    { name: 'a repetition in a lookbehind', text: '(?<=a+)b', on: 'aab', steps: 5 },
  ])('counts the steps of $name', ({ text, on, steps }) => {
    const pattern = parsePattern({ text, syntax: 'javascript', flags: '' })
    expect(pattern && countSteps(pattern, on, 'start', 1e5)).toMatchObject({ steps, isTooDeep: false })
  })

  it('stops where a repetition nests too deep', () => {
    const pattern = parsePattern({ text: '.*x', syntax: 'javascript', flags: '' })
    expect(pattern && countSteps(pattern, 'a'.repeat(1000), 'start', 1e5).isTooDeep).toBe(true)
  })

  it.each([
    { name: 'references', text: '^(a+)b\\1$', on: 'aabaa', flags: '' },
    { name: 'named references', text: '^(?<x>a|b)\\k<x>$', on: 'bb', flags: '' },
    { name: 'references to a group that has not matched', text: '^(?:(a)|b)\\1c$', on: 'bc', flags: '' },
    { name: 'both cases', text: '^[a-c]+X$', on: 'ABCx', flags: 'i' },
    { name: 'lines', text: '^b$', on: 'a\nb\nc', flags: 'm' },
    { name: 'any character', text: 'a.b', on: 'a\nb', flags: 's' },
    { name: 'code points', text: '^.$', on: '\u{1f600}', flags: 'u' },
    { name: 'properties', text: '^\\p{Lu}\\p{Ll}+$', on: 'Word', flags: 'u' },
    { name: 'a class within a class', text: '^[[a-c][x]]+$', on: 'abx', flags: 'v' },
    { name: 'a literal brace', text: '^a{,2}$', on: 'a{,2}', flags: '' },
    { name: 'modes of a group', text: '^(?i:a)b$', on: 'Ab', flags: '' },
  ])('knows $name', ({ text, on, flags }) => {
    expect(matches(text, on, flags)).toBe(true)
  })
})
