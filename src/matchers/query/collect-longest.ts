import { addToGroup } from '../../model/group-by.ts'
import { CONFIGS, DONE } from './build-automaton.ts'
import { type CaptureList, containsAll } from './capture-list.ts'
import { createLongestLists } from './longest-lists.ts'
import { matchesStep, mayPass } from './match-step.ts'
import { createNodeQueue } from './node-queue.ts'
import { countWork, hasLaterNamed, type SearchState } from './search-state.ts'
import { addCaptures, reachesEnd, type RunAutomaton } from './search-ways.ts'
import { nextSibling, nodeAfter } from './tree-view.ts'

/** The starts of a pattern in a tree. */
export interface Start {
  readonly config: number
  readonly node: number
  readonly captures: CaptureList | undefined
}

/** Capture lists that wait in one configuration for a node. */
type Waiting = Map<number, CaptureListSet>
type CaptureListSet = (CaptureList | undefined)[]

/** Number of waiting lists from which each is tested for a path to the end. */
const PATIENCE = 8

/**
 * Follows all paths of a pattern with optional or repeated captures at once, node by node, with tree-sitter's rule of the longest match: of two paths
 * in the same state, one whose captures are all in the other is dropped. Returns the captures of the paths that reach the end and are not contained
 * in another.
 */
export function collectLongest(automaton: RunAutomaton, state: SearchState, starts: readonly Start[]): readonly (CaptureList | undefined)[] {
  const { tree } = state
  const waiting = new Map<number, Waiting>()
  const queue = createNodeQueue()
  const done = createLongestLists(tree)
  let count = 0

  const waitingAt = (node: number): Waiting => {
    let at = waiting.get(node)
    if (at === undefined) {
      at = new Map()
      waiting.set(node, at)
      queue.add(node)
    }
    return at
  }
  const add = (config: number, node: number, list: CaptureList | undefined): void => {
    if (count > PATIENCE && !reachesEnd(automaton, state, config, node)) return
    if (addLongest(state, waitingAt(node), config, list)) count++
  }
  const moveOn = (config: number, node: number, lists: CaptureListSet): void => {
    const at = waitingAt(node)
    // The whole set is reused if nothing else waits there: most nodes are only passed.
    if (at.size === 0) at.set(config, lists)
    else for (const list of lists) if (!addLongest(state, at, config, list)) count--
  }

  for (const start of starts) add(start.config, start.node, start.captures)
  for (let node = queue.take(); node >= 0; node = queue.take()) {
    const here = waiting.get(node)
    waiting.delete(node)
    if (here === undefined) continue
    for (const [config, lists] of here) {
      const at = (config / CONFIGS) | 0
      const step = automaton.steps[at]
      countWork(state)
      if (matchesStep(state, step, node)) {
        for (const list of lists) {
          const captures = addCaptures(state, step.captures, node, list)
          for (const way of automaton.transitions[at]) {
            countWork(state)
            if (way.needsLast && hasLaterNamed(state, node)) continue
            if (way.config === DONE) {
              done.add(captures)
              continue
            }
            const next = nodeAfter(tree, node, way.down)
            if (next >= 0) add(way.config, next, captures)
          }
        }
      }
      const sibling = mayPass(tree, step, config, node) ? nextSibling(tree, node) : -1
      if (sibling >= 0) moveOn(config, sibling, lists)
      else count -= lists.length
    }
  }
  return done.lists()
}

/** Adds a list to the waiting ones unless a list of the same step contains it and is at least as free. Drops lists for which the reverse is true. */
function addLongest(state: SearchState, waiting: Waiting, config: number, list: CaptureList | undefined): boolean {
  const first = config - (config % CONFIGS)
  for (let other = first; other < first + CONFIGS; other++) {
    const lists = waiting.get(other)
    if (lists === undefined) continue
    for (const longer of isFreer(other, config) ? lists : []) {
      countWork(state)
      if (containsAll(state.tree, longer, list)) return false
    }
    if (!isFreer(config, other)) continue
    const kept = lists.filter((shorter) => !containsAll(state.tree, list, shorter))
    if (kept.length < lists.length) waiting.set(other, kept)
  }
  // Nobody else has the set: it was reused completely, or is new.
  addToGroup(waiting, config, list)
  return true
}

/** Whether a configuration of the same step allows everything that the other allows. */
function isFreer(a: number, b: number): boolean {
  const [seekingA, skippedA] = [a & 1, a & 2]
  const [seekingB, skippedB] = [b & 1, b & 2]
  if (seekingA) return seekingB !== 0
  return seekingB !== 0 || skippedA >= skippedB
}
