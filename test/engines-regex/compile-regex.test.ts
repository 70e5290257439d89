import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { compileRegex } from '../../src/engines/regex/compile-regex.ts'
import type { CompiledRegex } from '../../src/engines/regex/compile-regex.ts'
import { sampleRegex } from './sample-regex.ts'

const FOUND = [
  { name: 'words from left to right', source: '[a-z]+', text: 'ab cd', found: ['ab', 'cd'] },
  { name: 'an empty match after each character', source: 'x*', text: 'a😀b', found: ['', '', '', ''] },
  { name: 'the leftmost match, not the one that ends first', source: 'abcde|c', text: 'abcde abcd', found: ['abcde', 'c'] },
  { name: 'the first alternative that matches', source: 'a|ab', text: 'ab', found: ['a'] },
  { name: 'the shortest if lazy', source: '<.+?>', text: '<a><b>', found: ['<a>', '<b>'] },
  { name: 'a match that starts over within a failed one', source: 'aab', text: 'aaab aaaab', found: ['aab', 'aab'] },
  { name: 'a repeated head', source: 'a*b', text: 'caaab', found: ['aaab'] },
  { name: 'a match over lines', source: 'a\\s+b', text: 'a\n\n b', found: ['a\n\n b'] },
  { name: 'a match with a line feed on its far side', source: '[^,]+', text: 'a\nb,c', found: ['a\nb', 'c'] },
  { name: 'lines with the flag for them', source: '(?m)^\\w+$', text: 'ab\ncd e\nfg', found: ['ab', 'fg'] },
  { name: 'ends of the text without it', source: '^\\w+|\\w+$', text: 'ab\ncd\nef', found: ['ab', 'ef'] },
  { name: 'no dot over lines', source: 'a.*', text: 'ab\nac', found: ['ab', 'ac'] },
  { name: 'a dot over lines with the flag for it', source: '(?s)a.*', text: 'ab\nac', found: ['ab\nac'] },
  { name: 'any case with the flag for it', source: '(?i)key', text: 'KEY \u212aeY', found: ['KEY', '\u212aeY'] },
  { name: 'word boundaries after a match', source: '\\bab', text: 'abab ab', found: ['ab', 'ab'] },
  { name: 'characters outside the basic plane as one', source: '^.$', text: '😀', found: ['😀'] },
  { name: 'one of a class outside the basic plane', source: '[😀-😂]', text: 'x😁y', found: ['😁'] },
  { name: 'an unpaired surrogate as a character', source: 'a.b', text: 'a\ud800b a\udc00b', found: ['a\ud800b', 'a\udc00b'] },
  { name: 'nothing in the empty text', source: 'a', text: '', found: [] },
  { name: 'the empty match in the empty text', source: '', text: '', found: [''] },
]

