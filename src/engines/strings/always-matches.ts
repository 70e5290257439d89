import { BOUNDS } from '../../model/bounds.ts'
import { holdsChar } from '../backtracking/char-set.ts'
import type { Needle } from './may-contain.ts'
import type { StepBudget, StringAutomaton } from './string-automaton.ts'

/** A needle with more strings counts as not matched. */
const MAX_STRINGS = BOUNDS.regexNeedleStrings.value

/**
 * Whether the pattern matches within every string that contains the needle. The automaton is an under-approximation of the pattern (`whole`). False when the
 * budget is spent.
 */
export function alwaysMatches(automaton: StringAutomaton, { sets, atStart = false }: Needle, budget: StepBudget): boolean {
  const count = sets.reduce((product, set) => product * sizeOf(set), 1)
  return count <= MAX_STRINGS && stringsOf(sets).every((codes) => matchesWithin(automaton, codes, atStart, budget))
}

function matchesWithin(automaton: StringAutomaton, codes: readonly number[], atStart: boolean, budget: StepBudget): boolean {
  for (let from = 0; from <= codes.length; from++) {
    let current = close(automaton, [automaton.start], atStart && from === 0)
    for (let at = from; ; at++) {
      budget.steps -= current.size
      if (budget.steps < 0) return false
      if (current.has(automaton.accept)) return true
      if (at >= codes.length || current.size === 0) break
      const next = [...current].flatMap((state) => automaton.states[state].moves.filter(({ set }) => holdsChar(set, codes[at])).map(({ to }) => to))
      current = close(automaton, next, false)
    }
  }
  return false
}

/** The states after empty moves. Nothing is known of what follows, so that no end holds. */
function close({ states }: StringAutomaton, from: readonly number[], isStart: boolean): ReadonlySet<number> {
  const found = new Set(from)
  for (const state of found) for (const { to, guard } of states[state].empty) if (guard === undefined || (guard === 'start' && isStart)) found.add(to)
  return found
}

function sizeOf(set: readonly number[]): number {
  let size = 0
  for (let at = 0; at < set.length; at += 2) size += set[at + 1] - set[at] + 1
  return size
}

function stringsOf(sets: Needle['sets']): readonly (readonly number[])[] {
  return sets.reduce<readonly (readonly number[])[]>((heads, set) => heads.flatMap((head) => charsOf(set).map((code) => [...head, code])), [[]])
}

function charsOf(set: readonly number[]): readonly number[] {
  const codes: number[] = []
  for (let at = 0; at < set.length; at += 2) for (let code = set[at]; code <= set[at + 1]; code++) codes.push(code)
  return codes
}
