import { expect, test } from 'vitest'
import { showText } from '../../adapters/cli/output/show-text.ts'
import { toVisible } from '../../src/report/visible-text.ts'

test('messages show every character as reports do', () => {
  const differing: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (showText(character) !== toVisible(character)) differing.push(code.toString(16))
  }
  expect(differing).toEqual([])
})

test.each([
  ['an escape', '\u001b[31m', '␛[31m'],
  ['a mark of direction', 'a\u202eb', 'a<U+202E>b'],
  ['a tag', 'a\u{e0041}b', 'a<U+E0041>b'],
  ['half of a pair', 'a\ud800b', 'a\ufffdb'],
  ['other letters', 'Ähre 漢字', 'Ähre 漢字'],
])('messages show %s', (_, text, shown) => {
  expect(showText(text)).toBe(shown)
})
