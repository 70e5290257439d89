import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildLiteralIndex, buildWordIndex } from '../../src/engines/literal-index/build-literal-index.ts'

const CASES = [
  { name: 'nothing in an empty list', literals: [], text: 'abc', found: [] },
  { name: 'nothing in an empty text', literals: ['abc'], text: '', found: [] },
  { name: 'a literal at the start and at the end', literals: ['ab', 'yz'], text: 'ab..yz', found: ['ab', 'yz'] },
  { name: 'literals that overlap', literals: ['abcd', 'bcde', 'cdef'], text: 'abcdef', found: ['abcd', 'bcde', 'cdef'] },
  { name: 'a literal that ends another', literals: ['password', 'word', 'ord'], text: 'password', found: ['password', 'word', 'ord'] },
  { name: 'a literal within another', literals: ['password', 'ssw'], text: 'password', found: ['password', 'ssw'] },
  { name: 'a shorter literal when the longer breaks off', literals: ['abcx', 'bc'], text: 'abcy', found: ['bc'] },
  { name: 'a restart after a partial match', literals: ['aab'], text: 'aaab', found: ['aab'] },
  { name: 'any case of ASCII letters', literals: ['SeCret'], text: 'sECRET', found: ['SeCret'] },
  { name: 'no other folding', literals: ['[', '@'], text: '{`', found: [] },
  { name: 'the Kelvin sign and the long s', literals: ['key', 'secret'], text: '\u212aey \u017fecret', found: ['key', 'secret'] },
  { name: 'a literal that holds the Kelvin sign', literals: ['\u212aey'], text: 'KEY', found: ['\u212aey'] },
  { name: 'literals in a text of two bytes a unit', literals: ['eval'], text: '\u4e2d\u6587 eval \u{1f600}', found: ['eval'] },
  { name: 'nothing across a foreign character', literals: ['eval'], text: 'ev\u00e9al ev\u4e2dal', found: [] },
  { name: 'units whose low byte is a letter', literals: ['aaa'], text: '\u0161\u0161\u0161 \u6161\u6161\u6161', found: [] },
  { name: 'an empty literal everywhere', literals: ['', 'x'], text: 'y', found: [''] },
  { name: 'a literal outside ASCII nowhere', literals: ['caf\u00e9'], text: 'caf\u00e9', found: [] },
  { name: 'duplicates each for itself', literals: ['ab', 'AB', 'ab'], text: 'ab', found: ['ab', 'AB', 'ab'] },
  {
    name: 'a rope',
    literals: ['joined'],
    text: ['x'.repeat(50), 'joi', 'ned', 'y'.repeat(50)].reduce((left, right) => left + right),
    found: ['joined'],
  },
]

describe.each([
  { name: 'that searches one by one', unitsBefore: Infinity },
  { name: 'with an automaton', unitsBefore: -1 },
  { name: 'that changes over', unitsBefore: 3 },
])('a literal index $name', ({ unitsBefore }) => {
  const build = (literals: readonly string[]) => buildLiteralIndex(literals, unitsBefore)
  const occurring = (literals: readonly string[], text: string): string[] => {
    const found = build(literals).find(text)
    return literals.filter((_, index) => found[index] === 1)
  }

  it.each(CASES)('finds $name', ({ literals, text, found }) => {
    expect(occurring(literals, text)).toEqual(found)
  })

  it('forgets one text before the next', () => {
    const index = build(['one', 'two'])
    expect([...index.find('one')]).toEqual([1, 0])
    expect([...index.find('two')]).toEqual([0, 1])
    expect([...index.find('')]).toEqual([0, 0])
  })

  it('finds a literal anywhere in a long text', () => {
    const size = 70_000
    const index = build(['needle', 'pin'])
    for (const border of [16_384, 32_768, 32_768 + 16_384, 65_536, size]) {
      for (let at = border - 12; at <= border + 6 && at + 6 <= size; at++) {
        const text = `${'ne'.repeat(at / 2)}${at % 2 === 0 ? '' : 'n'}needle`.padEnd(size, '\u00e9')
        expect([at, ...index.find(text)]).toEqual([at, 1, 0])
      }
    }
  })

  it('finds the same as a separate search for each literal', () => {
    const char = fc.constantFrom('a', 'b', 'A', 'B', 'k', 'K', 's', '\u212a', '\u017f', '_', '\u00e9', '\u6161')
    const literal = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'k', 'S', '_'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(literal, { maxLength: 12 }), fc.array(fc.string({ unit: char, maxLength: 90 }), { maxLength: 3 }), (literals, texts) => {
        const index = build(literals)
        for (const text of texts) expect([...index.find(text)]).toEqual(literals.map((one) => (fold(text).includes(fold(one)) ? 1 : 0)))
      }),
      { numRuns: 500 },
    )
  })
})

function fold(text: string): string {
  return text
    .replaceAll('\u212a', 'k')
    .replaceAll('\u017f', 's')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

describe.each([
  { name: 'that searches one by one', unitsBefore: Infinity },
  { name: 'with an automaton', unitsBefore: -1 },
])('a word index $name', ({ unitsBefore }) => {
  const occurring = (words: readonly string[], text: string): string[] => {
    const found = buildWordIndex(words, unitsBefore).find(text)
    return words.filter((_, index) => found[index] === 1)
  }

  it.each([
    { name: 'a word that is the text', words: ['req'], text: 'req', found: ['req'] },
    { name: 'no word within a longer name', words: ['req', 'uire', 'ui'], text: 'require', found: [] },
    { name: 'a word after a longer name that ends with it', words: ['req'], text: 'xreq req', found: ['req'] },
    { name: 'words with their case', words: ['Req', 'req'], text: '(Req)', found: ['Req'] },
    { name: 'a word and its beginning', words: ['exec', 'execSync'], text: 'execSync(exec)', found: ['exec', 'execSync'] },
    { name: 'no beginning of a word alone', words: ['exec', 'execSync'], text: 'execSync()', found: ['execSync'] },
    { name: 'words with `$`, `_` and digits', words: ['$a', '_', 'b2'], text: '$a._[b2]', found: ['$a', '_', 'b2'] },
    { name: 'words beside characters outside ASCII', words: ['req'], text: '\u00a0req\u3000', found: ['req'] },
    { name: 'duplicates each for itself', words: ['a', 'a'], text: 'a', found: ['a', 'a'] },
    { name: 'nothing in an empty text', words: ['a'], text: '', found: [] },
  ])('finds $name', ({ words, text, found }) => {
    expect(occurring(words, text)).toEqual(found)
  })

  it('finds a word anywhere in a long text', () => {
    const size = 70_000
    const index = buildWordIndex(['needle', 'pin'], unitsBefore)
    for (const border of [16_384, 32_768, 32_768 + 16_384, 65_536, size]) {
      for (let at = border - 12; at <= border + 6 && at + 6 <= size; at++) {
        const text = `${'n'.repeat(at - 1)} needle`.padEnd(size, ';e')
        expect([at, ...index.find(text)]).toEqual([at, 1, 0])
      }
    }
  })

  it('finds no word inside a longer name anywhere in a long text', () => {
    const index = buildWordIndex(['needle', 'pin'], unitsBefore)
    for (let before = 0; before < 40; before++) {
      const text = `${' '.repeat(before)}${'needlepin'.repeat(40)}`
      expect([before, ...index.find(text)]).toEqual([before, 0, 0])
    }
  })
})
