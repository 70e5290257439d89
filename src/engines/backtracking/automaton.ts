import type { CharSet } from './char-set.ts'

/** The transitions after a position of a pattern. */
export interface Closure {
  /** Positions that read the next character, with the number of ways to reach them: one, or several, which counts as two. */
  readonly next: ReadonlyMap<number, number>
  /** The pattern may end here, whatever follows. */
  readonly accepts: boolean
  /** The pattern may end here at the end of the text. */
  readonly acceptsAtEnd: boolean
}

/** A pattern as an automaton without empty moves (Glushkov): each position reads one character of its set. */
export interface Automaton {
  readonly sets: readonly CharSet[]
  /** After each position. */
  readonly after: readonly Closure[]
  /** The initial transitions at the start of the text. */
  readonly first: Closure
  /** The initial transitions elsewhere, without those that need the start of the text. */
  readonly later: Closure
}
