import { contextBit, NO_CONTEXTS, STRING_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import { ANY_CHAR, intersect, unite, type CharSet } from '../backtracking/char-set.ts'
import { parsePattern } from '../backtracking/parse-pattern.ts'
import type { PatternNode, PatternSource } from '../backtracking/pattern-node.ts'
import { alwaysMatches } from './always-matches.ts'
import { CONTEXT_DANGERS } from './context-dangers.ts'
import { mayContain, type Needle } from './may-contain.ts'
import { buildStringAutomaton, type MatchMode } from './string-automaton.ts'

/** The contexts in which every string that the pattern matches is harmless. None for a pattern that cannot be read. */
export function contextsOfMatching(source: PatternSource, mode: MatchMode): StringContexts {
  const pattern = parsePattern(source)
  const automaton = pattern === undefined ? undefined : buildStringAutomaton(pattern.root, mode)
  return automaton === undefined ? NO_CONTEXTS : contextsWithout((needle) => mayContain(automaton, needle))
}

/** The contexts in which every string that has no match of the pattern is harmless. */
export function contextsOfRefusing(source: PatternSource): StringContexts {
  const pattern = parsePattern(source)
  const automaton = pattern === undefined ? undefined : buildStringAutomaton(pattern.root, 'whole', 'under')
  return automaton === undefined ? NO_CONTEXTS : contextsWithout((needle) => !alwaysMatches(automaton, withoutAny(needle)))
}

/** The contexts in which a string is harmless after all matches of the pattern were replaced by a constant. */
export function contextsOfReplacing(source: PatternSource, replacement: string): StringContexts {
  const pattern = parsePattern(source)
  const automaton = pattern === undefined ? undefined : buildStringAutomaton(pattern.root, 'whole', 'under')
  // An empty match would leave the character after it.
  if (pattern === undefined || automaton === undefined || mayMatchEmpty(pattern.root)) return NO_CONTEXTS
  const added = unite([...replacement].map((each): CharSet => [each.codePointAt(0) ?? 0, each.codePointAt(0) ?? 0]))
  // Removing one substring may put another together, so that only characters of which none is left count.
  return contextsWithout(
    ({ sets }) => !sets.some((set) => set !== ANY_CHAR && intersect(set, added).length === 0 && alwaysMatches(automaton, { sets: [set] })),
  )
}

function mayMatchEmpty(root: PatternNode): boolean {
  const automaton = buildStringAutomaton(root, 'whole')
  if (automaton === undefined) return true
  const reached = new Set([automaton.start])
  for (const state of reached) for (const { to } of automaton.states[state].empty) reached.add(to)
  return reached.has(automaton.accept)
}

function contextsWithout(isPossible: (needle: Needle) => boolean): StringContexts {
  return STRING_CONTEXTS.reduce((found, context) => (CONTEXT_DANGERS[context].some(isPossible) ? found : found | contextBit(context)), NO_CONTEXTS)
}

function withoutAny({ sets, ...rest }: Needle): Needle {
  return { ...rest, sets: sets.filter((set) => set !== ANY_CHAR) }
}
