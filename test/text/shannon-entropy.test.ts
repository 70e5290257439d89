import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shannonEntropy } from '../../src/text/shannon-entropy.ts'

describe('shannonEntropy', () => {
  it.each([
    { name: 'nothing', text: '', bits: 0 },
    { name: 'one character again and again', text: 'aaaa', bits: 0 },
    { name: 'two characters equally often', text: 'abab', bits: 1 },
    { name: 'four characters once each', text: 'abcd', bits: 2 },
    { name: 'an uneven pair', text: 'aaab', bits: 0.8113 },
    { name: 'characters of two units', text: '😀😁', bits: 1 },
    { name: 'each hexadecimal digit once', text: '0123456789abcdef', bits: 4 },
  ])('of $name', ({ text, bits }) => expect(shannonEntropy(text)).toBeCloseTo(bits, 4))

  it('does not depend on order and is at most log2 of the length', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), { maxLength: 60 }), (chars) => {
        const bits = shannonEntropy(chars.join(''))
        expect(shannonEntropy([...chars].reverse().join(''))).toBe(bits)
        expect(bits).toBeGreaterThanOrEqual(0)
        expect(bits).toBeLessThanOrEqual(Math.log2(Math.max(1, chars.length)) + 1e-9)
      }),
    )
  })
})
