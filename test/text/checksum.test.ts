import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasChecksum } from '../../src/text/checksum.ts'

// The example published with the format, assembled so that secret scanners do not report this file.
const BODY = 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ'
const PUBLISHED = ['ghp', BODY + '0mLq17'].join('_')

describe('the checksum crc32-base62', () => {
  it.each([
    { name: 'is in the published token', text: PUBLISHED, holds: true },
    { name: 'does not depend on the prefix', text: PUBLISHED.replace('ghp', 'npm'), holds: true },
    { name: 'is found without a prefix', text: PUBLISHED.slice(4), holds: true },
    { name: 'is not in a token with one letter changed', text: PUBLISHED.replace('zQW', 'zQV'), holds: false },
    { name: 'is not in a token whose sum has another case', text: PUBLISHED.replace('0mLq17', '0MlQ17'), holds: false },
    { name: 'is not in a placeholder', text: `ghp_${'x'.repeat(36)}`, holds: false },
    { name: 'is not in a token that is cut', text: PUBLISHED.slice(0, -1), holds: false },
    { name: 'is not in six characters', text: 'ghp_000000', holds: false },
    { name: 'is not in nothing', text: '', holds: false },
    { name: 'is not in other characters', text: `${PUBLISHED}!`, holds: false },
  ])('$name', ({ text, holds }) => expect(hasChecksum('crc32-base62', text)).toBe(holds))

  it('is the CRC32 of zip', () => {
    const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 }), (body) => {
        let sum = ''
        for (let rest = crc32(body), place = 0; place < 6; place++, rest = Math.floor(rest / 62)) sum = (alphabet[rest % 62] ?? '') + sum
        expect(hasChecksum('crc32-base62', `ghs_${body}${sum}`)).toBe(true)
      }),
    )
  })
})

describe('the checksum luhn', () => {
  it.each([
    { name: 'is in a test number of a card', text: '4111111111111111', holds: true },
    { name: 'is in one with spaces', text: '4111 1111 1111 1111', holds: true },
    { name: 'is in one with dashes', text: '5500-0055-5555-5559', holds: true },
    { name: 'is in one of fifteen digits', text: '378282246310005', holds: true },
    { name: 'is not in a number with one digit changed', text: '4111111111111112', holds: false },
    { name: 'is not in a number with two digits swapped', text: '5500005555555595', holds: false },
    { name: 'is not in letters', text: '4111x1111', holds: false },
    { name: 'is not in one digit', text: '0', holds: false },
    { name: 'is not in nothing', text: '', holds: false },
  ])('$name', ({ text, holds }) => expect(hasChecksum('luhn', text)).toBe(holds))
})
