import type { FlatTree } from '../../model/tree.ts'
import { DONE } from './build-automaton.ts'
import type { CompiledPattern } from './compile-pattern.ts'
import { mayMeet, mayPass } from './match-step.ts'
import { mayStart, unitAbove } from './may-start.ts'
import { nextSibling, nodeAfter } from './tree-view.ts'

/** Number of nodes tested before the answer is "maybe". */
const PATIENCE = 64

/** Counts the tested nodes. */
export interface Meter {
  work: number
}

/**
 * False if the pattern certainly does not capture the node as `@match`. Nearly every node fails here, at a tenth of the cost of a search (150 queries
 * on 1.8 MB of JavaScript), because nothing is allocated or stored. The recursion depth is limited by the pattern and the number of tested nodes.
 */
export function mayMatch(pattern: CompiledPattern, tree: FlatTree, text: string, node: number, meter: Meter): boolean {
  const limit = meter.work + PATIENCE
  if (!pattern.direct) {
    meter.work++
    return mayBeMatch(pattern, tree, text, node) && pattern.matchDepths.some((depth) => mayMatchBelow(pattern, tree, text, node, depth, meter, limit))
  }
  for (const entry of pattern.entries) {
    if (entry.from === 'child') return true
    if (entry.from === 'match' && goes(pattern, tree, text, entry.config, node, meter, limit)) return true
  }
  return false
}

/** Whether the whole pattern may be found from its start if `@match` is the node at this depth. */
function mayMatchBelow(pattern: CompiledPattern, tree: FlatTree, text: string, node: number, depth: number, meter: Meter, limit: number): boolean {
  const unit = unitAbove(pattern, tree, node, depth)
  if (unit === -2) return false
  if (unit < 0 || pattern.siblings) return true
  for (const entry of pattern.entries) {
    if (entry.depth === 1 || (mayStart(tree, entry, unit) && goes(pattern, tree, text, entry.config, unit, meter, limit))) return true
  }
  return false
}

/** Whether the node matches a step that captures `@match`. */
function mayBeMatch({ matchSteps }: CompiledPattern, tree: FlatTree, text: string, node: number): boolean {
  return matchSteps === undefined || matchSteps.some((step) => mayMeet(tree, text, step, node))
}

function goes(pattern: CompiledPattern, tree: FlatTree, text: string, config: number, from: number, meter: Meter, limit: number): boolean {
  const { steps, transitions } = pattern.automaton
  const step = steps[config >> 2]
  for (let node = from; node >= 0; node = mayPass(tree, step, config, node) ? nextSibling(tree, node) : -1) {
    if (++meter.work > limit) return true
    if (!mayMeet(tree, text, step, node)) continue
    for (const way of transitions[config >> 2]) {
      if (way.config === DONE) return true
      const next = nodeAfter(tree, node, way.down)
      if (next >= 0 && goes(pattern, tree, text, way.config, next, meter, limit)) return true
    }
  }
  return false
}
