import { BOUNDS } from '../../model/bounds.ts'

/**
 * Facts whose edges are to be followed, first in, first out. A fact that is in it is not added again. It can be filled and emptied any number of
 * times.
 */
export interface Worklist {
  push(fact: number): void
  /** Removes the first fact; -1 if it is empty. */
  shift(): number
  /** The facts in it. */
  pending(): readonly number[]
}

/** Removed facts that are kept before the rest moves to the front. */
const MAX_REMOVED = BOUNDS.worklistRemoved.value

/** Creates an empty worklist. */
export function createWorklist(): Worklist {
  let facts: number[] = []
  let next = 0
  let queued = new Uint8Array(1024)
  return {
    push: (fact) => {
      if (fact >= queued.length) {
        const larger = new Uint8Array(2 * Math.max(fact, queued.length))
        larger.set(queued)
        queued = larger
      }
      if (queued[fact] === 1) return
      queued[fact] = 1
      facts.push(fact)
    },
    shift: () => {
      if (next >= facts.length) return -1
      const fact = facts[next++]
      queued[fact] = 0
      if (next >= MAX_REMOVED) {
        facts = facts.slice(next)
        next = 0
      }
      return fact
    },
    pending: () => facts.slice(next),
  }
}
