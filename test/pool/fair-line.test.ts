import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrival, simulateLine } from './simulate-line.ts'

const THREADS = { short: 2, long: 2 }
const PLACES = 64
const HEAVY_BYTES = 463_000

const many = (count: number, arrival: Omit<Arrival, 'at'>, everyMs = 0, fromMs = 0): Arrival[] =>
  Array.from({ length: count }, (_, index) => ({ ...arrival, at: fromMs + index * everyMs }))

/** A normal caller: 20 KB every second. */
const usual = (seconds: number, fromMs = 0) => many(seconds, { caller: 'usual', size: 20_000, cost: 10 }, 1_000, fromMs)

const attacks = [
  {
    name: 'one address sends thirty uploads of 463 KB that take 20 s each',
    arrivals: many(30, { caller: 'attacker', size: HEAVY_BYTES, cost: 20_000 }),
    mostMs: 0,
  },
  {
    name: 'one address sends short ones before each that is long',
    arrivals: Array.from({ length: 60 }, (_, at) => ({ at, caller: 'attacker', size: HEAVY_BYTES, cost: at % 2 === 0 ? 50 : 20_000 })),
    mostMs: 0,
  },
  {
    name: 'one key sends uploads of 9 MB without an end',
    arrivals: many(60, { caller: 'key', size: 9_000_000, cost: 8_000 }, 500),
    mostMs: 0,
  },
  {
    name: 'one address sends a thousand small ones',
    arrivals: many(1_000, { caller: 'attacker', size: 20_000, cost: 100 }, 10),
    mostMs: 0,
  },
  {
    // The first upload of each counts as short, because nothing is known.
    name: 'twenty addresses send three uploads each that take 2 s',
    arrivals: Array.from({ length: 20 }, (_, index) => many(3, { caller: `attacker ${index}`, size: HEAVY_BYTES, cost: 2_000 })).flat(),
    mostMs: 2_000,
  },
]

describe('a fair line', () => {
  it.each(attacks)('lets others wait for at most $mostMs ms when $name', ({ arrivals, mostMs }) => {
    const { served } = simulateLine([...arrivals, ...usual(60, 5)], THREADS, PLACES)
    const waits = served
      .filter(({ arrival }) => arrival.caller === 'usual')
      .map(({ arrival, begun = Number.POSITIVE_INFINITY }) => begun - arrival.at)
    expect(waits).toHaveLength(60)
    expect(Math.max(...waits)).toBeLessThanOrEqual(mostMs)
  })

  // The first upload of each address is short by its size, so others come after these.
  it.each([1, 2, 3])('serves a caller with one upload of 20 KB immediately, when %d addresses repeatedly send 57 KB that take 10 s', (attackers) => {
    const costly = Array.from({ length: attackers }, (_, index) =>
      many(60, { caller: `attacker ${index}`, size: 57_000, cost: 10_000 }, 1_000),
    ).flat()
    const others = Array.from({ length: 60 }, (_, index) => ({ at: 21_001 + 1_000 * index, caller: `other ${index}`, size: 20_000, cost: 10 }))
    const { served } = simulateLine([...costly, ...others], THREADS, PLACES)
    const ofOthers = served.filter(({ arrival }) => arrival.caller?.startsWith('other'))
    expect(new Set(ofOthers.map(({ admission }) => admission))).toEqual(new Set(['open']))
    expect(Math.max(...ofOthers.map(({ arrival, begun = Number.POSITIVE_INFINITY }) => begun - arrival.at))).toBe(0)
  })

  it('refuses the caller that uses its share of the queue, and nobody else', () => {
    const { served, waited } = simulateLine(
      [...many(100, { caller: 'one', size: 1, cost: 1_000 }), ...many(10, { caller: 'other', size: 1, cost: 1 })],
      THREADS,
      PLACES,
    )
    expect(waited.get('one')).toBe(PLACES / 2)
    expect(new Set(served.filter(({ arrival }) => arrival.caller === 'one').map(({ admission }) => admission))).toEqual(
      new Set(['open', 'caller-busy']),
    )
    expect(new Set(served.filter(({ arrival }) => arrival.caller === 'other').map(({ admission }) => admission))).toEqual(new Set(['open']))
  })

  it('is busy for everybody when all places are taken', () => {
    const arrivals = Array.from({ length: 80 }, (_, index) => ({ at: 0, caller: `caller ${index}`, size: 1, cost: 1 }))
    const { served } = simulateLine(arrivals, THREADS, PLACES)
    expect(served.filter(({ admission }) => admission === 'busy')).toHaveLength(80 - PLACES - THREADS.short)
  })

  it('runs tasks without a caller in order of arrival, in all threads', () => {
    const { served, most } = simulateLine(many(50, { caller: undefined, size: 1, cost: 10 }), THREADS, PLACES)
    expect(served.map(({ begun = 0 }) => begun)).toEqual(Array.from({ length: 50 }, (_, index) => Math.floor(index / 2) * 10))
    expect(most.size).toBe(1)
  })

  it('gives two callers that always want more the same time, whatever their uploads cost', () => {
    const arrivals = [...many(40, { caller: 'dear', size: 1_000, cost: 200 }, 1), ...many(400, { caller: 'cheap', size: 1_000, cost: 20 }, 10)]
    const { served } = simulateLine(arrivals, { short: 1, long: 0 }, 1_000)
    const timeOf = (caller: string) =>
      served
        .filter(({ arrival, begun = Number.POSITIVE_INFINITY }) => arrival.caller === caller && begun < 4_000)
        .reduce((sum, { arrival }) => sum + arrival.cost, 0)
    expect(Math.abs(timeOf('dear') - timeOf('cheap'))).toBeLessThanOrEqual(400)
  })

  it('believes a caller that was costly to be as usual again, later', () => {
    const heavy = { caller: 'reformed', size: HEAVY_BYTES }
    const { served } = simulateLine(
      [
        { ...heavy, at: 0, cost: 20_000 },
        { ...heavy, at: 21_000, cost: 50 },
        { ...heavy, at: 3_600_000, cost: 50 },
      ],
      THREADS,
      PLACES,
    )
    expect(served.map(({ lane }) => lane)).toEqual(['short', 'long', 'short'])
  })

  const arrival = fc.record({
    at: fc.nat(5_000),
    caller: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
    size: fc.nat(2_000_000),
    cost: fc.nat(10_000),
  })
  it('starts all admitted tasks, and leaves a thread of each lane for others, for any input', () => {
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 80 }), fc.integer({ min: 2, max: 4 }), fc.nat(3), fc.nat(20), (arrivals, short, long, places) => {
        const { served, most } = simulateLine(arrivals, { short, long }, places)
        expect(served).toHaveLength(arrivals.length)
        for (const { admission, begun } of served) expect(begun !== undefined).toBe(admission === 'open')
        for (const [caller, counts] of most) {
          if (caller === '') continue
          expect(counts.short).toBeLessThanOrEqual(short - 1)
          expect(counts.long).toBeLessThanOrEqual(Math.max(1, long - 1))
        }
      }),
    )
  })
})
