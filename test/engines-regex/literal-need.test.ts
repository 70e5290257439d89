import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRegex } from '../../src/engines/regex/compile-regex.ts'
import type { LiteralNeed } from '../../src/model/literal-need.ts'
import { sampleRegex } from './sample-regex.ts'

const NEEDS = [
  { name: 'a plain word', source: 'password', need: 'password' },
  { name: 'a word in any case', source: '(?i)PassWord', need: 'password' },
  { name: 'an alternation', source: 'foo|bar', need: '(foo|bar)' },
  { name: 'an alternation with an empty branch', source: 'foo|', need: '*' },
  { name: 'an alternation within a word', source: 'api[_-]?key', need: '(apikey|api_key|api-key)' },
  { name: 'parts apart', source: 'exec.*shell=True', need: 'exec&shell=true' },
  { name: 'weak parts beside a strong one', source: '\\b=\\s*eval\\s*\\(', need: 'eval' },
  { name: 'a weak part alone', source: '\\$\\s*\\{\\{', need: '{{' },
  { name: 'an optional part', source: 'exec(?:Sync)?\\(', need: '(exec(|execsync()' },
  { name: 'a repeated part', source: 'x(?:abc)+y', need: 'xabc&abcy' },
  { name: 'a part that may be repeated', source: 'foo(?:abc)*bar', need: 'foo&bar' },
  { name: 'a counted part', source: '(?:ab){2}c', need: 'ababc' },
  { name: 'a small class', source: 'gh[pousr]_', need: '(ghp_|gho_|ghu_|ghs_|ghr_)' },
  { name: 'a large class', source: 'key[0-9]val', need: 'key&val' },
  { name: 'a character outside ASCII', source: 'caf\u00e9 latte', need: 'caf&~& latte' },
  { name: 'a class of characters outside ASCII', source: '[\\x{202a}-\\x{202e}]|\\x{2066}', need: '~' },
  { name: 'a class of which one is ASCII by folding', source: '(?i)[\\x{170}-\\x{180}]', need: '*' },
  { name: 'a class of non-ASCII and ASCII characters', source: '[a\\x{202e}]', need: '*' },
  { name: 'the Kelvin sign', source: '\u212aey', need: 'key' },
  { name: 'nested groups', source: '((foo)(bar[a-z]+))baz', need: 'foobar&baz' },
  { name: 'an empty class', source: 'foo[^\\x{0}-\\x{10ffff}]', need: 'foo' },
  { name: 'any text', source: '[a-z]+', need: '*' },
  { name: 'no text at all', source: '', need: '*' },
]

describe('the need of a regex', () => {
  it.each(NEEDS)('is read from $name', ({ source, need }) => {
    const regex = compileRegex(source)
    expect(regex.kind === 'regex' && print(regex.need)).toBe(need)
  })

  it('is met by every text that matches', () => {
    fc.assert(
      fc.property(sampleRegex(), ({ source, text }) => {
        const regex = compileRegex(source)
        if (regex.kind === 'fault' || !regex.test(text)) return
        expect(`${source} needs ${print(regex.need)}: ${isMet(regex.need, text)}`).toBe(`${source} needs ${print(regex.need)}: true`)
      }),
      { numRuns: 1000 },
    )
  })

  it('does not explode', () => {
    const regex = compileRegex('(?:[ab]|[cd]|x{0,10}){60}(?:foo|bar|baz){0,40}secret')
    expect(regex.kind === 'regex' && print(regex.need)).toBe('secret')
  })
})

function print(need: LiteralNeed): string {
  if (need.kind === 'literal') return need.text
  if (need.kind === 'all') return need.of.map(print).join('&')
  if (need.kind === 'some') return `(${need.of.map(print).join('|')})`
  if (need.kind === 'beyond-ascii') return '~'
  return need.kind === 'anything' ? '*' : '!'
}

function isMet(need: LiteralNeed, text: string): boolean {
  if (need.kind === 'literal') return fold(text).includes(fold(need.text))
  if (need.kind === 'all') return need.of.every((part) => isMet(part, text))
  if (need.kind === 'some') return need.of.some((part) => isMet(part, text))
  if (need.kind === 'beyond-ascii') return /[^\0-\x7f]/.test(text)
  return need.kind === 'anything'
}

function fold(text: string): string {
  return text
    .replaceAll('\u212a', 'k')
    .replaceAll('\u017f', 's')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
