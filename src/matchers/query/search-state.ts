import type { FlatTree } from '../../model/tree.ts'
import type { CaptureList } from './capture-list.ts'
import { lastNamedChild } from './tree-view.ts'

/** Work between two calls of `spend`. */
const WORK_BATCH = 1024

/** What the searches of one pattern in one tree share. */
export interface SearchState {
  readonly tree: FlatTree
  readonly text: string
  /** Where work is charged to; changes from call to call. */
  spend: (steps: number) => void
  /** Charged when it reaches a batch. */
  work: number
  nextListId: number
  /** Configurations at nodes, by `configKey`, from which no way leads to the end. */
  readonly dead: Set<number>
  /** Those from which none leads over a capture of `@match` to the end. */
  readonly deadBeforeMatch: Set<number>
  /** Those from which a way leads to the end. */
  readonly alive: Set<number>
  /** One entry of `lastNamedChild`. */
  lastNamedOf: number
  lastNamed: number
  readonly stack: SearchStack
}

/** Frames of the searches that are under way: a search within a search goes on above. */
export interface SearchStack {
  top: number
  readonly config: number[]
  /** The node looked at, -1 when there are no more. */
  readonly node: number[]
  /** The node it began with. */
  readonly from: number[]
  /** Next transition to take from the node, -1 while a node is looked for. */
  readonly way: number[]
  /** 1 once a way to the end was found through here. */
  readonly found: number[]
  /** Work when it began. */
  readonly begun: number[]
  readonly before: (CaptureList | undefined)[]
  readonly after: (CaptureList | undefined)[]
}

/** `spend` is told of the work in batches. */
export function createSearchState(tree: FlatTree, text: string, spend: (steps: number) => void): SearchState {
  const stack: SearchStack = { top: 0, config: [], node: [], from: [], way: [], found: [], begun: [], before: [], after: [] }
  return {
    tree,
    text,
    spend,
    work: 0,
    nextListId: 1,
    dead: new Set(),
    deadBeforeMatch: new Set(),
    alive: new Set(),
    lastNamedOf: -2,
    lastNamed: -1,
    stack,
  }
}

/** Charges what has come together. */
export function charge(state: SearchState): void {
  const { work } = state
  state.work = 0
  state.spend(work)
}

/** Counts steps, and tells them once there are enough. */
export function countWork(state: SearchState, steps = 1): void {
  state.work += steps
  if (state.work >= WORK_BATCH) charge(state)
}

/** One number for a place in the automaton at a node. */
export function configKey(state: SearchState, config: number, node: number): number {
  return config * state.tree.count + node
}

/** True when a named sibling follows the node. Remembers the last parent, or a long list would be read for each of its nodes. */
export function hasLaterNamed(state: SearchState, node: number): boolean {
  const parent = state.tree.parent[node]
  if (state.lastNamedOf !== parent) {
    state.lastNamed = lastNamedChild(state.tree, parent)
    state.lastNamedOf = parent
  }
  return state.lastNamed > node
}
