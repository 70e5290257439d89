import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildLineIndex } from '../../src/text/build-line-index.ts'

describe('buildLineIndex', () => {
  it.each([
    { name: 'an empty text', text: '', starts: [0] },
    { name: 'LF', text: 'a\nb\n', starts: [0, 2, 4] },
    { name: 'CRLF', text: 'a\r\nb\r\n', starts: [0, 3, 6] },
    { name: 'lone CR', text: 'a\rb\r', starts: [0, 2, 4] },
    { name: 'a mixture', text: '\r\r\n\n\rx', starts: [0, 1, 3, 4, 5] },
    { name: 'separators that end no line', text: 'a\u2028b\u2029c\u0085d\ve\f', starts: [0] },
  ])('finds the lines of $name', ({ text, starts }) => {
    const index = buildLineIndex(text)
    expect(index.lineCount).toBe(starts.length)
    expect(starts.map((_, line) => index.lineStart(line + 1))).toEqual(starts)
  })

  it.each([
    { name: 'the start', offset: 0, position: { line: 1, column: 1 } },
    { name: 'a character', offset: 1, position: { line: 1, column: 2 } },
    { name: 'the CR of a CRLF', offset: 2, position: { line: 1, column: 3 } },
    { name: 'the LF of a CRLF', offset: 3, position: { line: 1, column: 4 } },
    { name: 'the next line', offset: 4, position: { line: 2, column: 1 } },
    { name: 'the second half of a surrogate pair', offset: 5, position: { line: 2, column: 2 } },
    { name: 'the end', offset: 6, position: { line: 2, column: 3 } },
    { name: 'before the text', offset: -9, position: { line: 1, column: 1 } },
    { name: 'after the text', offset: 99, position: { line: 2, column: 3 } },
  ])('places $name', ({ offset, position }) => expect(buildLineIndex('ab\r\n😀').positionAt(offset)).toEqual(position))

  it('clamps lines outside the text', () => {
    const index = buildLineIndex('ab\ncd')
    expect([index.lineStart(0), index.lineStart(-3), index.lineStart(3), index.lineStart(99)]).toEqual([0, 0, 5, 5])
  })

  it('agrees with splitting, and turns every offset into a position and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀') }), (text) => {
        const index = buildLineIndex(text)
        expect(index.lineCount).toBe(text.split(/\r\n|\r|\n/).length)
        for (let offset = 0; offset <= text.length; offset++) {
          const { line, column } = index.positionAt(offset)
          expect(index.lineStart(line) + column - 1).toBe(offset)
          if (line < index.lineCount) expect(offset).toBeLessThan(index.lineStart(line + 1))
        }
      }),
    )
  })
})
