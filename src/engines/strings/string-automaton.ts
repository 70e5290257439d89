import { BOUNDS } from '../../model/bounds.ts'
import { ANY_CHAR, type CharSet } from '../backtracking/char-set.ts'
import type { PatternNode } from '../backtracking/pattern-node.ts'

/** Which position of the string an empty move needs: its start, its end, or its end before a line break. */
type Guard = 'start' | 'end' | 'last-line-end'

interface State {
  readonly empty: { readonly to: number; readonly guard?: Guard }[]
  readonly moves: { readonly to: number; readonly set: CharSet }[]
}

/** A nondeterministic automaton of strings. It accepts a string that ends in the last state. */
export interface StringAutomaton {
  readonly states: readonly State[]
  readonly start: number
  readonly accept: number
}

/** How a pattern is applied: it must match somewhere in the string, at its start, or the whole of it. */
export type MatchMode = 'anywhere' | 'start' | 'whole'

const MAX_STATES = BOUNDS.regexAutomatonStates.value
/** Bounded repetitions are copied up to this many times. Beyond, they count as unbounded. */
const MAX_COPIES = BOUNDS.regexRepetitionCopies.value

/** Steps that are left: states of automata that are built or visited. */
export interface StepBudget {
  steps: number
}

/**
 * How an automaton stands for what cannot be modelled: look-around, word boundaries, line anchors, back references, and counts beyond a bound. `over`
 * accepts every string that the pattern accepts, and possibly more. `under` accepts only strings that the pattern accepts.
 */
export type Approximation = 'over' | 'under'

/** Builds the automaton of a pattern by Thompson's construction (CACM 1968). Undefined when the pattern is too large. */
export function buildStringAutomaton(root: PatternNode, mode: MatchMode, approximation: Approximation = 'over'): StringAutomaton | undefined {
  const isOver = approximation === 'over'
  const states: State[] = []
  const addState = (): number => states.push({ empty: [], moves: [] }) - 1
  const move = (from: number, to: number, guard?: Guard): void => {
    states[from].empty.push(guard === undefined ? { to } : { to, guard })
  }
  const read = (from: number, set: CharSet): number => {
    const to = addState()
    states[from].moves.push({ to, set })
    return to
  }
  const loopOverAny = (): number => {
    const state = addState()
    states[state].moves.push({ to: state, set: ANY_CHAR })
    return state
  }
  /** Adds the states of a node after `from`. Returns the state after it. */
  const add = (node: PatternNode, from: number): number => {
    if (states.length > MAX_STATES) return from
    switch (node.kind) {
      case 'set':
        return read(from, node.set)
      case 'concat':
        return node.parts.reduce((at, part) => add(part, at), from)
      case 'choice': {
        const to = addState()
        for (const option of node.options) {
          const entry = addState()
          move(from, entry)
          move(add(option, entry), to)
        }
        return to
      }
      case 'repeat':
        return addRepeat(node, from)
      case 'group':
      case 'atomic':
        return add(node.body, from)
      case 'anchor': {
        const guard = guardOf(node.anchor)
        if (guard === undefined) return isOver ? from : addState()
        const to = addState()
        move(from, to, guard)
        return to
      }
      case 'reference': {
        if (!isOver) return addState()
        const any = loopOverAny()
        move(from, any)
        const to = addState()
        move(any, to)
        return to
      }
      case 'look':
        return isOver ? from : addState()
    }
  }
  const addRepeat = ({ body, min, max }: PatternNode & { readonly kind: 'repeat' }, from: number): number => {
    if (!isOver && min > MAX_COPIES) return addState()
    let at = from
    for (let copy = 0; copy < Math.min(min, MAX_COPIES); copy++) at = add(body, at)
    const to = addState()
    if (max > MAX_COPIES && (isOver || max === Number.POSITIVE_INFINITY)) {
      const loop = addState()
      move(at, loop)
      move(add(body, loop), loop)
      move(loop, to)
      return to
    }
    for (let copy = min; copy < Math.min(max, MAX_COPIES); copy++) {
      move(at, to)
      at = add(body, at)
    }
    move(at, to)
    return to
  }

  const start = addState()
  let at = start
  if (mode === 'anywhere') {
    at = loopOverAny()
    move(start, at)
  }
  const end = add(root, at)
  let accept = end
  if (mode !== 'whole') {
    accept = loopOverAny()
    move(end, accept)
  }
  return states.length > MAX_STATES ? undefined : { states, start, accept }
}

function guardOf(anchor: string): Guard | undefined {
  return anchor === 'start' || anchor === 'end' || anchor === 'last-line-end' ? anchor : undefined
}
