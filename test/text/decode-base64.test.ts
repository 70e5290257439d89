import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../src/text/decode-base64.ts'

describe('decodeBase64', () => {
  it.each([
    { name: 'padded base64', encoded: 'aGVsbG8=', text: 'hello' },
    { name: 'base64 without padding', encoded: 'aGVsbG8', text: 'hello' },
    { name: 'base64url', encoded: 'Pz8_Pj4-', text: '???>>>' },
    { name: 'base64 of the same', encoded: 'Pz8/Pj4+', text: '???>>>' },
    { name: 'base64 over lines', encoded: 'aGVs\r\n  bG8=\n', text: 'hello' },
    { name: 'UTF-8', encoded: '4oKs8J+YgA==', text: '€😀' },
    { name: 'the head of a token', encoded: 'eyJhbGciOiJub25lIn0', text: '{"alg":"none"}' },
    { name: 'nothing', encoded: '', text: undefined },
    { name: 'padding alone', encoded: '==', text: undefined },
    { name: 'a length that no bytes have', encoded: 'aGVsb', text: undefined },
    { name: 'foreign characters', encoded: 'aGVs!G8=', text: undefined },
    { name: 'padding in the middle', encoded: 'aGU=bGxv', text: undefined },
    { name: 'bytes that are no UTF-8', encoded: '//79/A==', text: undefined },
  ])('reads $name', ({ encoded, text }) => expect(decodeBase64(encoded)).toBe(text))

  it('decodes encoded text in both alphabets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
        const bytes = Buffer.from(text, 'utf8')
        expect(decodeBase64(bytes.toString('base64'))).toBe(text)
        expect(decodeBase64(bytes.toString('base64url'))).toBe(text)
      }),
    )
  })
})
