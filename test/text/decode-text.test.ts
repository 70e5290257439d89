import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../src/text/decode-text.ts'

const LONE_SURROGATE = /\p{Surrogate}/gu
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, littleEndian)
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian)
  return bytes
}

describe('decodeText', () => {
  it.each([
    { name: 'plain UTF-8', content: utf8('naïve = "日本 😀"'), text: 'naïve = "日本 😀"' },
    { name: 'UTF-8 with a mark', content: utf8('\uFEFFx = 1'), text: 'x = 1' },
    { name: 'only the first mark', content: utf8('\uFEFF\uFEFFx'), text: '\uFEFFx' },
    { name: 'UTF-16, little end first', content: utf16('x = "é😀"\r\n', true), text: 'x = "é😀"\r\n' },
    { name: 'UTF-16, big end first', content: utf16('x = "é😀"', false), text: 'x = "é😀"' },
    { name: 'nothing', content: new Uint8Array(), text: '' },
    { name: 'a mark and nothing', content: utf8('\uFEFF'), text: '' },
    { name: 'a string with a mark', content: '\uFEFFx', text: 'x' },
    { name: 'a string with lone surrogates', content: 'a\uD800b\uDC00', text: 'a\uD800b\uDC00' },
    { name: 'lines that end in CR as those that end in LF', content: utf8('a\rb\r\r\nc\r\nd\r'), text: 'a\nb\n\r\nc\r\nd\n' },
    { name: 'a string with a lone CR', content: '# a\rb()', text: '# a\nb()' },
    { name: 'a part of a larger buffer', content: utf8('__x = 1').subarray(2), text: 'x = 1' },
  ])('reads $name', ({ content, text }) => expect(decodeText(content)).toEqual({ text }))

  it.each([
    { name: 'a NUL byte', content: utf8('ab\0c'), fault: 'binary', detail: 'NUL byte at offset 2' },
    { name: 'a NUL byte after a byte that is no UTF-8', content: new Uint8Array([0xff, 0, 0]), fault: 'binary', detail: 'NUL byte at offset 1' },
    { name: 'NUL in a string', content: 'ab\0c', fault: 'binary', detail: 'NUL at character offset 2' },
    { name: 'NUL in UTF-16', content: utf16('a\0', true), fault: 'binary', detail: 'NUL at UTF-16 unit offset 1' },
    { name: 'Latin-1', content: new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x21]), fault: 'undecodable', detail: 'byte 0xe9 at offset 3' },
    { name: 'a sequence cut by the end', content: utf8('€').subarray(0, 2), fault: 'undecodable', detail: 'byte 0xe2 at offset 0' },
    { name: 'an overlong slash', content: new Uint8Array([0x61, 0xc0, 0xaf]), fault: 'undecodable', detail: 'byte 0xc0 at offset 1' },
    { name: 'a surrogate in UTF-8', content: new Uint8Array([0xed, 0xa0, 0x80]), fault: 'undecodable', detail: 'byte 0xed at offset 0' },
    {
      name: 'a code point beyond the last',
      content: new Uint8Array([0xf4, 0x90, 0x80, 0x80]),
      fault: 'undecodable',
      detail: 'byte 0xf4 at offset 0',
    },
    { name: 'half a pair in UTF-16', content: utf16('a\uD800b', false), fault: 'undecodable', detail: 'byte offset 4' },
    { name: 'an odd byte in UTF-16', content: utf16('ab', true).subarray(0, 5), fault: 'undecodable', detail: 'offset 4' },
  ])('refuses $name', ({ content, fault, detail }) => {
    expect(decodeText(content)).toEqual({ fault, detail: expect.stringContaining(detail) })
  })

  it('gives back every text that was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (written, littleEndian) => {
        const text = written.replaceAll('\0', '').replaceAll('\uFEFF', '').replaceAll(LONE_SURROGATE, '').replaceAll('\r', '')
        expect(decodeText(utf8(text))).toEqual({ text })
        expect(decodeText(utf16(text, littleEndian))).toEqual({ text })
      }),
    )
  })

  it('never throws, and names an offset within the file, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]), (bytes, mark) => {
        const content = new Uint8Array([...mark, ...bytes])
        const decoded = decodeText(content)
        if ('text' in decoded) return
        expect(Number(/offset (\d+)/.exec(decoded.detail)?.[1])).toBeLessThan(content.length)
      }),
      { numRuns: 2000 },
    )
  })
})
