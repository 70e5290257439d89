import { BOUNDS } from '../../model/bounds.ts'
import { transferLabels } from '../solver/label-sets.ts'
import type { SolverState } from '../solver/solver-state.ts'
import { callingSiteOf } from './calling-site.ts'
import { callEdgesByCaller } from './call-edges-by-caller.ts'
import { searchCallPaths } from './call-path-search.ts'
import type { PathSegment } from './path-segment.ts'
import { type EntryReachability, reachabilityOf } from './entry-reachability.ts'
import { labelsToSinks } from './labels-to-sinks.ts'

/** Data of a source group that reaches a sink, by its shortest path. */
export interface ReachedSink {
  readonly path: PathSegment
  /** Number of other paths that the search has found. */
  alternatives: number
}

export interface SourcePaths {
  /** By sink, source group, confidence and caller of a wrapper. Labels that arrive on a longer path have an entry of their own. */
  readonly reached: readonly ReachedSink[]
  /** Sinks for which not all call edges were visited. */
  readonly cutSinks: readonly number[]
}

/** Call edges that the search visits for one sink. */
const MAX_EDGES = BOUNDS.sourcePathEdges.value
/** Call edges that it visits after the shortest paths are known, to count others. */
const MAX_EDGES_FOR_ALTERNATIVES = BOUNDS.sourcePathAlternatives.value

/** Reconstructs the data-flow paths from sources to all sinks that are reached. */
export function findSourcePaths(s: SolverState): SourcePaths {
  const sinks = [...s.sinkFacts.bySink.keys()].sort((left, right) => left - right)
  const groups = reachabilityByGroup(s)
  const reached: ReachedSink[] = []
  const cutSinks: number[] = []
  for (const sink of sinks) {
    const found = pathsToSink(s, sink, groups)
    reached.push(...found.reached)
    if (found.isCut) cutSinks.push(sink)
  }
  return { reached, cutSinks }
}

function reachabilityByGroup(s: SolverState): readonly EntryReachability[] {
  const toSinks = labelsToSinks(s, false)
  const callEdges = callEdgesByCaller(s)
  return s.taint.sourceGroups.map((_, group) => reachabilityOf(s, group, callEdges, toSinks))
}

/** Labels of a source group for which no path has been found yet. */
interface Missing {
  possible: number
  certain: number
}

function pathsToSink(s: SolverState, sink: number, groups: readonly EntryReachability[]): { reached: readonly ReachedSink[]; isCut: boolean } {
  const missing = missingLabels(s, sink, groups)
  const found = new Map<string, ReachedSink[]>()
  let open = missing.size
  const isComplete = searchCallPaths(s, {
    sink,
    isWanted: (entry, labels, isMayTaint) => {
      for (const [group, left] of missing) {
        const { possible, certain } = groups[group]
        if ((transferLabels(s.taint, possible.get(entry) ?? 0, labels) & left.possible) !== 0) return true
        if (!isMayTaint && (transferLabels(s.taint, certain.get(entry) ?? 0, labels) & left.certain) !== 0) return true
        if (open === 0 && possible.has(entry)) return true
      }
      return false
    },
    onSource: (path) => {
      const labels = labelsInGroup(s, sink, -1 - path.entry, path.labels)
      const left = missing.get(-1 - path.entry)
      if (labels === 0 || left === undefined) return
      addFound(found, keyOf(s, path), { ...path, labels })
      const wasOpen = left.possible !== 0 || left.certain !== 0
      left.possible &= ~labels
      if (!path.isMayTaint) left.certain &= ~labels
      if (wasOpen && left.possible === 0 && left.certain === 0) open--
    },
    maxEdges: () => (open === 0 ? MAX_EDGES_FOR_ALTERNATIVES : MAX_EDGES),
  })
  return { reached: [...found.values()].flat(), isCut: !isComplete && open > 0 }
}

/** The labels with which data of source groups may reach a sink, without regard to path conditions. */
function missingLabels(s: SolverState, sink: number, groups: readonly EntryReachability[]): Map<number, Missing> {
  const missing = new Map<number, Missing>()
  const add = (group: number, possible: number, certain: number): void => {
    const labels = labelsInGroup(s, sink, group, possible)
    if (labels === 0) return
    const known = missing.get(group) ?? { possible: 0, certain: 0 }
    missing.set(group, { possible: known.possible | labels, certain: known.certain | (labels & certain) })
  }
  for (const { entry, labels, isMayTaint } of s.sinkFacts.bySink.get(sink) ?? []) {
    const certain = isMayTaint ? 0 : labels
    if (entry < 0) {
      add(-1 - entry, labels, certain)
      continue
    }
    for (const [group, reachability] of groups.entries()) {
      const reaching = reachability.possible.get(entry)
      if (reaching === undefined) continue
      add(group, transferLabels(s.taint, reaching, labels), transferLabels(s.taint, reachability.certain.get(entry) ?? 0, certain))
    }
  }
  return missing
}

/** The labels that count at a sink: some count in the file of their source only. */
function labelsInGroup({ taint }: SolverState, sink: number, group: number, labels: number): number {
  return taint.sinkFiles[sink] === taint.sourceGroups[group].file ? labels : labels & ~taint.ownFile
}

/** Paths of one source group, with one confidence, through one caller of a wrapper. */
function keyOf(s: SolverState, path: PathSegment): string {
  const site = path.callee === undefined ? undefined : callingSiteOf(s, path)
  return `${path.entry} ${path.isMayTaint} ${site?.file ?? ''} ${site?.start ?? ''}`
}

function addFound(found: Map<string, ReachedSink[]>, key: string, path: PathSegment): void {
  const known = found.get(key) ?? []
  found.set(key, known)
  const shorter = known.find((each) => (each.path.labels & path.labels) !== 0)
  if (shorter !== undefined && shorter.path.fact !== path.fact) shorter.alternatives++
  const labels = path.labels & ~known.reduce((all, each) => all | each.path.labels, 0)
  if (labels !== 0) known.push({ path: { ...path, labels }, alternatives: 0 })
}
