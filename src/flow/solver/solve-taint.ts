import { BOUNDS } from '../../model/bounds.ts'
import { addToGroup } from '../../model/group-by.ts'
import { SYNTHETIC_KEY } from '../../model/program.ts'
import { NUMERIC_PROPERTIES } from '../models/numeric-properties.ts'
import { CLIENT_PROPERTIES } from '../models/request-properties.ts'
import type { Project } from '../program/link-program.ts'
import type { EscapingData } from '../program/unaffected-exports.ts'
import { isMayTaint, withConfidenceOf } from './confidence.ts'
import { findEscapingFacts } from './escaping-facts.ts'
import { exitFunction } from './exit-function.ts'
import { createFactTable, findFact, firstFactOf } from './fact-table.ts'
import { propagateAlongEdge } from './flow-functions.ts'
import { enterFunction, propagateOrExit } from './interprocedural-edges.ts'
import { createPathConditions } from './path-conditions.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import { propagate } from './propagate.ts'
import { createSinkFacts, recordSinkFact } from './sink-facts.ts'
import { type KnownKeys, type SolverInput, type SolverState, takeStep } from './solver-state.ts'
import type { Seed, TaintAnnotations } from './taint-annotations.ts'
import { createWorklist } from './worklist.ts'

/** The fixpoint: the facts, the solved entry facts, and the sinks that each of them reaches. */
export interface TaintSolution {
  readonly state: SolverState
  /** The source from which data with some of these labels first came to a fact of a source group. */
  sourceOf(fact: number, labels: number): number
  /** By file: how data may leave it. */
  readonly escaping: ReadonlyMap<number, EscapingData>
}

/**
 * Solves the taint problem of one label batch by tabulation (Reps, Horwitz, Sagiv, POPL 1995; on the fly as in Naeem, Lhoták, Rodriguez, CC
 * 2010). Deterministic.
 */
export function solveTaint(input: SolverInput, taint: TaintAnnotations): TaintSolution {
  const state = createSolverState(input, taint)
  const sourceOf = seedWorklist(state)
  runToFixpoint(state)
  return { state, sourceOf, escaping: findEscapingFacts(state) }
}

/** Creates a solver without facts. */
function createSolverState(input: SolverInput, taint: TaintAnnotations): SolverState {
  return {
    ...input,
    taint,
    pathConditions: createPathConditions(input.project),
    facts: createFactTable(),
    worklist: createWorklist(),
    entryFacts: [],
    entryFactIds: new Map(),
    entryFactsPerValue: new Map(),
    sinkFacts: createSinkFacts(),
    mergedPaths: new Map(),
    cutFiles: new Set(),
    maxFacts: maxFacts(input.project.count),
  }
}

/** Takes facts from the worklist and follows their edges, until it is empty or the budget is spent. Can be called again after facts were added. */
function runToFixpoint(s: SolverState): void {
  let fact = -1
  while (takeStep(s)) {
    fact = s.worklist.shift()
    if (fact < 0) return
    propagateFact(s, fact)
  }
  for (const left of [...(fact < 0 ? [] : [fact]), ...s.worklist.pending()]) s.cutFiles.add(s.project.fileOf[s.facts.value[left]])
}

/** About 120 MB. The largest linked project of the benchmark, 800 files of Python, has 505,000 facts. */
const MAX_FACTS = BOUNDS.factsPerSolve.value
/** Real programs have up to two facts for each value. Objects that contain themselves have twenty and more, which add nothing. */
const FACTS_PER_VALUE = 4
const BASE_FACTS = 30_000

/** The most facts that a program may have. */
function maxFacts(values: number): number {
  return Math.min(MAX_FACTS, BASE_FACTS + FACTS_PER_VALUE * values)
}

/** Adds the facts of sources. Returns which source a fact with some labels comes from. */
function seedWorklist(s: SolverState): TaintSolution['sourceOf'] {
  const { facts, taint } = s
  const seedsByFact = new Map<number, Seed[]>()
  for (const [group, { seeds }] of taint.sourceGroups.entries()) {
    for (const seed of seeds) {
      propagate(s, -1 - group, seed.value, seed.path, seed.labels, -1)
      const fact = findFact(facts, -1 - group, seed.value, seed.path)
      if (fact >= 0) addToGroup(seedsByFact, fact, seed)
    }
  }
  return (fact, labels) => {
    // A source may only add a label to data of other rules. Then the first path counts.
    const seeds = seedsByFact.get(firstFactOf(facts, fact, labels)) ?? seedsByFact.get(firstFactOf(facts, fact, ALL_LABELS)) ?? []
    return (seeds.find((seed) => (seed.labels & labels) !== 0) ?? seeds[0])?.source ?? -1
  }
}

const ALL_LABELS = -1

/** Keys with a special meaning, by their numbers in the program. */
export function knownKeys(project: Project): KnownKeys {
  const idsOf = (names: ReadonlySet<string>): ReadonlySet<number> => new Set([...names].map((name) => project.keyId(name)))
  return {
    super: project.keyId(SYNTHETIC_KEY.super),
    keys: project.keyId(SYNTHETIC_KEY.keys),
    fields: project.keyId(SYNTHETIC_KEY.fields),
    shared: project.keyId(SYNTHETIC_KEY.persisted),
    size: project.keyId('size'),
    first: project.keyId('0'),
    second: project.keyId('1'),
    numbers: idsOf(NUMERIC_PROPERTIES),
    clients: idsOf(CLIENT_PROPERTIES),
  }
}

/** Follows all edges of a fact. If it gets more labels meanwhile, it is added to the worklist again. */
function propagateFact(s: SolverState, fact: number): void {
  const { facts, edges, roles } = s
  const value = facts.value[fact]
  const labels = facts.labels[fact]
  applyAnnotations(s, fact, value, labels)
  const output = roles.byValue[value]
  if (output >= 0) exitFunction(s, fact, roles.list[output])
  const end = edges.start[value + 1]
  s.budget.steps -= end - edges.start[value]
  for (let edge = edges.start[value]; edge < end; edge++) propagateAlongEdge(s, fact, labels, edge)
}

/** Applies sinks and propagators of rules at a value, and callbacks that get it as the accumulator of their next call. */
function applyAnnotations(s: SolverState, fact: number, value: number, labels: number): void {
  const { taint, facts, links } = s
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  recordSinks(s, fact, value, labels)
  if (taint.propagators.size > 0)
    for (const { to, labels: accepted } of taint.propagators.get(value) ?? NOTHING)
      if ((labels & accepted) !== 0) propagateOrExit(s, entry, to, withConfidenceOf(path, EMPTY_PATH), labels & accepted, fact)
  if (links.accumulators.size === 0) return
  for (const { call, position, functions } of links.accumulators.get(value) ?? NOTHING) {
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enterFunction(s, target, parameter.value, path, { call, callback: position, fact })
    }
  }
}

function recordSinks({ taint, facts, paths, sinkFacts }: SolverState, fact: number, value: number, labels: number): void {
  const path = facts.path[fact]
  const firstKey = paths.firstKey(path)
  for (const { sink, labels: accepted, rootOnly, fields } of taint.sinks.get(value) ?? NOTHING) {
    const isField = fields !== undefined && (firstKey === ANY_KEY || fields.has(firstKey))
    const reaching = labels & (rootOnly === 0 || paths.isRoot(path) || isField ? accepted : accepted & ~rootOnly)
    if (reaching !== 0) recordSinkFact(sinkFacts, { sink, entry: facts.entry[fact], labels: reaching, isMayTaint: isMayTaint(path), fact })
  }
}

const NOTHING: readonly never[] = []
