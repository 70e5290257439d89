import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQueryCache, distinct, MAX_RESULTS, type QueryCache, union } from '../../src/flow/points-to/query-cache.ts'

const QUERIES = 12
const FACTS = 4

/** What each query reads: facts, and other queries. Facts are numbered after the queries. */
interface Graph {
  readonly facts: readonly (readonly number[])[]
  readonly queries: readonly (readonly number[])[]
}

/** A cache over a graph, with the number of computations of each query. The result of a query is its own number and what it reads. */
function openCache(graph: Graph, values: readonly (readonly number[])[]): { readonly cache: QueryCache; readonly computed: readonly number[] } {
  const computed = new Array<number>(graph.queries.length).fill(0)
  const cache: QueryCache = createQueryCache({
    count: graph.queries.length + FACTS,
    countsAsNested: () => true,
    compute: (key) => {
      computed[key]++
      const found = new Set([key])
      for (const fact of graph.facts[key]) {
        cache.dependOn(graph.queries.length + fact)
        for (const value of values[fact]) found.add(value)
      }
      for (const other of graph.queries[key]) for (const value of cache.query(other)) found.add(value)
      return [...found].toSorted((left, right) => left - right)
    },
  })
  return { cache, computed }
}

/** The queries that a query reads, directly or not, itself included. */
function reachable({ queries }: Graph, key: number): ReadonlySet<number> {
  const open = new Set([key])
  for (const at of open) for (const next of queries[at]) open.add(next)
  return open
}

/** The least solution, computed anew. */
function solve(graph: Graph, values: readonly (readonly number[])[], key: number): readonly number[] {
  const read = [...reachable(graph, key)]
  const found = new Set([...read, ...read.flatMap((at) => graph.facts[at].flatMap((fact) => values[fact]))])
  return [...found].toSorted((left, right) => left - right)
}

const subset = (below: number): fc.Arbitrary<number[]> => fc.uniqueArray(fc.nat(below - 1), { maxLength: 3 })
const graphs: fc.Arbitrary<Graph> = fc.record({
  facts: fc.array(subset(FACTS), { minLength: QUERIES, maxLength: QUERIES }),
  queries: fc.array(subset(QUERIES), { minLength: QUERIES, maxLength: QUERIES }),
})
/** Each query reads only queries with a higher number. */
const acyclic = graphs.map(({ facts, queries }) => ({ facts, queries: queries.map((read, key) => read.filter((other) => other > key)) }))
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('query' as const), key: fc.nat(QUERIES - 1) }),
    fc.record({ kind: fc.constant('change' as const), fact: fc.nat(FACTS - 1), value: fc.integer({ min: 100, max: 120 }) }),
  ),
  { maxLength: 40 },
)
const noValues = (): number[][] => Array.from({ length: FACTS }, () => [])

describe('query cache', () => {
  it('returns the same as a naive computation after every change', () => {
    fc.assert(
      fc.property(acyclic, steps, (graph, script) => {
        const values = noValues()
        const { cache } = openCache(graph, values)
        for (const step of script) {
          if (step.kind === 'query') expect(cache.query(step.key)).toEqual(solve(graph, values, step.key))
          else {
            values[step.fact].push(step.value)
            cache.markChanged(QUERIES + step.fact)
            cache.invalidate()
          }
        }
      }),
    )
  })

  it('computes a query again only if a fact that it depends on has changed', () => {
    fc.assert(
      fc.property(acyclic, fc.nat(FACTS - 1), (graph, changed) => {
        const { cache, computed } = openCache(graph, noValues())
        const keys = graph.queries.map((_, key) => key)
        for (const key of keys) cache.query(key)
        cache.markChanged(QUERIES + changed)
        expect(keys.every((key) => cache.isCached(key))).toBe(true)
        cache.invalidate()
        const dependsOnIt = keys.map((key) => [...reachable(graph, key)].some((at) => graph.facts[at].includes(changed)))
        expect(keys.map((key) => !cache.isCached(key))).toEqual(dependsOnIt)
        for (const key of keys) cache.query(key)
        expect(computed).toEqual(dependsOnIt.map((isInvalid) => (isInvalid ? 2 : 1)))
      }),
    )
  })

  it('returns no more than the least solution where queries form cycles, and a bounded number of computations', () => {
    fc.assert(
      fc.property(graphs, steps, (graph, script) => {
        const values = noValues()
        const { cache, computed } = openCache(graph, values)
        let changes = 1
        for (const step of script) {
          if (step.kind === 'query') {
            const solution = solve(graph, values, step.key)
            expect(solution).toEqual(expect.arrayContaining([...cache.query(step.key)]))
          } else {
            changes++
            values[step.fact].push(step.value)
            cache.markChanged(QUERIES + step.fact)
            cache.invalidate()
          }
        }
        // Each query is computed once after each change, and again as often as `MAX_RETRIES` states.
        expect(Math.max(...computed)).toBeLessThanOrEqual(changes + 2)
      }),
    )
  })

  it('computes the values of all members of a cycle on the first query', () => {
    const ring = { facts: [[], [], [0]], queries: [[1], [2], [0]] }
    expect(openCache(ring, [[100]]).cache.query(0)).toEqual([0, 1, 2, 100])
  })

  it('truncates queries that nest too deep until the next invalidation', () => {
    const length = 60
    const chain = {
      facts: Array.from({ length }, () => []),
      queries: Array.from({ length }, (_, key) => (key + 1 < length ? [key + 1] : [])),
    }
    const { cache } = openCache(chain, noValues())
    expect(cache.query(0)).toHaveLength(41)
    expect(cache.query(0)).toHaveLength(41)
    cache.invalidate()
    expect(cache.query(30)).toHaveLength(30)
    expect(cache.query(0)).toHaveLength(60)
  })

  it('does not invalidate a result that depends on nothing', () => {
    const { cache, computed } = openCache({ facts: [[], [0]], queries: [[], []] }, noValues())
    cache.query(0)
    cache.query(1)
    for (let fact = 0; fact < FACTS; fact++) cache.markChanged(2 + fact)
    cache.invalidate()
    expect([cache.isCached(0), cache.isCached(1)]).toEqual([true, false])
    cache.query(0)
    expect(computed).toEqual([1, 1])
  })
})

describe('points-to sets', () => {
  const sets = fc.uniqueArray(fc.nat(30), { maxLength: MAX_RESULTS })

  it('are united without duplicates, in order, up to the bound', () => {
    fc.assert(
      fc.property(sets, sets, (left, right) => {
        expect(union(left, right)).toEqual([...new Set([...left, ...right])].slice(0, MAX_RESULTS))
      }),
    )
  })

  it('hold each element once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (found) => {
        expect(distinct(found)).toEqual([...new Set(found)].slice(0, MAX_RESULTS))
      }),
    )
  })
})
