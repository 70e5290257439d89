import { isMayTaint } from '../solver/confidence.ts'
import { transferLabels } from '../solver/label-sets.ts'
import type { SolverState } from '../solver/solver-state.ts'
import type { CallEdge } from './call-edges-by-caller.ts'

/** By entry fact: the labels with which data of one source group reaches it, regardless of path conditions. */
export interface EntryReachability {
  readonly possible: ReadonlyMap<number, number>
  /** Labels of data that is tainted for certain. */
  readonly certain: ReadonlyMap<number, number>
}

/** Follows the call edges from a source group as far as they lead to sinks. */
export function reachabilityOf(
  s: SolverState,
  group: number,
  callEdges: ReadonlyMap<number, readonly CallEdge[]>,
  toSinks: Int32Array,
): EntryReachability {
  const { facts, taint } = s
  const possible = new Map<number, number>()
  const certain = new Map<number, number>()
  const open: number[] = []
  const follow = (caller: number, labels: number, certainLabels: number): void => {
    for (const { incoming, callee } of callEdges.get(caller) ?? NOTHING) {
      const edge = facts.labels[incoming.fact]
      const left = labelsBefore(taint, transferLabels(taint, labels, edge), toSinks[callee])
      if (left === 0) continue
      const sure = isMayTaint(facts.path[incoming.fact]) ? 0 : labelsBefore(taint, transferLabels(taint, certainLabels, edge), toSinks[callee])
      const known = possible.get(callee) ?? 0
      const knownCertain = certain.get(callee) ?? 0
      if ((known | left) === known && (knownCertain | sure) === knownCertain) continue
      possible.set(callee, known | left)
      certain.set(callee, knownCertain | sure)
      open.push(callee)
    }
  }
  follow(-1 - group, ALL_LABELS, ALL_LABELS)
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) follow(entry, possible.get(entry) ?? 0, certain.get(entry) ?? 0)
  return { possible, certain }
}

const NOTHING: readonly never[] = []
const ALL_LABELS = -1

/** The labels before an edge that keeps the labels `kept`: the same ones, and the first state of labels that are kept in their contained state. */
function labelsBefore({ withContainedState }: SolverState['taint'], labels: number, kept: number): number {
  return labels & (kept | ((kept >>> 1) & withContainedState))
}
