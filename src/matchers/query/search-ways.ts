import { DONE, type Transition } from './build-automaton.ts'
import type { CaptureList } from './capture-list.ts'
import { matchesStep, mayPass, type RunStep } from './match-step.ts'
import { configKey, countWork, hasLaterNamed, type SearchState } from './search-state.ts'
import { nextSibling, nodeAfter } from './tree-view.ts'

/** A pattern as it is run. */
export interface RunAutomaton {
  readonly steps: readonly RunStep[]
  /** By step. */
  readonly transitions: readonly (readonly Transition[])[]
}

/** Callbacks for the paths of a search. */
export interface Visitor {
  /** A path through the pattern is complete. Returns true to stop. */
  end(captures: CaptureList | undefined): boolean
  /**
   * The step captured `@match` at the node. Returns true to accept. With this callback the search goes only to the last capture of `@match`, and
   * `end` is not called.
   */
  match?(step: number, node: number, captures: CaptureList | undefined): boolean
  /** The visitor stops at the first end, so configurations on the path to it are remembered. */
  readonly remember?: true
}

/** Values of `SearchStack.found`. */
const FOUND = 1
/** The continuation was already searched. */
const UNKNOWN = 2

/** Work after which a search starts to remember configurations: most searches end earlier, and remembering costs more than searching again. */
const PATIENCE = 48

/**
 * Enumerates all paths of the pattern from a configuration at a node, in tree order, iteratively. Configurations without a path to the end are
 * remembered, so that nested gaps between siblings are not multiplied. Returns true if the visitor stopped it.
 */
export function searchWays(
  automaton: RunAutomaton,
  state: SearchState,
  config: number,
  node: number,
  captures: CaptureList | undefined,
  visitor: Visitor,
): boolean {
  const { stack } = state
  const base = stack.top
  push(state, config, node, captures)
  const dead = visitor.match === undefined ? state.dead : state.deadBeforeMatch
  let visited: Set<string> | undefined
  let patience = PATIENCE
  try {
    while (stack.top > base) {
      const top = stack.top - 1
      const here = stack.config[top]
      const at = here >> 2
      const step = automaton.steps[at]
      if (stack.way[top] < 0) {
        const outcome = findNode(state, step, top, dead, visitor.remember === true)
        if (outcome === 'alive') {
          rememberWay(automaton, state, base)
          return true
        }
        if (outcome === 'none') {
          pop(automaton, state, base, dead)
          continue
        }
      }
      const found = stack.node[top]
      if (stack.way[top] < 0) {
        patience--
        stack.way[top] = 0
        stack.after[top] = addCaptures(state, step.captures, found, stack.before[top])
        if (visitor.match !== undefined) {
          if (step.isMatch && visitor.match(at, found, stack.after[top])) stack.found[top] = FOUND
          if (!step.matchAhead) stack.way[top] = Infinity
        }
      }
      const ways = automaton.transitions[at]
      if (stack.way[top] >= ways.length) {
        stack.way[top] = -1
        const last = !mayPass(state.tree, step, here, found) || (stack.found[top] === FOUND && !step.capturesAhead)
        stack.node[top] = last ? -1 : nextSibling(state.tree, found)
        continue
      }
      const way = ways[stack.way[top]++]
      if (way.needsLast && hasLaterNamed(state, found)) continue
      if (way.config === DONE) {
        if (visitor.match !== undefined) continue
        stack.found[top] = FOUND
        if (!visitor.end(stack.after[top])) continue
        if (visitor.remember) rememberWay(automaton, state, base)
        return true
      }
      const next = nodeAfter(state.tree, found, way.down)
      if (next < 0) continue
      if (dead.size > 0 && dead.has(configKey(state, way.config, next))) continue
      if (patience <= 0) {
        visited ??= new Set()
        if (isRepeated(state, visited, way.config, next, stack.after[top])) {
          if (stack.found[top] !== FOUND) stack.found[top] = UNKNOWN
          continue
        }
      }
      push(state, way.config, next, stack.after[top])
    }
  } finally {
    stack.top = base
  }
  return false
}

