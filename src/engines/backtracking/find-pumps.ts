import type { Automaton, Closure } from './automaton.ts'
import { type CharSet, intersect, invert, pickChar, unite } from './char-set.ts'
import { findLoops, reachableFrom } from './find-loops.ts'
import { type Move, searchProduct } from './search-product.ts'
import type { StepBudget } from './step-budget.ts'

/** A word that can be read in more and more ways when it is repeated. */
export interface Pump {
  /** Leads from the start of the text to the loop. */
  readonly prefix: string
  readonly word: string
  /** True if the loop consists of the positions where a match may start. */
  readonly isRestarted: boolean
}

/** The virtual position before the pattern, which skips characters. */
const BEFORE = -1

/** Finds pumps of the automaton lazily, fastest growth first. */
export function* findPumps(automaton: Automaton, isTriedAnywhere: boolean, budget: StepBudget): Generator<Pump> {
  const loops = findLoops(automaton)
  yield* findExponential(automaton, loops, budget)
  for (const [index, first] of loops.entries()) {
    const reached = reachableFrom(automaton, first)
    for (const second of loops)
      if (second !== loops[index] && second.some((position) => reached.has(position)))
        yield* findPolynomial(automaton, first, second, reached, budget)
  }
  if (isTriedAnywhere) for (const loop of loops) yield* findRestarted(automaton, loop, budget)
}

/** Two paths from a position to itself that read the same word. */
function* findExponential(automaton: Automaton, loops: readonly (readonly number[])[], budget: StepBudget): Generator<Pump> {
  for (const loop of loops) {
    const within = new Set(loop)
    const step = pairStep(
      automaton,
      (position) => within.has(position),
      (position) => within.has(position),
      budget,
    )
    for (const start of loop) {
      const word = findDoubled(automaton, start, within, budget) ?? findFork(start, step)
      if (word === undefined) continue
      const prefix = findPrefix(automaton, start)
      if (prefix !== undefined) yield { prefix, word, isRestarted: false }
      break
    }
  }
}

/** A transition of the loop that exists twice, and a path back. */
function findDoubled(automaton: Automaton, start: number, within: ReadonlySet<number>, budget: StepBudget): string | undefined {
  for (const [to, ways] of automaton.after[start]?.next ?? []) {
    if (ways < 2 || !within.has(to)) continue
    const first = pickChar(automaton.sets[to] ?? [])
    const back =
      to === start
        ? ''
        : searchProduct(
            [to],
            ([at = 0]) => at === start,
            (at) => singleStep(automaton, at, (position) => within.has(position), budget),
          )
    if (first !== undefined && back !== undefined) return String.fromCodePoint(first) + back
  }
  return undefined
}

/** Two different positions reached by the same word, with a common word that leads both back. */
function findFork(start: number, step: (at: readonly number[]) => readonly Move[]): string | undefined {
  // The reachable pairs, nearest first.
  const forks: { readonly pair: readonly number[]; readonly word: string }[] = []
  searchProduct(
    [start, start],
    (pair, word) => {
      if (pair[0] !== pair[1] && forks.length < 8) forks.push({ pair, word })
      return false
    },
    step,
  )
  for (const { pair, word } of forks) {
    const back = searchProduct(pair, ([left, right]) => left === start && right === start, step)
    if (back !== undefined) return word + back
  }
  return undefined
}

/** A word that leads from one loop to itself, to the other loop, and from there to itself. */
function* findPolynomial(
  automaton: Automaton,
  first: readonly number[],
  second: readonly number[],
  reached: ReadonlySet<number>,
  budget: StepBudget,
): Generator<Pump> {
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  const step = (at: readonly number[]): readonly Move[] => {
    const [from = 0, way = 0, to = 0] = at
    const moves: Move[] = []
    for (const a of nextOf(automaton, from)) {
      if (!inFirst.has(a)) continue
      for (const b of nextOf(automaton, way)) {
        if (!reached.has(b)) continue
        const common = intersect(setOf(automaton, a), setOf(automaton, b))
        if (!budget.spend() || common.length === 0) continue
        for (const c of nextOf(automaton, to))
          if (inSecond.has(c) && budget.spend()) pushMove(moves, [a, b, c], intersect(common, setOf(automaton, c)))
      }
    }
    return moves
  }
  for (const p of first) {
    for (const q of second) {
      const word = searchProduct([p, p, q], ([a, b, c]) => a === p && b === q && c === q, step)
      const prefix = word === undefined ? undefined : findPrefix(automaton, p)
      if (word !== undefined && prefix !== undefined) {
        yield { prefix, word, isRestarted: false }
        return
      }
      if (budget.isSpent) return
    }
  }
}

/** The same, where the first loop consists of the positions where a match may start. */
function* findRestarted(automaton: Automaton, loop: readonly number[], budget: StepBudget): Generator<Pump> {
  const within = new Set(loop)
  const step = pairStep(
    automaton,
    () => true,
    (position) => within.has(position),
    budget,
  )
  // After a character with which no match starts: at the start of the text another part of the pattern may match immediately.
  const lead = pickChar(invert(unite([...automaton.first.next.keys()].map((position) => automaton.sets[position]))))
  const leads = lead === undefined ? [''] : ['', String.fromCodePoint(lead)]
  for (const q of loop) {
    const word = searchProduct([BEFORE, q], ([a, b]) => a === q && b === q, step)
    if (word === undefined) continue
    for (const prefix of leads) yield { prefix, word, isRestarted: true }
  }
}

function pairStep(
  automaton: Automaton,
  allowsLeft: (position: number) => boolean,
  allowsRight: (position: number) => boolean,
  budget: StepBudget,
): (at: readonly number[]) => readonly Move[] {
  return ([left = 0, right = 0]) => {
    const moves: Move[] = []
    for (const a of nextOf(automaton, left)) {
      if (a !== BEFORE && !allowsLeft(a)) continue
      for (const b of nextOf(automaton, right))
        if (allowsRight(b) && budget.spend()) pushMove(moves, [a, b], intersect(setOf(automaton, a), setOf(automaton, b)))
    }
    return moves
  }
}

function singleStep(automaton: Automaton, [at = 0]: readonly number[], allows: (position: number) => boolean, budget: StepBudget): readonly Move[] {
  const moves: Move[] = []
  for (const next of nextOf(automaton, at)) if (allows(next) && budget.spend()) pushMove(moves, [next], setOf(automaton, next))
  return moves
}

function pushMove(moves: Move[], to: readonly number[], set: CharSet): void {
  const char = pickChar(set)
  if (char !== undefined) moves.push({ to, char: String.fromCodePoint(char) })
}

function nextOf({ after, later }: Automaton, position: number): readonly number[] {
  const closure: Closure | undefined = position === BEFORE ? later : after[position]
  return position === BEFORE ? [BEFORE, ...later.next.keys()] : [...(closure?.next.keys() ?? [])]
}

const EVERYTHING: CharSet = [0, 0x10ffff]

function setOf({ sets }: Automaton, position: number): CharSet {
  return position === BEFORE ? EVERYTHING : (sets[position] ?? [])
}

/** The shortest text from the start to the position. */
function findPrefix(automaton: Automaton, position: number): string | undefined {
  const starts = [...automaton.first.next.keys()]
  if (starts.length === 0) return undefined
  const origin = -2
  return searchProduct(
    [origin],
    ([at]) => at === position,
    ([at = 0]) => {
      const moves: Move[] = []
      for (const next of at === origin ? starts : nextOf(automaton, at)) pushMove(moves, [next], setOf(automaton, next))
      return moves
    },
  )
}
