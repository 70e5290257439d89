/** Answers to questions with numbers that rest on each other, each worked out once. */
export interface QueryCache {
  /** Within a circle of questions the one that is still being answered gives nothing. */
  query(key: number): readonly number[]
  /** Tells that what is being answered rests on a fact that may change. */
  dependOn(fact: number): void
  /** Tells that a fact has changed: at the next `forget` what rests on it is forgotten. */
  markChanged(fact: number): void
  invalidate(): void
  /** Whether the answer was worked out and not forgotten. */
  isCached(key: number): boolean
  /**
   * Returns the memoised result for a key, or computes it. Stores a result only when no query that it depends on can change, so that a stored result is never invalidated.
   */
  memoise<T>(memo: Map<number, T>, key: number, compute: () => T): T
}

/** Questions that may wait for each other. */
const MAX_DEPTH = 40
/** How often a question is asked again for one that was still being answered. */
const MAX_RETRIES = 2
/** More answers to one question are not told apart. */
export const MAX_RESULTS = 12
export const EMPTY: readonly number[] = []

const UNCOMPUTED = 0
const PENDING = 1
/** It rests on facts that may change. */
const PROVISIONAL = 2
const FINAL = 3

/** Questions and facts count from 0 in one row. `count` is how many there are at first. */
export function createQueryCache(count: number, find: (key: number) => readonly number[]): QueryCache {
  const results: (readonly number[])[] = new Array<readonly number[]>(count).fill(EMPTY)
  const states: number[] = new Array<number>(count).fill(UNCOMPUTED)
  /** Questions by the fact, or the question, that their answers rest on. */
  const dependents = new Map<number, number[]>()
  const changed = new Set<number>()
  let current = -1
  let isOpen = false
  let depth = 0

  /** Questions that were asked within a circle while they were being answered themselves. */
  const recursive = new Set<number>()
  const retries = new Map<number, number>()

  const restOn = (fact: number): void => {
    isOpen = true
    if (current < 0) return
    const known = dependents.get(fact)
    if (known === undefined) dependents.set(fact, [current])
    else if (known[known.length - 1] !== current) known.push(current)
  }

  const compute = (key: number): readonly number[] => {
    const asker = current
    const wasOpen = isOpen
    states[key] = PENDING
    results[key] = EMPTY
    current = key
    isOpen = false
    depth++
    const found = distinct(find(key))
    depth--
    current = asker
    results[key] = found
    states[key] = isOpen ? PROVISIONAL : FINAL
    if (recursive.delete(key) && found.length > 0) retryDependents(key)
    if (isOpen) restOn(key)
    else isOpen = wasOpen
    return found
  }

  /** What came to nothing because it rests on a question that was still being answered is asked again when it is wanted next. */
  const retryDependents = (answered: number): void => {
    const open = [answered]
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

  const invalidateDependents = (questions: Iterable<number>): void => {
    const open = [...questions]
    for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
      const above = dependents.get(fact)
      if (above === undefined) continue
      dependents.delete(fact)
      for (const key of above) {
        states[key] = UNCOMPUTED
        open.push(key)
      }
    }
  }

  return {
    query: (key) => {
      const state = states[key]
      if (state === FINAL) return results[key]
      if (state === PENDING) recursive.add(key)
      if (state === PROVISIONAL || state === PENDING) {
        restOn(key)
        return results[key]
      }
      if (depth <= MAX_DEPTH) return compute(key)
      // What is cut short stays so until it is forgotten: to ask again from everywhere takes exponential time.
      restOn(TRUNCATED)
      return EMPTY
    },
    dependOn: restOn,
    markChanged: (fact) => changed.add(fact),
    invalidate: () => {
      invalidateDependents([...changed, TRUNCATED])
      changed.clear()
    },
    isCached: (key) => states[key] === PROVISIONAL || states[key] === FINAL,
    memoise: (memo, key, compute) => {
      const known = memo.get(key)
      if (known !== undefined) return known
      const wasOpen = isOpen
      isOpen = false
      const found = compute()
      if (!isOpen) memo.set(key, found)
      isOpen = isOpen || wasOpen
      return found
    },
  }
}

/** What rests on answers that were cut short. */
const TRUNCATED = -1

/** Both, each once; the first ones alone where there are too many. */
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

/** Each once, the first ones alone where there are too many. */
export function distinct(found: readonly number[]): readonly number[] {
  return found.length < 2 ? found : [...new Set(found)].slice(0, MAX_RESULTS)
}