/** True if a path leads from the configuration at the node to the end. */
export function reachesEnd(automaton: RunAutomaton, state: SearchState, config: number, node: number): boolean {
  const key = configKey(state, config, node)
  if (state.alive.has(key)) return true
  if (state.dead.has(key)) return false
  const reached = searchWays(automaton, state, config, node, undefined, FIRST_END)
  if (!reached) state.dead.add(key)
  return reached
}

const FIRST_END: Visitor = { end: () => true, remember: true }

/** True if a path leads to the end after the step has matched the node. */
export function goesOn(automaton: RunAutomaton, state: SearchState, step: number, node: number): boolean {
  for (const way of automaton.transitions[step]) {
    if (way.needsLast && hasLaterNamed(state, node)) continue
    if (way.config === DONE) return true
    const next = nodeAfter(state.tree, node, way.down)
    if (next >= 0 && reachesEnd(automaton, state, way.config, next)) return true
  }
  return false
}

/** The list with the node for each of these captures in front. The list itself is not changed. */
export function addCaptures(state: SearchState, captures: readonly number[], node: number, list: CaptureList | undefined): CaptureList | undefined {
  let head = list
  for (const capture of captures) head = { capture, node, rest: head, id: state.nextListId++, size: (head?.size ?? 0) + 1 }
  return head
}

/** Moves the frame to the next sibling, including itself, that matches the step. Stops early if the result for a sibling is known. */
function findNode(state: SearchState, step: RunStep, frame: number, dead: ReadonlySet<number>, remember: boolean): 'found' | 'none' | 'alive' {
  const { stack, tree } = state
  const config = stack.config[frame]
  let node = stack.node[frame]
  while (node >= 0) {
    countWork(state)
    if (dead.size > 0 && dead.has(configKey(state, config, node))) break
    if (remember && state.alive.size > 0 && state.alive.has(configKey(state, config, node))) {
      stack.node[frame] = node
      return 'alive'
    }
    if (matchesStep(state, step, node)) {
      stack.node[frame] = node
      return 'found'
    }
    node = mayPass(tree, step, config, node) ? nextSibling(tree, node) : -1
  }
  stack.node[frame] = -1
  return 'none'
}

function push(state: SearchState, config: number, node: number, captures: CaptureList | undefined): void {
  const { stack } = state
  const top = stack.top++
  stack.config[top] = config
  stack.node[top] = node
  stack.from[top] = node
  stack.way[top] = -1
  stack.found[top] = 0
  stack.begun[top] = state.work
  stack.before[top] = captures
  stack.after[top] = undefined
}

function pop(automaton: RunAutomaton, state: SearchState, base: number, dead: Set<number>): void {
  const { stack } = state
  const top = --stack.top
  const found = stack.found[top]
  if (found !== 0) {
    if (top > base && stack.found[top - 1] !== FOUND) stack.found[top - 1] = found
  } else if (state.work - stack.begun[top] > PATIENCE || state.work < stack.begun[top]) remember(automaton, state, dead, top, -1)
}

function rememberWay(automaton: RunAutomaton, state: SearchState, base: number): void {
  const { stack } = state
  for (let frame = base; frame < stack.top; frame++) remember(automaton, state, state.alive, frame, stack.node[frame])
}

/** Records the result for the siblings that the frame tested, up to `last` or all of them: it is the same for each. */
function remember(automaton: RunAutomaton, state: SearchState, places: Set<number>, frame: number, last: number): void {
  const config = state.stack.config[frame]
  const step = automaton.steps[config >> 2]
  let node = state.stack.from[frame]
  while (node >= 0) {
    const key = configKey(state, config, node)
    if (places.has(key)) return
    places.add(key)
    countWork(state)
    node = node !== last && mayPass(state.tree, step, config, node) ? nextSibling(state.tree, node) : -1
  }
}

/** True if these captures were here before, so the continuation was already searched. */
function isRepeated(state: SearchState, visited: Set<string>, config: number, node: number, captures: CaptureList | undefined): boolean {
  const key = `${captures?.id ?? 0} ${configKey(state, config, node)}`
  if (visited.has(key)) return true
  visited.add(key)
  return false
}
