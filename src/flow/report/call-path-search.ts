import { isMayTaint } from '../solver/confidence.ts'
import type { IncomingEdge } from '../solver/entry-facts.ts'
import { transferLabels } from '../solver/label-sets.ts'
import type { SinkFact } from '../solver/sink-facts.ts'
import type { SolverState } from '../solver/solver-state.ts'
import type { ChosenCallee, PathSegment } from './path-segment.ts'
import { createPriorityQueue } from './priority-queue.ts'
import { createVisitedSegments } from './visited-segments.ts'

export interface SearchInput {
  readonly sink: number
  /** Whether paths through an entry fact are wanted. */
  isWanted(entry: number, labels: number, isMayTaint: boolean): boolean
  /** A path from a source is found. Paths are found in order of their distance. */
  onSource(path: PathSegment): void
  /** A path is extended by a call. */
  onCall?(edge: IncomingEdge, labels: number, isMayTaint: boolean): void
  /** The number of call edges that are visited. */
  maxEdges(): number
}

/**
 * Searches backwards from a sink to sources: from sink facts through the incoming sets of their entry facts, the shortest path first. Each
 * entry fact is expanded once for each label, confidence and condition, so that the cost is that of the call edges and not of the call
 * paths. Returns false where the bound ended the search.
 */
export function searchCallPaths(s: SolverState, input: SearchInput): boolean {
  const queue = createPriorityQueue<PathSegment>()
  const visited = createVisitedSegments()
  for (const start of s.sinkFacts.bySink.get(input.sink) ?? []) queue.push(lastSegment(s, start), s.facts.distance[start.fact])
  let edges = 0
  for (let segment = queue.pop(); segment !== undefined; segment = queue.pop()) {
    if (segment.entry < 0) {
      input.onSource(segment)
      continue
    }
    const labels = segment.labels & ~visited.labelsOf(segment.entry, segment.isMayTaint)
    if (labels === 0 || !input.isWanted(segment.entry, labels, segment.isMayTaint)) continue
    const fresh = visited.add(segment)
    if (fresh === undefined) continue
    const { incoming } = s.entryFacts[segment.entry]
    for (const edge of incoming) {
      if (edges++ >= input.maxEdges()) return false
      const extended = extendBy(s, fresh, edge)
      if (extended === undefined) continue
      input.onCall?.(edge, extended.labels, extended.isMayTaint)
      if (extended.entry < 0 || input.isWanted(extended.entry, extended.labels, extended.isMayTaint)) queue.push(extended, extended.distance)
    }
  }
  return true
}

function lastSegment(s: SolverState, start: SinkFact): PathSegment {
  const { taint, pathConditions, entryFacts, facts } = s
  const condition =
    start.entry < 0 ? 0 : pathConditions.conditionAt(entryFacts[start.entry].func, taint.sinkFiles[start.sink], taint.sinkStarts[start.sink])
  return { ...start, callee: undefined, call: -1, distance: facts.distance[start.fact], chosen: undefined, condition }
}

/** The path from the function of a call; `undefined` if the call does not extend it. */
function extendBy(s: SolverState, segment: PathSegment, edge: IncomingEdge): PathSegment | undefined {
  const { facts, pathConditions, callees, links, project, entryFacts } = s
  const { call, callback, fact } = edge
  const labels = transferLabels(s.taint, facts.labels[fact], segment.labels)
  if (labels === 0 || (segment.chosen !== undefined && !choosesCallee(s, edge, segment.chosen))) return undefined
  const isDirect = callback < 0 && !links.partialArguments.has(call)
  const { func } = entryFacts[segment.entry]
  if (segment.condition !== 0 && !pathConditions.mayHold(func, segment.condition, call, isDirect)) return undefined
  const entry = facts.entry[fact]
  const extended = {
    sink: segment.sink,
    entry,
    labels,
    isMayTaint: segment.isMayTaint || isMayTaint(facts.path[fact]),
    fact,
    callee: segment,
    call,
    distance: segment.distance + facts.distance[fact] + 1,
  }
  if (entry < 0) return { ...extended, chosen: undefined, condition: 0 }
  const caller = entryFacts[entry].func
  const choice = callback >= 0 ? undefined : callees.callIn(call, caller)
  const callerCondition = segment.condition === 0 || !isDirect ? 0 : pathConditions.inCaller(caller, call, func, segment.condition)
  const { file, start } = project.calls[call]
  return {
    ...extended,
    chosen: choice === undefined ? undefined : { call: choice, target: func },
    condition: pathConditions.and(pathConditions.conditionAt(caller, file, start), callerCondition),
  }
}

function choosesCallee({ callees }: SolverState, { call, callback }: IncomingEdge, chosen: ChosenCallee): boolean {
  return callees.calleesAt({ call, callback }, chosen.call)?.includes(chosen.target) !== false
}
