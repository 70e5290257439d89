import { type AccessPaths, isAll, isWeak, type PathKeys, plainPath, weaken, WHOLE } from './access-paths.ts'
import type { BranchGates } from './path-conditions.ts'
import type { Edges } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import type { FunctionOutputs } from '../call-graph/function-outputs.ts'
import type { CallEffects } from '../models/call-effects.ts'
import type { SharedStateTest } from '../heap/shared-state.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { ContextSensitiveCallees } from '../call-graph/context-sensitive-callees.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import type { SinkSummary } from './sink-summary.ts'
import { addBits, addFact, type FactTable, findFact, type SinkHit, type TaintFacts } from './fact-table.ts'

/** Steps of following data that are left for files that are followed together. */
export interface FlowBudget {
  steps: number
}

/** What following data takes: the same for all labels of rules. */
export interface SolvingInput {
  readonly project: Project
  readonly edges: Edges
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
  readonly checkedParts: ReadonlyMap<number, readonly number[]>
  /** By value that is passed as `**fields`: names of these that hold nothing harmful. */
  readonly limitedSpreads: ReadonlyMap<number, ReadonlySet<string>>
  /** Whether a call gives what the same function keeps under the same name. */
  isMemoRead(call: number): boolean
  readonly isLeftForOthers: SharedStateTest
  /** What a call of a function that is not among the files does. */
  readonly effectOf: CallEffects
  /** Values that something was found by, so that they are known names. */
  readonly lookedUp: ReadonlySet<number>
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
export interface Caller {
  readonly call: number
  /** The position of the argument that is the function; -1 for the call itself. */
  readonly callback: number
  readonly fact: number
}

/** What leaves a function that was entered. */
export interface Exit {
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown' | 'value'
  /** Of `parameter` its index, of `value` the value. */
  readonly at: number
  readonly path: number
  readonly bits: number
  readonly fact: number
}

/** A function that was entered with a part of a parameter. What is done with it is worked out once for all callers. */
export interface Entry {
  readonly func: number
  readonly callers: Caller[]
  /** Places of the callers by fact. */
  readonly places: Map<number, CallerPlace[]>
  /** The first caller at each call site, by `siteKey`. */
  readonly sites: Map<number, Caller>
  /** By call and fact: what to do for each further call site, which may choose other callees. */
  readonly onSite: Map<string, (site: CallSite) => void>
  /** By call and fact: what to do for each further caller. */
  readonly onCaller: Map<string, (caller: Caller) => void>
  /** Ways out, by what and where they leave it. */
  readonly exits: ToldList<Exit>
  readonly sinks: SinkSummary
  returns: number
}

/** A call that enters a function with a fact. */
interface CallerPlace {
  readonly call: number
  readonly callback: number
  /** What its data carried when it came last. */
  bits: number
}

/** What callers are told; of data of other rules that comes in another way, each by itself. */
export interface ToldList<T> {
  /** Bits of all that is told under a key. */
  readonly byKey: Map<number | string, number>
  readonly inOrder: T[]
}

/** A sink that data of an origin has met. */
export interface MetSink {
  readonly hit: SinkHit
  alternatives: number
}

/** Data while it is followed. Origins of facts are those of sources, and after them entries. */
export interface Solving extends SolvingInput {
  readonly gates: BranchGates
  readonly taint: TaintFacts
  readonly facts: FactTable
  /** By origin, and by value and path as if nothing was overwritten: the path that holds most of it. */
  readonly joined: Map<number, number>[]
  /** How many origins of facts are those of sources. */
  readonly sources: number
  readonly entries: Entry[]
  /** By parameter and path. */
  readonly entryIds: Map<number, number>
  readonly entriesPerValue: Map<number, number>
  readonly queue: number[]
  /** By origin, sink and whether the data may be tainted only. */
  readonly found: Map<number, MetSink[]>
  /** By call: labels of data that reaches a sink within the callee. */
  readonly metWithin: Int32Array
  readonly cut: Set<number>
  /** How many facts are held. */
  readonly mostFacts: number
}

/** Facts of one way into a function: real ones stay under a few thousand. */
const MAX_FACTS_PER_ENTRY = 30_000
/** About 120 MB. Of the projects of the benchmark the largest that are linked, 800 files of Python, take 505,000. */
const MAX_FACTS = 600_000
/** Real projects take up to two facts for each value; of objects that hold themselves there are twenty and more, which say nothing. */
const FACTS_PER_VALUE = 4
const FACTS_OF_ANY = 30_000

/** How many facts of a program are held at most. */
export function mostFacts(values: number): number {
  return Math.min(MAX_FACTS, FACTS_OF_ANY + FACTS_PER_VALUE * values)
}

/** Whether there are steps left. Each way on is one, whether anything new is learnt by it or not. */
export function goesOn({ budget }: Solving): boolean {
  return --budget.steps > 0
}

/** What data that some place holds carries after a way that leaves these bits of any: a path that the way has seen to lie within a folder is one from here on. */
export function carriedOn({ taint: { contained } }: Solving, held: number, left: number): number {
  return (held & left) | (((held & contained & ~left) << 1) & left)
}

/** A part of a value is tainted from here on. */
export function reach(s: Solving, from: number, to: number, part: number, carried: number, previous: number, within = -1): void {
  const { taint, facts } = s
  s.budget.steps--
  let mask = carriedOn(s, carried, ~taint.sanitized[to])
  if ((mask & taint.ownFile) !== 0 && from < s.sources && s.project.fileOf[to] !== taint.origins[from].file) mask &= ~taint.ownFile
  if (taint.relabels.size > 0) for (const relabel of taint.relabels.get(to) ?? []) mask |= relabel(mask)
  if (isWeak(part)) mask &= ~heldBits(s, from, to, plainPath(part))
  if (mask === 0) return
  if (!isAll(part) && isHeld(s, from, to, part, mask)) return
  const joined = s.paths.filled(part) === part ? part : join(s, from, to, part, mask)
  if (joined < 0) return
  const known = findFact(facts, from, to, joined)
  if (known < 0) {
    if ((from >= s.sources && facts.perOrigin[from] >= MAX_FACTS_PER_ENTRY) || facts.count >= s.mostFacts) s.cut.add(s.project.fileOf[to])
    else s.queue.push(addFact(facts, from, to, joined, mask, previous, within))
    return
  }
  if ((facts.bits[known] | mask) === facts.bits[known]) return
  addBits(facts, known, mask, previous, within)
  if (facts.queued[known] === 1) return
  facts.queued[known] = 1
  s.queue.push(known)
}

/** Whether what holds a part is tainted by the same data at least as surely, and the part with it. Data that counts whole alone does not count in its parts. */
function isHeld(s: Solving, from: number, to: number, part: number, mask: number): boolean {
  if ((mask & s.taint.exact) !== 0) return false
  const weak = isWeak(part)
  for (let at = plainPath(part); at !== WHOLE; ) {
    at = s.paths.holder(at)
    const held = heldBits(s, from, to, at) | (weak ? heldBits(s, from, to, weaken(at)) : 0)
    if ((held & mask) === mask) return true
  }
  return false
}

/** What data has come to a part already. */
function heldBits({ facts }: Solving, from: number, to: number, part: number): number {
  const fact = findFact(facts, from, to, part)
  return fact < 0 ? 0 : facts.bits[fact]
}

/**
 * What is overwritten on one way to a value and not on another is tainted there: one path stands for both, where there would be one for each set of what may be overwritten.
 * -1 where it is known already.
 */
function join({ facts, paths, joined }: Solving, from: number, to: number, part: number, mask: number): number {
  const known = (joined[from] ??= new Map<number, number>())
  const id = to * 2 ** 16 + paths.filled(part)
  const before = known.get(id)
  if (before === undefined) {
    known.set(id, part)
    return part
  }
  const fact = findFact(facts, from, to, before)
  const held = fact < 0 ? 0 : facts.bits[fact]
  const union = paths.union(before, part)
  if (union === before && (held & mask) === mask) return -1
  // Data of different rules is told apart: what one overwrites may be what the other leaves.
  if (held !== mask) return part
  known.set(id, union)
  return union
}

/** What of the data its parts and texts made of it carry. */
export function carriedByParts({ taint, paths }: Solving, part: number, carried: number): number {
  return taint.exact !== 0 && paths.isWhole(part) ? carried & ~taint.exact : carried
}
