import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/scan/match/fingerprint.ts'

const base = { rule: 'rule-a', path: 'src/a.js', code: 'eval(x)', occurrence: 0 }

describe('fingerprint', () => {
  it('never changes between versions', () => expect(fingerprint(base)).toBe('1bf1b90e3418f098d5128dc670d14b07'))

  it.each([
    { name: 'indentation', code: '  eval(x)\n' },
    { name: 'ends', code: '\teval(x)' },
  ])('ignores $name', ({ code }) => expect(fingerprint({ ...base, code })).toBe(fingerprint(base)))

  it('treats any run of white space as one space', () => {
    expect(fingerprint({ ...base, code: 'f(a,\r\n\t b)' })).toBe(fingerprint({ ...base, code: 'f(a, b)' }))
  })

  it.each([
    { name: 'rule', other: { ...base, rule: 'rule-b' } },
    { name: 'path', other: { ...base, path: 'src/b.js' } },
    { name: 'code', other: { ...base, code: 'eval(y)' } },
    { name: 'white space where there was none', other: { ...base, code: 'eval (x)' } },
    { name: 'occurrence', other: { ...base, occurrence: 1 } },
    { name: 'place of a boundary', other: { ...base, rule: 'rule-a"', path: ',src/a.js' } },
  ])('differs by $name', ({ other }) => expect(fingerprint(other)).not.toBe(fingerprint(base)))

  it('distinguishes lone surrogates', () => {
    expect(fingerprint({ ...base, code: '\uD800' })).not.toBe(fingerprint({ ...base, code: '\uD801' }))
  })

  it('is 32 hexadecimal digits, and the same only for the same four parts', () => {
    const part = fc.string({ unit: fc.constantFrom('"', ',', '\\', 'a', '0') })
    const input = fc.record({ rule: part, path: part, code: part, occurrence: fc.nat(3) })
    fc.assert(
      fc.property(input, input, (left, right) => {
        expect(fingerprint(left)).toMatch(/^[0-9a-f]{32}$/)
        expect(fingerprint(left) === fingerprint(right)).toBe(JSON.stringify(left) === JSON.stringify(right))
      }),
    )
  })
})
