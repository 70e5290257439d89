import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUtf8Fault } from '../../adapters/http/json/find-utf8-fault.ts'
import { locateJsonFault } from '../../adapters/http/json/locate-json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const almostJson = fc
  .tuple(fc.json(), fc.nat(), fc.nat(2), fc.constantFrom(...'{}[]:,"\\ntf0123456789.-+eE \t\n\u0001\ud800u/*'))
  .map(([json, at, removed, inserted]) => json.slice(0, at % (json.length + 1)) + inserted + json.slice((at % (json.length + 1)) + removed))

/** Texts that can be appended where the token is expected. */
function continuations(text: string, expected: string): readonly string[] {
  const word = /`(true|false|null)`/.exec(expected)?.[1]
  if (word) return [...word].map((_, index) => word.slice(index)).filter((rest) => text.endsWith(word.slice(0, word.length - rest.length)))
  if (expected.includes('escapes')) return ['n', '0', '00', '000', '0000']
  if (expected.includes('`}`')) return ['}']
  if (expected.includes('`]`')) return [']']
  if (expected.includes('key')) return ['"a"']
  return [/`(.)`/.exec(expected)?.[1] ?? '0']
}

/** Whether the text can be completed to JSON according to `JSON.parse`. */
function canEnd(text: string): boolean {
  if (isJson(text)) return true
  const fault = locateJsonFault(text)
  return fault?.offset === text.length && continuations(text, fault.expected).some((more) => canEnd(text + more))
}

describe('locateJsonFault', () => {
  it('finds a fault exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => (locateJsonFault(text) === undefined) === isJson(text)),
      { numRuns: 3_000 },
    )
  })

  it('is the end of the longest prefix of a JSON text', () => {
    fc.assert(
      fc.property(almostJson, (text) => {
        const fault = locateJsonFault(text)
        if (!fault) return
        expect(canEnd(text.slice(0, fault.offset))).toBe(true)
        if (fault.offset < text.length) expect(canEnd(text.slice(0, fault.offset + 1))).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('accepts deep nesting and long texts', () => {
    expect(locateJsonFault('['.repeat(500_000))).toEqual({ offset: 500_000, expected: 'a value' })
    expect(locateJsonFault(`"${'a'.repeat(1_000_000)}`)).toEqual({ offset: 1_000_001, expected: '`"`' })
  })
})

describe('findUtf8Fault', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom('a', 'é', '€', '😀'), fc.string()), { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')))

  it('finds none in UTF-8', () => {
    fc.assert(fc.property(pieces, (bytes) => findUtf8Fault(bytes) === undefined))
  })

  it.each([0xff, 0xc0, 0x80, 0xf8])('finds the byte %i behind any text, whatever follows', (byte) => {
    fc.assert(fc.property(pieces, fc.uint8Array(), (bytes, rest) => findUtf8Fault(Buffer.from([...bytes, byte, ...rest])) === bytes.length))
  })

  it.each([
    { name: 'a character that is cut short', bytes: [0x61, 0xe2, 0x82], at: 1 },
    { name: 'a surrogate', bytes: [0x61, 0x62, 0xed, 0xa0, 0x80], at: 2 },
    { name: 'an overlong character', bytes: [0xc0, 0x80], at: 0 },
  ])('finds $name', ({ bytes, at }) => {
    expect(findUtf8Fault(Uint8Array.from(bytes))).toBe(at)
  })
})
