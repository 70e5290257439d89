import { addToGroup } from '../../model/group-by.ts'
import { CONFIGS, DONE } from './build-automaton.ts'
import { type CaptureList, containsAll } from './capture-list.ts'
import { createLongestLists } from './longest-lists.ts'
import { matchesStep, mayPass } from './match-step.ts'
import { createNodeQueue } from './node-queue.ts'
import { countWork, hasLaterNamed, type SearchState } from './search-state.ts'
import { addCaptures, reachesEnd, type RunAutomaton } from './search-ways.ts'
import { nextSibling, nodeAfter } from './tree-view.ts'

/** Where ways of a pattern begin in a tree. */
export interface Start {
  readonly config: number
  readonly node: number
  readonly captures: CaptureList | undefined
}

/** Capture lists that wait in one configuration for one node. */
type Waiting = Map<number, CaptureListSet>
type CaptureListSet = (CaptureList | undefined)[]

/** Waiting lists beyond which it is worth asking whether each still has a way to the end. */
const PATIENCE = 8

/**
 * Goes all ways of a pattern with optional or repeated captures at once, node by node, and keeps tree-sitter's rule of the longest match: of two ways at the
 * same place, the one whose captures are all among the other's is dropped. Returns the captures of those that reach the end and lack none that another has.
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
    // The whole set is handed on where nothing else waits: most nodes are only passed.
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

/** Adds a list to those that wait, unless one of the same step has all it has and may do all it may; drops those of which that holds the other way round. */
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
  // A set may be shared with no one: it was handed on as a whole, or is new.
  addToGroup(waiting, config, list)
  return true
}

/** A configuration of the same step can do all that the other can. */
function isFreer(a: number, b: number): boolean {
  const [seekingA, skippedA] = [a & 1, a & 2]
  const [seekingB, skippedB] = [b & 1, b & 2]
  if (seekingA) return seekingB !== 0
  return seekingB !== 0 || skippedA >= skippedB
}
