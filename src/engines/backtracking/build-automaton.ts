import type { Automaton, Closure } from './automaton.ts'
import type { CharSet } from './char-set.ts'
import type { PatternNode } from './pattern-node.ts'

/** More positions than any hand-written pattern has. */
const MAX_POSITIONS = 400
/** A bounded repetition up to this count is not a loop, because its time is bounded. */
const LEAST_LOOP = 20
/** Copies of a part with a fixed repetition count. More copies add no information about its loops. */
const MAX_COPIES = 2

/** A state between characters, and the empty moves from it. */
interface State {
  readonly moves: { readonly to: number; readonly guard?: 'start' | 'end' }[]
  /** The position that is read from here. */
  position?: number
}

/** Undefined if the pattern is too large. Look-around assertions always hold, and back references are empty. The result is measured afterwards. */
export function buildAutomaton(root: PatternNode): Automaton | undefined {
  const states: State[] = []
  const sets: CharSet[] = []
  const ends: number[] = []
  const addState = (): number => states.push({ moves: [] }) - 1
  const move = (from: number, to: number, guard?: 'start' | 'end'): void => {
    states[from]?.moves.push(guard === undefined ? { to } : { to, guard })
  }

  /** Adds the states of a node behind `from`; the state after it. */
  function add(node: PatternNode, from: number): number {
    if (sets.length > MAX_POSITIONS) return from
    switch (node.kind) {
      case 'set': {
        const state = states[from]
        const to = addState()
        // A state reads at most one position, so others start at a new state.
        const at = state?.position === undefined ? from : addState()
        if (at !== from) move(from, at)
        const reading = states[at]
        if (reading !== undefined) reading.position = sets.push(node.set) - 1
        ends.push(to)
        return to
      }
      case 'concat':
        return node.parts.reduce((at, part) => add(part, at), from)
      case 'choice': {
        const to = addState()
        for (const option of node.options) move(add(option, enter(from)), to)
        return to
      }
      case 'repeat':
        return addRepeat(node, from)
      case 'group':
      case 'atomic':
        return add(node.body, from)
      case 'look': {
        // The body of a lookahead is included, but leads nowhere.
        if (!node.behind) add(node.body, enter(from))
        return from
      }
      case 'anchor': {
        if (node.anchor !== 'start' && node.anchor !== 'end' && node.anchor !== 'last-line-end') return from
        const to = addState()
        move(from, to, node.anchor === 'start' ? 'start' : 'end')
        return to
      }
      case 'reference':
        return from
    }
  }

  function enter(from: number): number {
    const at = addState()
    move(from, at)
    return at
  }

  function addRepeat({ body, min, max }: PatternNode & { readonly kind: 'repeat' }, from: number): number {
    const isLoop = max - min >= LEAST_LOOP
    let at = from
    for (let copy = 0; copy < Math.min(isLoop ? min - 1 : min, MAX_COPIES); copy++) at = add(body, at)
    if (!isLoop) {
      const to = addState()
      for (let copy = 0; copy < Math.min(max - min, MAX_COPIES); copy++) {
        move(at, to)
        at = add(body, enter(at))
      }
      move(at, to)
      return to
    }
    // Separate from the entry, so that a path through an outer loop back into this one visits no state twice.
    const [start, end, exit] = [addState(), addState(), addState()]
    move(at, start)
    if (min === 0) move(at, exit)
    move(add(body, start), end)
    move(end, start)
    move(end, exit)
    return exit
  }

  const start = addState()
  const accept = add(root, start)
  if (sets.length > MAX_POSITIONS) return undefined
  const closure = (from: number, atStart: boolean): Closure => close(states, from, accept, atStart)
  return { sets, after: ends.map((end) => closure(end, false)), first: closure(start, true), later: closure(start, false) }
}

/** Follows the empty moves. A third visit of a state adds no information. */
function close(states: readonly State[], from: number, accept: number, atStart: boolean): Closure {
  const next = new Map<number, number>()
  const visits = new Map<number, number>()
  const onWay = new Set<number>()
  let accepts = false
  let acceptsAtEnd = false
  const visit = (state: number, behindEnd: boolean): void => {
    const key = behindEnd ? -1 - state : state
    const seen = visits.get(key) ?? 0
    if (seen >= 2 || onWay.has(key)) return
    visits.set(key, seen + 1)
    onWay.add(key)
    if (state === accept && behindEnd) acceptsAtEnd = true
    if (state === accept && !behindEnd) accepts = true
    const { position, moves = [] } = states[state] ?? {}
    if (position !== undefined && !behindEnd) next.set(position, Math.min(2, (next.get(position) ?? 0) + 1))
    for (const { to, guard } of moves) if (guard !== 'start' || atStart) visit(to, behindEnd || guard === 'end')
    onWay.delete(key)
  }
  visit(from, false)
  return { next, accepts, acceptsAtEnd }
}
