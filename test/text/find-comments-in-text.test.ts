import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCommentsInText } from '../../src/text/find-comments-in-text.ts'

const hash = { line: ['#'], block: [] }
const slashes = { line: ['//', '#'], block: [['/*', '*/']] } as const
const markup = { line: [], block: [['<!--', '-->']] } as const

describe('findCommentsInText', () => {
  it.each([
    { name: 'a line of its own', syntax: hash, text: '# one\nx: 1', comments: ['# one'] },
    { name: 'after a value', syntax: hash, text: 'x: 1 # one\r\ny: 2 # two', comments: ['# one', '# two'] },
    { name: 'before a lone CR', syntax: hash, text: '# one\rx', comments: ['# one'] },
    { name: 'none within a word', syntax: hash, text: 'color=a#b\nurl=https://x/#top', comments: [] },
    { name: 'none within quotes', syntax: hash, text: `a: "x # y"\nb: 'it # is' # real`, comments: ['# real'] },
    { name: 'an escaped quote', syntax: hash, text: String.raw`a: "x \" # y" # real`, comments: ['# real'] },
    { name: 'after an apostrophe', syntax: hash, text: "a: don't # can't\n# real", comments: ["# can't", '# real'] },
    { name: 'after a quote that closes nowhere', syntax: hash, text: 'a: " # one\n# two', comments: ['# one', '# two'] },
    { name: 'no address', syntax: slashes, text: 'x = https://example.com // real', comments: ['// real'] },
    { name: 'right after code', syntax: slashes, text: 'x = 1;// real', comments: ['// real'] },
    { name: 'blocks over lines', syntax: slashes, text: 'x /* a\nb */ y /* c', comments: ['/* a\nb */', '/* c'] },
    { name: 'markup', syntax: markup, text: '<p><!-- a --></p> <!--b-->', comments: ['<!-- a -->', '<!--b-->'] },
    { name: 'a language without comments', syntax: { line: [], block: [] }, text: '# x', comments: [] },
    { name: 'the longest opener', syntax: { line: ['--'], block: [['--[[', ']]']] } as const, text: '--[[ a\nb ]] c', comments: ['--[[ a\nb ]]'] },
  ])('finds $name', ({ syntax, text, comments }) => {
    expect(findCommentsInText(text, syntax).map(({ start, end }) => text.slice(start, end))).toEqual(comments)
  })

  it('gives spans in order, without overlap, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('/', '*', '#', '"', "'", '\\', '\n', ' ', 'a') }), (text) => {
        let last = 0
        for (const { start, end } of findCommentsInText(text, slashes)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  // A quadratic algorithm would run into the timeout.
  it('stays linear on a line full of quotes', () => {
    expect(findCommentsInText('"\\'.repeat(2_000_000), hash)).toEqual([])
  })
})
