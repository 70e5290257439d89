import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecret } from '../../src/text/redact-secret.ts'

describe('redactSecret', () => {
  it.each([
    { name: 'a long key', secret: 'AKIA'.padEnd(20, 'Z'), shown: 'AKIA…' },
    { name: 'a short password', secret: 'hunter22', shown: 'hu…' },
    { name: 'a very short one', secret: 'abc', shown: '…' },
    { name: 'nothing', secret: '', shown: '…' },
    { name: 'a pair at the cut', secret: 'abc😀'.padEnd(20, 'z'), shown: 'abc…' },
  ])('shortens $name', ({ secret, shown }) => expect(redactSecret(secret)).toBe(shown))

  it('shows at most a quarter, at most four characters, and no run of eight', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), (secret) => {
        const shown = redactSecret(secret)
        expect(shown).toBe(redactSecret(secret))
        expect(shown.length - 1).toBeLessThanOrEqual(Math.min(4, secret.length / 4))
        for (let at = 0; at + 8 <= secret.length; at++) expect(shown).not.toContain(secret.slice(at, at + 8))
      }),
    )
  })
})
