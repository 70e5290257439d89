import type { FlatTree } from '../../model/tree.ts'
import type { CaptureList } from './capture-list.ts'
import { lastNamedChild } from './tree-view.ts'

/** Work between two calls of `spend`. */
const WORK_BATCH = 1024

/** The shared state of the searches of one pattern in one tree. */
export interface SearchState {
  readonly tree: FlatTree
  readonly text: string
  /** The function that charges work. It changes between calls. */
  spend: (steps: number) => void
  /** Accumulated work, charged in batches. */
  work: number
  nextListId: number
  /** Configurations at nodes, by `configKey`, without a path to the end. */
  readonly dead: Set<number>
  /** Configurations without a path to the end that captures `@match`. */
  readonly deadBeforeMatch: Set<number>
  /** Configurations with a path to the end. */
  readonly alive: Set<number>
  /** One entry of `lastNamedChild`. */
  lastNamedOf: number
  lastNamed: number
  readonly stack: SearchStack
}

/** Frames of the running searches. A nested search continues on top. */
export interface SearchStack {
  top: number
  readonly config: number[]
  /** The current node, or -1 if there are no more. */
  readonly node: number[]
  /** The node it began with. */
  readonly from: number[]
  /** The next transition from the node, or -1 while a node is searched. */
  readonly way: number[]
  /** 1 if a path to the end was found through this frame. */
  readonly found: number[]
  /** Work when it began. */
  readonly begun: number[]
  readonly before: (CaptureList | undefined)[]
  readonly after: (CaptureList | undefined)[]
}

/** `spend` is called with work in batches. */
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

/** Charges the accumulated work. */
export function charge(state: SearchState): void {
  const { work } = state
  state.work = 0
  state.spend(work)
}

/** Counts steps, and charges them when there are enough. */
export function countWork(state: SearchState, steps = 1): void {
  state.work += steps
  if (state.work >= WORK_BATCH) charge(state)
}

/** One number for a configuration at a node. */
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
