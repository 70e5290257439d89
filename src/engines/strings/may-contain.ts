import { holdsChar, intersect, type CharSet } from '../backtracking/char-set.ts'
import type { StepBudget, StringAutomaton } from './string-automaton.ts'

/** A dangerous substring: one set of characters for each position. With `atStart` it counts only at the start of the string. */
export interface Needle {
  readonly sets: readonly CharSet[]
  readonly atStart?: boolean
}

/** The part of the string that was read: nothing, some, all, or all but a final line break. */
const PHASE = { start: 0, inside: 1, end: 2, lastLineEnd: 3 } as const
const PHASES = 4

const LINE_BREAK = 10

/**
 * Whether the automaton accepts a string that contains the needle: reachability in the product of automaton, position in the string, and the part of
 * the needle that was read. True when the budget is spent.
 */
export function mayContain({ states, start, accept }: StringAutomaton, { sets, atStart = false }: Needle, budget: StepBudget): boolean {
  const parts = sets.length + 1
  // `parts`: the needle has not started, or its position has passed.
  const width = parts + 1
  const seen = new Uint8Array(states.length * PHASES * width)
  const pending: number[] = []
  const visit = (state: number, phase: number, part: number): void => {
    const id = (state * PHASES + phase) * width + part
    if (seen[id] === 1) return
    seen[id] = 1
    pending.push(id)
  }
  /** The needle may start at every position. */
  const begin = (state: number, phase: number): void => {
    if (phase === PHASE.start || !atStart) visit(state, phase, 0)
  }
  visit(start, PHASE.start, parts)
  begin(start, PHASE.start)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (--budget.steps < 0) return true
    const part = id % width
    const phase = Math.floor(id / width) % PHASES
    const state = Math.floor(id / width / PHASES)
    if (part === sets.length && state === accept) return true
    for (const { to, guard } of states[state].empty) {
      const next = phaseAfter(phase, guard)
      if (next >= 0) visit(to, next, part)
    }
    if (phase === PHASE.end) continue
    for (const { to, set } of states[state].moves) {
      if (set.length === 0 || (phase === PHASE.lastLineEnd && !holdsChar(set, LINE_BREAK))) continue
      const next = phase === PHASE.lastLineEnd ? PHASE.end : PHASE.inside
      if (part === parts || part === sets.length) visit(to, next, part)
      else if (intersect(set, sets[part]).length > 0 && (phase !== PHASE.lastLineEnd || holdsChar(sets[part], LINE_BREAK))) visit(to, next, part + 1)
      if (part === parts) begin(to, next)
    }
  }
  return false
}

/** The phase after an empty move. -1 if its guard fails. */
function phaseAfter(phase: number, guard: 'start' | 'end' | 'last-line-end' | undefined): number {
  if (guard === undefined) return phase
  if (guard === 'start') return phase === PHASE.start ? phase : -1
  if (guard === 'end') return PHASE.end
  return phase === PHASE.end ? phase : PHASE.lastLineEnd
}
