import { describe, expect, it } from 'vitest'
import { analysePattern, findAttack } from '../../src/engines/backtracking/find-attack.ts'

/** Patterns, and how their time grows. */
const CASES = {
  exponential: [
    '(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(a*)*b',
    '(x+x+)+y',
    '^(\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(?:(?:a|b)+c?)+$',
    '^(([a-z]+)-?)+$',
    '^(a|b|ab)*c',
    '^(?=(a+)+$)b',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    '^"(?:[^"\\\\]|\\\\"|\\\\[^])*"$',
  ],
  polynomial: [
    '\\s+$',
    '^\\s+|\\s+$',
    '.*foo',
    '^.*.*foo$',
    '^(\\d+)\\s*(\\d+)$',
    '<!--(?:(?!-->)[\\s\\S])*-->',
    '"([^"\\\\]|\\\\.)*"',
    '[^\\n]*\\n',
    '^\\S+@\\S+\\.\\S+$',
    '\\{\\{(.+?)\\}\\}',
    '^-+|-+$',
    '/\\*[\\s\\S]*?\\*/',
  ],
  linear: [
    '^\\s*$',
    '^[a-z]+$',
    '\\d+',
    '^\\d+-\\d+$',
    '^.*foo',
    '(a+)+',
    '^(?:[^,]*,)*$',
    '^([^"\\\\]|\\\\.)*$',
    '(?:\\r\\n|\\n|\\r)',
    '^[\\w.]+@[\\w.]+\\.\\w+$',
    '[^a-z0-9]+',
    '^([a-z0-9]+-)*[a-z0-9]+$',
    '^(\\+\\d{1,2}\\s)?\\(?\\d{3}\\)?[\\s.-]\\d{3}[\\s.-]\\d{4}$',
    '^(([^<>()[\\]\\\\.,;:\\s@"]+(\\.[^<>()[\\]\\\\.,;:\\s@"]+)*)|(".+"))@((\\[[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\])|(([a-zA-Z\\-0-9]+\\.)+[a-zA-Z]{2,}))$',
  ],
} as const

const rows = Object.entries(CASES).flatMap(([growth, texts]) => texts.map((text) => ({ growth, text })))

describe('the time of a backtracking matcher', () => {
  it.each(rows)('is $growth for $text', ({ growth, text }) => {
    expect(findAttack({ text, syntax: 'javascript', flags: '' }, 'anywhere')?.growth ?? 'linear').toBe(growth)
  })

  it('is shown by a text', () => {
    expect(findAttack({ text: '^(a+)+$', syntax: 'javascript', flags: '' }, 'anywhere')).toEqual({
      growth: 'exponential',
      prefix: 'a',
      word: 'a',
      suffix: '!',
    })
  })

  it.each([
    { name: 'at the beginning alone', text: '\\s+x', tried: 'start', growth: undefined },
    { name: 'anywhere', text: '\\s+x', tried: 'anywhere', growth: 'polynomial' },
    { name: 'on the whole', text: '(a+)+', tried: 'whole', growth: 'exponential' },
  ] as const)('depends on where a match is tried: $name', ({ text, tried, growth }) => {
    expect(findAttack({ text, syntax: 'python', flags: '' }, tried)?.growth).toBe(growth)
  })

  it.each([
    { name: 'modes', text: '(?i)^(x+)+$', flags: '', growth: 'exponential' },
    { name: 'named groups', text: '^(?P<word>a*)*$', flags: '', growth: 'exponential' },
    { name: 'groups that give nothing back', text: '^(?>a+)+$', flags: '', growth: undefined },
    { name: 'possessive repetition', text: '^(?:a+b?)++$', flags: '', growth: undefined },
    { name: 'white space and comments', text: '^ ( \\w+ )+  # words\n $', flags: 'x', growth: 'exponential' },
    { name: 'conditions, which are not read', text: '^(a)?(?(1)(b+)+|c)$', flags: '', growth: undefined },
  ])('is found for $name of Python', ({ text, flags, growth }) => {
    expect(findAttack({ text, syntax: 'python', flags }, 'anywhere')?.growth).toBe(growth)
  })

  it.each(['(', 'a)', '[b-a]', '*a', `(?:${'a?'.repeat(600)})+$`, '(?:'.repeat(500) + ')'.repeat(500)])('is not found for %s', (text) => {
    expect(findAttack({ text, syntax: 'javascript', flags: '' }, 'anywhere')).toBeUndefined()
  })
})

describe('the analysis is undecided, with a reason, if', () => {
  it.each([
    { name: 'a pattern is too long', text: 'a'.repeat(2001), why: 'longer than' },
    { name: 'a pattern is not read', text: '\\p{Unheard}', flags: 'u', why: 'syntax' },
    { name: 'a lookbehind repeats something', text: '(?<=[{,]\\s*)b', why: 'lookbehind' },
    { name: 'its steps are spent', text: '(?:a|b|ab)*c(?:a|b|ab)*d', effort: { steps: 5, measured: 1 }, why: 'steps' },
  ])('$name', ({ text, flags = '', effort, why }) => {
    expect(analysePattern({ text, syntax: 'javascript', flags }, 'anywhere', effort)).toMatchObject({
      kind: 'undecided',
      why: expect.stringContaining(why),
    })
  })
})
