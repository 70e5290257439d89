/** Answers to questions with numbers that rest on each other, each worked out once. */
export interface Answers {
  /** Within a circle of questions the one that is still being answered gives nothing. */
  ask(question: number): readonly number[]
  /** Tells that what is being answered rests on a fact that may change. */
  restOn(fact: number): void
  /** Tells that a fact has changed: at the next `forget` what rests on it is forgotten. */
  change(fact: number): void
  forget(): void
  /** Whether the answer was worked out and not forgotten. */
  isKnown(question: number): boolean
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
export const MAX_FOUND = 12
export const NOTHING: readonly number[] = []

const UNKNOWN = 0
const WAITING = 1
/** It rests on facts that may change. */
const OPEN = 2
const SETTLED = 3

/** Questions and facts count from 0 in one row. `count` is how many there are at first. */
export function createAnswers(count: number, find: (question: number) => readonly number[]): Answers {
  const answers: (readonly number[])[] = new Array<readonly number[]>(count).fill(NOTHING)
  const states: number[] = new Array<number>(count).fill(UNKNOWN)
  /** Questions by the fact, or the question, that their answers rest on. */
  const resting = new Map<number, number[]>()
  const changed = new Set<number>()
  let current = -1
  let isOpen = false
  let depth = 0

  /** Questions that were asked within a circle while they were being answered themselves. */
  const circular = new Set<number>()
  const retries = new Map<number, number>()

  const restOn = (fact: number): void => {
    isOpen = true
    if (current < 0) return
    const known = resting.get(fact)
    if (known === undefined) resting.set(fact, [current])
    else if (known[known.length - 1] !== current) known.push(current)
  }

  const answer = (question: number): readonly number[] => {
    const asker = current
    const wasOpen = isOpen
    states[question] = WAITING
    answers[question] = NOTHING
    current = question
    isOpen = false
    depth++
    const found = unique(find(question))
    depth--
    current = asker
    answers[question] = found
    states[question] = isOpen ? OPEN : SETTLED
    if (circular.delete(question) && found.length > 0) askAgain(question)
    if (isOpen) restOn(question)
    else isOpen = wasOpen
    return found
  }

  /** What came to nothing because it rests on a question that was still being answered is asked again when it is wanted next. */
  const askAgain = (answered: number): void => {
    const open = [answered]
    for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
      for (const question of resting.get(fact) ?? []) {
        const retried = retries.get(question) ?? 0
        if (states[question] !== OPEN || answers[question].length > 0 || retried >= MAX_RETRIES) continue
        retries.set(question, retried + 1)
        states[question] = UNKNOWN
        open.push(question)
      }
    }
  }

  const forgetAll = (questions: Iterable<number>): void => {
    const open = [...questions]
    for (let fact = open.pop(); fact !== undefined; fact = open.pop()) {
      const above = resting.get(fact)
      if (above === undefined) continue
      resting.delete(fact)
      for (const question of above) {
        states[question] = UNKNOWN
        open.push(question)
      }
    }
  }

  return {
    ask: (question) => {
      const state = states[question]
      if (state === SETTLED) return answers[question]
      if (state === WAITING) circular.add(question)
      if (state === OPEN || state === WAITING) {
        restOn(question)
        return answers[question]
      }
      if (depth <= MAX_DEPTH) return answer(question)
      // What is cut short stays so until it is forgotten: to ask again from everywhere takes exponential time.
      restOn(CUT)
      return NOTHING
    },
    restOn,
    change: (fact) => changed.add(fact),
    forget: () => {
      forgetAll([...changed, CUT])
      changed.clear()
    },
    isKnown: (question) => states[question] === OPEN || states[question] === SETTLED,
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
const CUT = -1

/** Both, each once; the first ones alone where there are too many. */
export function joined(left: readonly number[], right: readonly number[]): readonly number[] {
  if (right.length === 0 || left === right || left.length >= MAX_FOUND) return left
  if (left.length === 0) return right
  const all = [...left]
  for (const each of right) {
    if (all.length >= MAX_FOUND) break
    if (!all.includes(each)) all.push(each)
  }
  return all
}

/** Each once, the first ones alone where there are too many. */
export function unique(found: readonly number[]): readonly number[] {
  return found.length < 2 ? found : [...new Set(found)].slice(0, MAX_FOUND)
}
