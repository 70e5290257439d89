import { BOUNDS } from '../../model/bounds.ts'
import { addToGroup } from '../../model/group-by.ts'

/**
 * Results of queries that depend on each other. Each result is computed on demand and once, and invalidated when a fact that it depends on changes.
 * Queries and facts are numbers of one series (see `query-keys.ts`), results are lists of numbers.
 *
 * The scheme is that of demand-driven points-to analysis (Sridharan and Bodík, PLDI 2006): a query follows the program backwards, and queries that
 * form a cycle see the empty result of the query that is still being computed.
 */
export interface QueryCache {
  /** The result of a query. A query that is still being computed, and one beyond the depth bound, returns the empty result. */
  query(key: number): readonly number[]
  /** Records that the query that is being computed depends on a fact that may change. */
  dependOn(fact: number): void
  /** Records that a fact has changed. Takes effect at the next `invalidate`. */
  markChanged(fact: number): void
  /** Invalidates all results that depend on a changed fact, directly or through other queries, and those that the depth bound has truncated. */
  invalidate(): void
  /** Whether the query has a valid result. */
  isCached(key: number): boolean
}

/** Nested queries. A deeper query returns the empty result until the next `invalidate`. */
const MAX_DEPTH = BOUNDS.queryDepth.value
/** How often a query is computed again because a query that it depends on was still being computed. */
const MAX_RETRIES = BOUNDS.queryRetries.value
/** Size of a result. Further elements are dropped. */
export const MAX_RESULTS = BOUNDS.pointsToSetSize.value
export const EMPTY: readonly number[] = []

const UNCOMPUTED = 0
const PENDING = 1
/** Computed, and depends on a fact that may change. */
const PROVISIONAL = 2
/** Computed, and depends on no fact that may change. */
const FINAL = 3

/** Depended on by the results that the depth bound has truncated. */
const TRUNCATED = -1

export interface QueryCacheInput {
  /** Keys from 0 that are in use at first. There may be more later. */
  readonly count: number
  /** Computes the result of a query from the results of others. */
  compute(key: number): readonly number[]
  /** Whether a query counts for the depth bound. */
  countsAsNested(key: number): boolean
}

/** The state of a cache. */
interface CacheState extends QueryCacheInput {
  readonly results: (readonly number[])[]
  readonly states: number[]
  /** Queries by the fact or the query that their results depend on. */
  readonly dependents: Map<number, number[]>
  /** Queries that were asked while they were being computed. */
  readonly recursive: Set<number>
  readonly retries: Map<number, number>
  /** The query that is being computed; -1 for none. */
  current: number
  /** Whether the result that is being computed depends on a fact that may change. */
  isProvisional: boolean
  depth: number
}

/** Creates an empty cache. */
export function createQueryCache(input: QueryCacheInput): QueryCache {
  const state: CacheState = {
    ...input,
    results: new Array<readonly number[]>(input.count).fill(EMPTY),
    states: new Array<number>(input.count).fill(UNCOMPUTED),
    dependents: new Map(),
    recursive: new Set(),
    retries: new Map(),
    current: -1,
    isProvisional: false,
    depth: 0,
  }
  const changed = new Set<number>()
  return {
    query: (key) => query(state, key),
    dependOn: (fact) => dependOn(state, fact),
    markChanged: (fact) => changed.add(fact),
    invalidate: () => {
      invalidateDependents(state, [...changed, TRUNCATED])
      changed.clear()
    },
    isCached: (key) => state.states[key] === PROVISIONAL || state.states[key] === FINAL,
  }
}

function query(state: CacheState, key: number): readonly number[] {
  const known = state.states[key] ?? UNCOMPUTED
  const result = state.results[key] ?? EMPTY
  if (known === FINAL) return result
  if (known === PENDING) state.recursive.add(key)
  if (known !== UNCOMPUTED) {
    dependOn(state, key)
    return result
  }
  if (state.depth <= MAX_DEPTH || !state.countsAsNested(key)) return computeQuery(state, key)
  // Computing it anew at each of its uses would take exponential time.
  dependOn(state, TRUNCATED)
  return EMPTY
}

function dependOn(state: CacheState, fact: number): void {
  const { current, dependents } = state
  state.isProvisional = true
  if (current >= 0 && dependents.get(fact)?.at(-1) !== current) addToGroup(dependents, fact, current)
}

function computeQuery(state: CacheState, key: number): readonly number[] {
  const { results, states } = state
  const caller = state.current
  const wasProvisional = state.isProvisional
  states[key] = PENDING
  results[key] = EMPTY
  state.current = key
  state.isProvisional = false
  const level = state.countsAsNested(key) ? 1 : 0
  state.depth += level
  const found = state.compute(key)
  state.depth -= level
  state.current = caller
  results[key] = found
  states[key] = state.isProvisional ? PROVISIONAL : FINAL
  if (state.recursive.delete(key) && found.length > 0) retryDependents(state, key)
  if (state.isProvisional) dependOn(state, key)
  else state.isProvisional = wasProvisional
  return found
}

/** Results that are empty because a query was still being computed are computed again when they are next needed. */
function retryDependents({ dependents, retries, states, results }: CacheState, computed: number): void {
  const open = [computed]
  for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
    for (const key of dependents.get(fact) ?? []) {
      const retried = retries.get(key) ?? 0
      if (states[key] !== PROVISIONAL || results[key].length > 0 || retried >= MAX_RETRIES) continue
      retries.set(key, retried + 1)
      states[key] = UNCOMPUTED
      open.push(key)
    }
  }
}

function invalidateDependents({ dependents, states }: CacheState, facts: readonly number[]): void {
  const open = [...facts]
  for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
    const invalid = dependents.get(fact)
    if (invalid === undefined) continue
    dependents.delete(fact)
    for (const key of invalid) {
      states[key] = UNCOMPUTED
      open.push(key)
    }
  }
}

/** The elements of both lists, each once. Drops elements beyond `MAX_RESULTS`. */
export function union(left: readonly number[], right: readonly number[]): readonly number[] {
  if (right.length === 0 || left === right || left.length >= MAX_RESULTS) return left
  if (left.length === 0) return right
  const all = [...left]
  for (const each of right) {
    if (all.length >= MAX_RESULTS) break
    if (!all.includes(each)) all.push(each)
  }
  return all
}

/** Each element once, in the order of its first occurrence. Drops elements beyond `MAX_RESULTS`. */
export function distinct(found: readonly number[]): readonly number[] {
  return found.length < 2 ? found : [...new Set(found)].slice(0, MAX_RESULTS)
}
