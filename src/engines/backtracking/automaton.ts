import type { CharSet } from './char-set.ts'

/** What can be read after a place of a pattern. */
export interface Closure {
  /** Positions that read the next character, and in how many ways they are come to: one, or several, which counts as two. */
  readonly next: ReadonlyMap<number, number>
  /** The pattern may end here, whatever follows. */
  readonly accepts: boolean
  /** The pattern may end here where the text does. */
  readonly acceptsAtEnd: boolean
}

/** A pattern as an automaton without empty moves: each position reads one character of its set. */
export interface Automaton {
  readonly sets: readonly CharSet[]
  /** After each position. */
  readonly after: readonly Closure[]
  /** Where the text begins. */
  readonly first: Closure
  /** Elsewhere: without what only the beginning of the text lets in. */
  readonly later: Closure
}
