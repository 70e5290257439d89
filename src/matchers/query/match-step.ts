import { ERROR_TYPE, type FlatTree, NODE_MISSING, NODE_NAMED } from '../../model/tree.ts'
import { SEEKING, SKIPPED } from './build-automaton.ts'
import { ANY_TYPE } from './build-steps.ts'
import { hasLaterNamed, type SearchState } from './search-state.ts'
import type { TextTest } from './text-test.ts'
import { firstChild, nextSibling } from './tree-view.ts'

/** A compiled step: names are numbers, and text predicates are attached to the step of their capture. */
export interface RunStep {
  readonly symbol: number
  readonly supertype: number
  readonly field: number
  readonly named: boolean
  readonly immediate: boolean
  readonly lastChild: boolean
  readonly missing: boolean
  readonly absentFields: readonly number[]
  readonly captures: readonly number[]
  readonly tests: readonly TextTest[]
  /** It captures `@match`. */
  readonly isMatch: boolean
  /** This step or a later one has a capture. */
  readonly capturesAhead: boolean
  /** A step after it captures `@match`. */
  readonly matchAhead: boolean
}

/** Whether a node matches all conditions of a step. */
export function matchesStep(state: SearchState, step: RunStep, node: number): boolean {
  return mayMeet(state.tree, state.text, step, node) && !(step.lastChild && hasLaterNamed(state, node))
}

/** Whether a node matches all conditions of a step except being the last. */
export function mayMeet(tree: FlatTree, text: string, step: RunStep, node: number): boolean {
  const type = tree.type[node]
  const flags = tree.flags[node]
  if (step.symbol !== ANY_TYPE) {
    if (type !== step.symbol || (step.missing && !(flags & NODE_MISSING))) return false
  } else if (step.missing) {
    if (!(flags & NODE_MISSING)) return false
  } else if (type === ERROR_TYPE || (step.named && !(flags & NODE_NAMED))) return false
  if (step.field !== 0 && tree.field[node] !== step.field) return false
  if (step.supertype !== 0 && !(tree.supertypes[node] & step.supertype)) return false
  if (step.absentFields.length > 0 && hasAnyField(tree, node, step.absentFields)) return false
  for (const test of step.tests) if (!test(text, tree.start[node], tree.end[node])) return false
  return true
}

function hasAnyField(tree: FlatTree, node: number, fields: readonly number[]): boolean {
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) if (fields.includes(tree.field[child])) return true
  return false
}

/** Whether a configuration may go on to the sibling after `node`. An anchor skips tokens, but no named node. */
export function mayPass(tree: FlatTree, step: RunStep, config: number, node: number): boolean {
  if (config & SEEKING) return false
  return !step.immediate || (config & SKIPPED) !== 0 || !(tree.flags[node] & NODE_NAMED)
}
