import { contextBit, NO_CONTEXTS, STRING_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import { ANY_CHAR, intersect, unite, type CharSet } from '../backtracking/char-set.ts'
import { parsePattern } from '../backtracking/parse-pattern.ts'
import type { PatternNode, PatternSource } from '../backtracking/pattern-node.ts'
import { BOUNDS } from '../../model/bounds.ts'
import { alwaysMatches } from './always-matches.ts'
import { CONTEXT_DANGERS } from './context-dangers.ts'
import { mayContain, type Needle } from './may-contain.ts'
import { type Approximation, buildStringAutomaton, type MatchMode, type StepBudget, type StringAutomaton } from './string-automaton.ts'

/**
 * The contexts in which every string that the pattern matches is harmless. None for a pattern that cannot be read.
 *
 * @param budget what it spends; once that is gone, nothing is proved
 */
export function contextsOfMatching(source: PatternSource, mode: MatchMode, budget: StepBudget): StringContexts {
  const root = parsePattern(source)?.root
  const automaton = root === undefined ? undefined : build(root, mode, 'over', budget)
  return automaton === undefined ? NO_CONTEXTS : contextsWithout((needle) => mayContain(automaton, needle, budget))
}

/** The contexts in which every string that has no match of the pattern is harmless. */
export function contextsOfRefusing(source: PatternSource, budget: StepBudget): StringContexts {
  const root = parsePattern(source)?.root
  const automaton = root === undefined ? undefined : build(root, 'whole', 'under', budget)
  return automaton === undefined ? NO_CONTEXTS : contextsWithout((needle) => !alwaysMatches(automaton, withoutAny(needle), budget))
}

/** The contexts in which a string is harmless after all matches of the pattern were replaced by a constant. */
export function contextsOfReplacing(source: PatternSource, replacement: string, budget: StepBudget): StringContexts {
  const root = parsePattern(source)?.root
  const automaton = root === undefined ? undefined : build(root, 'whole', 'under', budget)
  // An empty match would leave the character after it.
  if (root === undefined || automaton === undefined || mayMatchEmpty(root, budget)) return NO_CONTEXTS
  const added = unite([...replacement].map((each): CharSet => [each.codePointAt(0) ?? 0, each.codePointAt(0) ?? 0]))
  // Removing one substring may put another together, so that only characters of which none is left count.
  return contextsWithout(
    ({ sets }) => !sets.some((set) => set !== ANY_CHAR && intersect(set, added).length === 0 && alwaysMatches(automaton, { sets: [set] }, budget)),
  )
}

function build(root: PatternNode, mode: MatchMode, approximation: Approximation, budget: StepBudget): StringAutomaton | undefined {
  if (budget.steps <= 0) return undefined
  const automaton = buildStringAutomaton(root, mode, approximation)
  budget.steps -= automaton?.states.length ?? BOUNDS.regexAutomatonStates.value
  return automaton
}

function mayMatchEmpty(root: PatternNode, budget: StepBudget): boolean {
  const automaton = build(root, 'whole', 'over', budget)
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
