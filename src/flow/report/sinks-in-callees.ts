import { BOUNDS } from '../../model/bounds.ts'
import { addToGroup } from '../../model/group-by.ts'
import { isMayTaint } from '../solver/confidence.ts'
import { transferLabels } from '../solver/label-sets.ts'
import type { SolverState } from '../solver/solver-state.ts'
import { callEdgesByCaller, type CallEdge } from './call-edges-by-caller.ts'
import { searchCallPaths } from './call-path-search.ts'
import { labelsToSinks } from './labels-to-sinks.ts'

/** Sinks in callees, and call edges, that are visited for one call. */
const MAX_SINKS = BOUNDS.calleeSinks.value
const MAX_EDGES = BOUNDS.calleeSinkEdges.value

/** By sink: the labels with which data that is passed to a call reaches it for certain, in a callee. */
export type CalleeSinkQuery = (call: number) => ReadonlyMap<number, number>

/** Creates the query for one solution. Nothing is computed before the first call of a function of the program. */
export function createCalleeSinkQuery(s: SolverState): CalleeSinkQuery {
  const known = new Map<number, ReadonlyMap<number, number>>()
  let index: Index | undefined
  return (call) => {
    if (call < 0 || s.links.targets[call].length === 0) return NO_SINKS
    const found = known.get(call) ?? sinksReachedBy(s, (index ??= createIndex(s)), call)
    known.set(call, found)
    return found
  }
}

const NO_SINKS: ReadonlyMap<number, number> = new Map()

interface Index {
  /** By call: its edges that pass data which is tainted for certain. */
  readonly byCall: ReadonlyMap<number, readonly CallEdge[]>
  readonly byCaller: ReadonlyMap<number, readonly CallEdge[]>
  readonly toSinks: Int32Array
  readonly sinksByEntry: ReadonlyMap<number, readonly number[]>
}

function createIndex(s: SolverState): Index {
  const byCaller = callEdgesByCaller(s)
  const byCall = new Map<number, CallEdge[]>()
  for (const edges of byCaller.values()) {
    for (const edge of edges) {
      const { call, callback, fact } = edge.incoming
      if (callback >= 0 || isMayTaint(s.facts.path[fact])) continue
      const ofCall = byCall.get(call)
      if (ofCall === undefined) byCall.set(call, [edge])
      else ofCall.push(edge)
    }
  }
  const sinksByEntry = new Map<number, number[]>()
  for (const [sink, ofSink] of s.sinkFacts.bySink)
    for (const { entry, isMayTaint: isPossible } of ofSink) if (!isPossible && entry >= 0) addToGroup(sinksByEntry, entry, sink)
  return { byCall, byCaller, toSinks: labelsToSinks(s, true), sinksByEntry }
}

function sinksReachedBy(s: SolverState, index: Index, call: number): ReadonlyMap<number, number> {
  const entered = (index.byCall.get(call) ?? []).filter(
    ({ incoming, callee }) => transferLabels(s.taint, s.facts.labels[incoming.fact], index.toSinks[callee]) !== 0,
  )
  if (entered.length === 0) return NO_SINKS
  const { entries, sinks } = sinksBelow(
    s,
    index,
    entered.map(({ callee }) => callee),
  )
  const found = new Map<number, number>()
  for (const sink of [...sinks].slice(0, MAX_SINKS)) {
    searchCallPaths(s, {
      sink,
      isWanted: (entry, _, isPossible) => !isPossible && entries.has(entry),
      onSource: () => undefined,
      onCall: (edge, labels, isPossible) => {
        if (edge.call === call && edge.callback < 0 && !isPossible) found.set(sink, (found.get(sink) ?? 0) | labels)
      },
      maxEdges: () => MAX_EDGES,
    })
  }
  return found
}

/** The entry facts between some entry facts and sinks, and these sinks. */
function sinksBelow(s: SolverState, index: Index, starts: readonly number[]): { entries: ReadonlySet<number>; sinks: ReadonlySet<number> } {
  const entries = new Set(starts)
  const sinks = new Set<number>()
  for (const entry of entries) {
    for (const sink of index.sinksByEntry.get(entry) ?? []) sinks.add(sink)
    if (sinks.size >= MAX_SINKS) break
    for (const { incoming, callee } of index.byCaller.get(entry) ?? []) {
      if (isMayTaint(s.facts.path[incoming.fact])) continue
      if (transferLabels(s.taint, s.facts.labels[incoming.fact], index.toSinks[callee]) !== 0) entries.add(callee)
    }
  }
  return { entries, sinks }
}
