import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyBuffer } from '../../adapters/http/body/body-buffer.ts'
import { createByteBudget } from '../../adapters/http/body/byte-budget.ts'

/** Opens bodies of ten bytes, one for each caller, and returns the answers. */
function holdTens(limit: number, callers: string): string[] {
  const budget = createByteBudget(limit)
  return [...callers].map((caller) => budget.open(caller).resize(10))
}

describe('a byte budget', () => {
  it.each([
    { name: 'one body of any size, alone', limit: 10, callers: 'a', told: ['open'] },
    { name: 'half, alone', limit: 40, callers: 'aaa', told: ['open', 'open', 'caller-busy'] },
    { name: 'no more than others have left', limit: 60, callers: 'bbaab', told: ['open', 'open', 'open', 'open', 'caller-busy'] },
    { name: 'one body, however much others hold', limit: 40, callers: 'abcd', told: ['open', 'open', 'open', 'open'] },
    { name: 'nothing if all memory is used', limit: 40, callers: 'abcde', told: ['open', 'open', 'open', 'open', 'busy'] },
  ])('lets a caller hold $name', ({ limit, callers, told }) => {
    expect(holdTens(limit, callers)).toEqual(told)
  })

  it('is available again after all bytes are returned, and then accepts an answer of any size', () => {
    const budget = createByteBudget(10)
    const body = budget.open('a')
    body.resize(10)
    expect([budget.open('b').resize(1), budget.open('b').holdWhole(11)]).toEqual(['busy', false])
    body.end()
    expect(budget.open('b').holdWhole(1_000)).toBe(true)
  })
})

describe('the buffer of a body', () => {
  it('returns the appended bytes, and uses at most twice their memory', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 5_000 })), (chunks) => {
        let held = 0
        const lease = {
          resize: (bytes: number) => {
            held = bytes
            return 'open' as const
          },
          holdWhole: () => true,
          end: () => {},
        }
        const buffer = createBodyBuffer({ lease, most: 1_000_000, announced: undefined })
        for (const chunk of chunks) buffer.append(chunk)
        const bytes = buffer.take()
        expect(Buffer.compare(bytes, Buffer.concat(chunks))).toBe(0)
        expect(bytes.buffer.byteLength).toBe(held)
        expect(held).toBeLessThanOrEqual(Math.max(4_096, 2 * bytes.length))
      }),
    )
  })
})