describe('a compiled regex', () => {
  it.each(FOUND)('finds $name', ({ source, text, found }) => {
    expect([...compiled(source).matchAll(text)].map(({ start, end }) => text.slice(start, end))).toEqual(found)
  })

  it.each([
    ...FOUND.map(({ source, text }) => ({ source, text })),
    { source: '(?i)kiss', text: '\u212aI\u017fs' },
    { source: '(?i)\u212aiss', text: 'kiss' },
    { source: 'kiss', text: '\u212aiss' },
    { source: '(?i)straße', text: 'STRAßE' },
    { source: '(?i)İstanbul', text: 'İstanbul' },
    { source: '(select|insert).+from', text: 'select 1' },
  ])('gives the same answer as re2js for a new text: $source', ({ source, text }) => {
    expect(compiled(source).test(text)).toBe(RE2JS.compile(source).matcher(text).find())
  })

  it('gives the named groups that took part, with UTF-16 offsets', () => {
    const regex = compiled('(?P<key>\\w+)=(?:"(?<quoted>[^"]*)"|(?P<bare>\\w+))')
    expect(regex.groupNames).toEqual(['key', 'quoted', 'bare'])
    expect(regex.find('😀 token="s3" x=y', 0)).toEqual({
      start: 3,
      end: 13,
      groups: [
        { name: 'key', start: 3, end: 8 },
        { name: 'quoted', start: 10, end: 12 },
      ],
    })
  })

  it('searches from an offset, with the text before it as context', () => {
    expect(compiled('\\bab').find('ab ab', 1)?.start).toBe(3)
    expect(compiled('^a').find('aa', 1)).toBeUndefined()
    expect(compiled('.').find('😀x', 1)?.start).toBe(2)
    expect(compiled('a?').find('b', 2)).toBeUndefined()
  })

  it('finds one by one', () => {
    const matches = compiled('a').matchAll('a'.repeat(1_000_000))
    expect(matches.next().value).toMatchObject({ start: 0, end: 1 })
  })

  it('finds the same matches as re2js', () => {
    const noise = fc.string({
      unit: fc.constantFrom('key', 'Secret', 'ss', 'K', 'a', 'x', 'y', '\n', ' ', 's', '\u212a', '\u00e9', '😀', '\ud83d', '\ude00', '='),
      maxLength: 12,
    })
    fc.assert(
      fc.property(sampleRegex(), noise, noise, ({ source, text }, before, after) => {
        const regex = compileRegex(source)
        if (regex.kind === 'fault') return
        const whole = before + text + after + text
        const found = [...regex.matchAll(whole)].map(({ start, end }) => [start, end])
        expect({ source, whole, found }).toEqual({ source, whole, found: plainMatches(source, whole) })
        expect(regex.test(whole)).toBe(found.length > 0)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['begins inside an attempted match', String.raw`(?P<name>token|key)\s*=\s*"(?P<value>[^"]{16,})"`, (long: string) => `key="token = "${long}" "`],
    ['has another one within', 'a[a-z]+(?:b|c)+;', (long: string) => `aa${long}bcb;`],
    ['begins where a word does', String.raw`\bpass(?P<rest>\w+)\b`, (long: string) => `xpass pass${long} pass`],
    ['begins where a word does not', String.raw`\Bpass(?P<rest>\w+)\b`, (long: string) => `pass xpass${long} pass`],
    ['begins with a line', '(?m)^[ ]*key(?P<rest>[a-z]+)$', (long: string) => `xkey\n  key${long}\nkey`],
    ['ends with the text', '(?P<rest>key[a-z]+)$', (long: string) => `key; key${long}`],
    ['prefers another alternative', '(?:k|ke|key)(?:e|ey)?(?P<rest>[a-z]+)(?P<last>;|:)?', (long: string) => `;key${long}:`],
    ['has characters outside the basic plane', '(?P<first>😀+)[a-z😀]+(?P<last>.)', (long: string) => `\ude00😀😀${long}😁`],
    ['begins after many that do not', 'k[a-z]*;', (long: string) => `${'k1'.repeat(1_000)}k${long};`],
    ['is as short as can be', 'k(?P<rest>[a-z]+?)(?:;|zz)', (long: string) => `kk${long}zz;`],
  ])('finds a long match that %s as re2js does', (_, source, text) => {
    const whole = `a = 1\n${text('abcdefghij'.repeat(400))}\n`.repeat(2)
    const matcher = RE2JS.compile(source).matcher(whole)
    for (const match of compiled(source).matchAll(whole)) {
      expect(matcher.find()).toBe(true)
      expect([match.start, match.end]).toEqual([matcher.start(), matcher.end()])
      for (const { name, start, end } of match.groups) expect([name, start, end]).toEqual([name, matcher.start(name), matcher.end(name)])
    }
    expect(matcher.find()).toBe(false)
  })

  it('stays right when the automaton has too many states to keep', () => {
    const text = Array.from({ length: 40_000 }, (_, index) => 'ab'[(index * index * 7 + (index >> 3)) % 2] ?? '').join('')
    const source = '(?:a|b)*a(?:a|b){14}c|b{9}c'
    expect(compiled(source).test(text)).toBe(false)
    expect(compiled(source).test(`${text}bbbbbbbbbc`)).toBe(true)
  })
})

function compiled(source: string): CompiledRegex {
  const regex = compileRegex(source)
  if (regex.kind === 'fault') throw new Error(`${source}: ${regex.message}`)
  return regex
}

function plainMatches(source: string, text: string): (readonly [number, number])[] {
  const matcher = RE2JS.compile(source).matcher(text)
  const found: (readonly [number, number])[] = []
  for (let from = 0; from <= text.length && matcher.find(from); ) {
    const [start, end] = [matcher.start(), matcher.end()]
    found.push([start, end])
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
  return found
}
