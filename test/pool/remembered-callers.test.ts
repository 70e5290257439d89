import { expect, it } from 'vitest'
import { createFairLine } from '../../src/node/fair-line.ts'

const MINUTE = 60_000

const CASES = [
  { name: 'a recent caller is remembered', wait: 0, comes: 1, callers: 101 },
  { name: 'a caller whose scans were minutes ago is forgotten when another arrives', wait: 5 * MINUTE, comes: 1, callers: 1 },
  { name: 'of many that come at once no more are remembered than may be', wait: 0, comes: 10_000, callers: 4_096 },
]

it.each(CASES)('$name', ({ wait, comes, callers }) => {
  let now = 0
  const line = createFairLine<string>({ places: 64, threads: { short: 2, long: 0 }, now: () => now })
  const serve = (caller: string) => {
    line.add({ caller, size: 1_000, item: caller })
    line.take('short')?.finish(10)
  }
  for (let index = 0; index < 100; index += 1) serve(`early-${index}`)
  now += wait
  for (let index = 0; index < comes; index += 1) serve(`late-${index}`)
  expect(line.callers()).toBe(callers)
})

it('a waiting caller is remembered without a time limit', () => {
  let now = 0
  const line = createFairLine<string>({ places: 64, threads: { short: 1, long: 0 }, now: () => now })
  line.add({ caller: 'a', size: 1_000, item: 'first' })
  now += 60 * MINUTE
  line.add({ caller: 'b', size: 1_000, item: 'second' })
  expect([line.take('short')?.item, line.take('short')?.item]).toEqual(['first', 'second'])
})
