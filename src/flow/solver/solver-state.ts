import { type AccessPaths, isEmptyPath, isMayTaint, type PathKeys, toMustTaint, toMayTaint, EMPTY_PATH } from './access-paths.ts'
import type { PathConditions } from './path-conditions.ts'
import type { DataFlowEdges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import type { FunctionOutputs } from '../call-graph/function-outputs.ts'
import type { CallEffects } from '../models/call-effects.ts'
import type { SharedStateTest } from '../heap/shared-state.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { ContextSensitiveCallees } from '../call-graph/context-sensitive-callees.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import type { SinkSummary } from './sink-summary.ts'
import { addLabels, insertFact, type FactTable, findFact, type SinkFact, type TaintAnnotations } from './fact-table.ts'

/** Steps of following data that are left for files that are followed together. */
export interface FlowBudget {
  steps: number
}

/** What following data takes: the same for all labels of rules. */
export interface SolverInput {
  readonly project: Project
  readonly edges: DataFlowEdges
  readonly links: CallGraph
  readonly callees: ContextSensitiveCallees
  readonly paths: AccessPaths
  readonly roles: FunctionOutputs
  readonly keys: KnownKeys
  /** Whether an object is one that others get too. */
  isShared(receiver: number): boolean
  /** Whether a value is a map, of which a loop comes to pairs. */
  isMap(value: number): boolean
  /** Whether a value is a whole module. */
  isModule(value: number): boolean
  /** By call: keys of parts that its elements have no more harm in. */
  readonly filteredProperties: ReadonlyMap<number, readonly number[]>
  /** By value that is passed as `**fields`: names of these that hold nothing harmful. */
  readonly schemaConstrainedSpreads: ReadonlyMap<number, ReadonlySet<string>>
  /** Whether a call gives what the same function keeps under the same name. */
  isCacheRead(call: number): boolean
  readonly outlivesCall: SharedStateTest
  /** What a call of a function that is not among the files does. */
  readonly effectOf: CallEffects
  /** Values that something was found by, so that they are known names. */
  readonly lookupResults: ReadonlySet<number>
  readonly budget: FlowBudget
}

/** Keys of parts that mean something. */
export interface KnownKeys extends PathKeys {
  readonly size: number
  readonly first: number
  readonly second: number
  /** Parts that are numbers, and those whose parts the client names. */
  readonly numbers: ReadonlySet<number>
  readonly clients: ReadonlySet<number>
}

/** Where a function was entered from. */
export interface IncomingEdge {
  readonly call: number
  /** The position of the argument that is the function; -1 for the call itself. */
  readonly callback: number
  readonly fact: number
}

/** What leaves a function that was entered. */
export interface ExitFact {
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown' | 'value'
  /** Of `parameter` its index, of `value` the value. */
  readonly at: number
  readonly path: number
  readonly labels: number
  readonly fact: number
}

/** A function that was entered with a part of a parameter. What is done with it is worked out once for all callers. */
export interface EntryFact {
  readonly func: number
  readonly incoming: IncomingEdge[]
  /** Places of the callers by fact. */
  readonly incomingByFact: Map<number, IncomingLabels[]>
  /** The first caller at each call site, by `siteKey`. */
  readonly callSites: Map<number, IncomingEdge>
  /** By call and fact: what to do for each further call site, which may choose other callees. */
  readonly siteListeners: Map<string, (site: CallSite) => void>
  /** By call and fact: what to do for each further caller. */
  readonly incomingListeners: Map<string, (caller: IncomingEdge) => void>
  /** Ways out, by what and where they leave it. */
  readonly endSummary: EndSummary<ExitFact>
  readonly sinkSummary: SinkSummary
  appliedExits: number
}

/** A call that enters a function with a fact. */
interface IncomingLabels {
  readonly call: number
  readonly callback: number
  /** What its data carried when it came last. */
  labels: number
}

/** What callers are told; of data of other rules that comes in another way, each by itself. */
export interface EndSummary<T> {
  /** Bits of all that is told under a key. */
  readonly labelsByKey: Map<number | string, number>
  readonly inOrder: T[]
}

/** A sink that data of an origin has met. */
export interface ReachedSinkState {
  readonly sinkFact: SinkFact
  alternatives: number
}

/** Data while it is followed. Origins of facts are those of sources, and after them entries. */
export interface SolverState extends SolverInput {
  readonly pathConditions: PathConditions
  readonly taint: TaintAnnotations
  readonly facts: FactTable
  /** By origin, and by value and path as if nothing was overwritten: the path that holds most of it. */
  readonly mergedPaths: Map<number, number>[]
  /** How many origins of facts are those of sources. */
  readonly sourceGroupCount: number
  readonly entryFacts: EntryFact[]
  /** By parameter and path. */
  readonly entryFactIds: Map<number, number>
  readonly entryFactsPerValue: Map<number, number>
  readonly worklist: number[]
  /** By origin, sink and whether the data may be tainted only. */
  readonly reachedSinks: Map<number, ReachedSinkState[]>
  /** By call that is a sink itself, and by sink that data reaches in its callees: the labels of that data. */
  readonly sinksInCallees: Map<number, Map<number, number>>
  readonly cutFiles: Set<number>
  /** How many facts are held. */
  readonly maxFacts: number
}

/** Facts of one way into a function: real ones stay under a few thousand. */
const MAX_FACTS_PER_ENTRY_FACT = 30_000
/** About 120 MB. Of the projects of the benchmark the largest that are linked, 800 files of Python, take 505,000. */
const MAX_FACTS = 600_000
/** Real projects take up to two facts for each value; of objects that hold themselves there are twenty and more, which say nothing. */
const FACTS_PER_VALUE = 4
const BASE_FACTS = 30_000

/** How many facts of a program are held at most. */
export function maxFacts(values: number): number {
  return Math.min(MAX_FACTS, BASE_FACTS + FACTS_PER_VALUE * values)
}

/** Whether there are steps left. Each way on is one, whether anything new is learnt by it or not. */
export function takeStep({ budget }: SolverState): boolean {
  return --budget.steps > 0
}

/** What data that some place holds carries after a way that leaves these bits of any: a path that the way has seen to lie within a folder is one from here on. */
export function transferLabels({ taint: { withContainedState: contained } }: SolverState, held: number, left: number): number {
  return (held & left) | (((held & contained & ~left) << 1) & left)
}

/** A part of a value is tainted from here on. */
export function propagate(s: SolverState, entry: number, to: number, path: number, labels: number, predecessor: number, calleeFact = -1): void {
  const { taint, facts } = s
  s.budget.steps--
  let mask = transferLabels(s, labels, ~taint.sanitized[to])
  if ((mask & taint.ownFile) !== 0 && entry < s.sourceGroupCount && s.project.fileOf[to] !== taint.sourceGroups[entry].file) mask &= ~taint.ownFile
  if (taint.relabels.size > 0) for (const relabel of taint.relabels.get(to) ?? []) mask |= relabel(mask)
  if (isMayTaint(path)) mask &= ~labelsAt(s, entry, to, toMustTaint(path))
  if (mask === 0) return
  if (!isEmptyPath(path) && isSubsumed(s, entry, to, path, mask)) return
  const joined = s.paths.withoutExclusions(path) === path ? path : mergeExclusions(s, entry, to, path, mask)
  if (joined < 0) return
  const known = findFact(facts, entry, to, joined)
  if (known < 0) {
    if ((entry >= s.sourceGroupCount && facts.perEntry[entry] >= MAX_FACTS_PER_ENTRY_FACT) || facts.count >= s.maxFacts)
      s.cutFiles.add(s.project.fileOf[to])
    else s.worklist.push(insertFact(facts, entry, to, joined, mask, predecessor, calleeFact))
    return
  }
  if ((facts.labels[known] | mask) === facts.labels[known]) return
  addLabels(facts, known, mask, predecessor, calleeFact)
  if (facts.queued[known] === 1) return
  facts.queued[known] = 1
  s.worklist.push(known)
}

/** Whether what holds a part is tainted by the same data at least as surely, and the part with it. Data that counts whole alone does not count in its parts. */
function isSubsumed(s: SolverState, entry: number, to: number, path: number, mask: number): boolean {
  if ((mask & s.taint.exact) !== 0) return false
  const isMayTaintPath = isMayTaint(path)
  for (let at = toMustTaint(path); at !== EMPTY_PATH; ) {
    at = s.paths.parent(at)
    const held = labelsAt(s, entry, to, at) | (isMayTaintPath ? labelsAt(s, entry, to, toMayTaint(at)) : 0)
    if ((held & mask) === mask) return true
  }
  return false
}

/** What data has come to a part already. */
function labelsAt({ facts }: SolverState, entry: number, to: number, path: number): number {
  const fact = findFact(facts, entry, to, path)
  return fact < 0 ? 0 : facts.labels[fact]
}

/**
 * What is overwritten on one way to a value and not on another is tainted there: one path stands for both, where there would be one for each set of what may be overwritten.
 * -1 where it is known already.
 */
function mergeExclusions({ facts, paths, mergedPaths: joined }: SolverState, entry: number, to: number, path: number, mask: number): number {
  const known = (joined[entry] ??= new Map<number, number>())
  const id = to * 2 ** 16 + paths.withoutExclusions(path)
  const before = known.get(id)
  if (before === undefined) {
    known.set(id, path)
    return path
  }
  const fact = findFact(facts, entry, to, before)
  const held = fact < 0 ? 0 : facts.labels[fact]
  const union = paths.joinExclusions(before, path)
  if (union === before && (held & mask) === mask) return -1
  // Data of different rules is told apart: what one overwrites may be what the other leaves.
  if (held !== mask) return path
  known.set(id, union)
  return union
}

/** What of the data its parts and texts made of it carry. */
export function labelsOfProperties({ taint, paths }: SolverState, path: number, labels: number): number {
  return taint.exact !== 0 && paths.isRoot(path) ? labels & ~taint.exact : labels
}
