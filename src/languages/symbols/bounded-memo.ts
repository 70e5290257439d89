/** Answers about nodes, each worked out once. */
export interface BoundedMemo<T> {
  /** The answer; `tooDeep` when it rests on answers that rest on answers in more levels than allowed. */
  ask(node: number): T
  /** Whether `ask` would answer without working. */
  knows(node: number): boolean
  /** While the answer about a node is worked out: the known answer about another, as if it were worked out here, in no further level. */
  askBeside(node: number): T
  /** While the answer about a node is worked out: the answer about another that rests on no more than what has been asked so far. */
  note(node: number, value: T): void
  /** Whether the answer is known to be too deep even when asked for by itself. */
  isTooDeep(node: number): boolean
  /** Settles that it is. */
  giveUp(node: number): void
}

/**
 * Remembers answers that are worked out from each other, in bounded depth. An answer depends on its node alone and never on what was asked before: cycles are too
 * deep as well, and an answer that was cut off is not remembered as if it were whole.
 */
export function createBoundedMemo<T>(most: number, tooDeep: T, work: (node: number) => T): BoundedMemo<T> {
  const known = new Map<number, { readonly value: T; readonly height: number }>()
  /** By node: the most levels with which it was too deep. */
  const failed = new Map<number, number>()
  let left = most
  /** Levels below the node that is worked on. */
  let used = 0
  let cut = false

  const settle = (node: number, value: T, levels: number): T => {
    if (cut) {
      failed.set(node, levels)
      return tooDeep
    }
    known.set(node, { value, height: used + 1 })
    return value
  }

  const recall = (answer: { readonly value: T; readonly height: number }, height: number): T => {
    if (height > left) {
      cut = true
      return tooDeep
    }
    if (height > used) used = height
    return answer.value
  }

  const ask = (node: number): T => {
    const answer = known.get(node)
    if (answer !== undefined) return recall(answer, answer.height)
    if (left === 0 || (failed.get(node) ?? -1) >= left) {
      cut = true
      return tooDeep
    }
    const usedBefore = used
    const cutBefore = cut && left < most
    used = 0
    cut = false
    left--
    const worked = work(node)
    left++
    const value = settle(node, worked, left)
    used = Math.max(usedBefore, used + 1)
    cut = cut || cutBefore
    return value
  }

  return {
    isTooDeep: (node) => (failed.get(node) ?? -1) >= most,
    giveUp: (node) => {
      failed.set(node, most)
    },
    ask,
    knows: (node) => known.has(node),
    askBeside: (node) => {
      const answer = known.get(node)
      return answer === undefined ? ask(node) : recall(answer, answer.height - 1)
    },
    note: (node, value) => {
      settle(node, value, left + 1)
    },
  }
}
