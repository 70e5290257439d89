import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { ANY_KEY, withConfidenceOf, isMayTaint, toMayTaint, EMPTY_PATH } from './access-paths.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { createPathConditions } from './path-conditions.ts'
import { enterFunction, propagateOrExit } from './interprocedural-edges.ts'
import { recordSinkFact } from './propagate-sink-facts.ts'
import { findEscapingFacts } from './escaping-facts.ts'
import { exitFunction } from './exit-function.ts'
import { CLIENT_PROPERTIES, NUMERIC_PROPERTIES, SIZED_CONSTRUCTORS } from '../models/library-calls.ts'
import { passArgument } from './call-edges.ts'
import { labelsOfProperties, takeStep, type KnownKeys, maxFacts, propagate, type SolverState, type SolverInput } from './solver-state.ts'
import { createFactTable, findFact, firstFactOf, type Seed, type TaintAnnotations, type TaintSolution } from './fact-table.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Follows all sources forwards to a fixpoint. Functions are entered once for each part of a parameter that is tainted, and what they do with it is remembered. */
export function solveTaint(input: SolverInput, taint: TaintAnnotations): TaintSolution {
  const s: SolverState = {
    ...input,
    taint,
    pathConditions: createPathConditions(input.project),
    facts: createFactTable(),
    mergedPaths: [],
    sourceGroupCount: taint.sourceGroups.length,
    entryFacts: [],
    entryFactIds: new Map(),
    entryFactsPerValue: new Map(),
    worklist: [],
    reachedSinks: new Map(),
    sinksInCallees: new Map(),
    cutFiles: new Set(),
    maxFacts: maxFacts(input.project.count),
  }
  const { facts, worklist: queue, cutFiles: cut, project } = s
  let next = 0
  const sourceOf = seedWorklist(s)
  for (; next < queue.length && takeStep(s); next++) propagateFact(s, queue[next])
  // What was still to be followed is left out.
  if (s.budget.steps <= 0) for (const fact of queue.slice(Math.max(0, next - 1))) cut.add(project.fileOf[facts.value[fact]])
  return {
    facts,
    reachedSinks: [...s.reachedSinks.values()].flat(),
    sinksInCallees: s.sinksInCallees,
    sourceOf,
    cutFiles: cut,
    escaping: findEscapingFacts(s),
  }
}

/** Taints what sources give. Gives the source with which the way to a fact begins, of data that carries some bits. */
function seedWorklist(s: SolverState): TaintSolution['sourceOf'] {
  const { facts, taint } = s
  const seeded = new Map<number, Seed[]>()
  for (const [group, { seeds }] of taint.sourceGroups.entries()) {
    for (const seed of seeds) {
      const { value, path, labels: bits } = seed
      propagate(s, group, value, path, bits, -1)
      const fact = findFact(facts, group, value, path)
      if (fact >= 0) addToGroup(seeded, fact, seed)
    }
  }
  return (fact, bits) => {
    // A source may give a label to data of other rules alone: then the first way that led here is as good as any.
    const seeds = seeded.get(firstFactOf(facts, fact, bits)) ?? seeded.get(firstFactOf(facts, fact, ALL_LABELS)) ?? []
    return (seeds.find((seed) => (seed.labels & bits) !== 0) ?? seeds[0])?.source ?? -1
  }
}

const ALL_LABELS = -1

/** Keys of parts that mean something, as the project numbers them. */
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

/** Follows a fact one step, everywhere it goes. */
function propagateFact(s: SolverState, fact: number): void {
  const { facts, edges, budget, roles } = s
  facts.queued[fact] = 0
  const value = facts.value[fact]
  // What is added meanwhile has the fact followed again.
  const labels = facts.labels[fact]
  applyAnnotations(s, fact, value, labels)
  const role = roles.byValue[value]
  if (role >= 0) exitFunction(s, fact, roles.list[role])
  const end = edges.start[value + 1]
  budget.steps -= end - edges.start[value]
  for (let edge = edges.start[value]; edge < end; edge++) propagateAlongEdge(s, fact, labels, edge)
}

/** Sinks, propagators and functions that get a value back when they are called next. */
function applyAnnotations(s: SolverState, fact: number, value: number, labels: number): void {
  const { taint, facts, links, paths } = s
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  for (const { sink, labels: wanted, rootOnly: whole, fields } of taint.sinks.get(value) ?? NOTHING) {
    const met = labels & (whole === 0 || paths.isRoot(path) || isInFields(s, fields, path) ? wanted : wanted & ~whole)
    if (met !== 0) recordSinkFact(s, entry, { sink, labels: met, isMayTaint: isMayTaint(path), fact, calleeSinkFact: undefined, call: -1 })
  }
  if (taint.propagators.size > 0)
    for (const { to, labels: bits } of taint.propagators.get(value) ?? NOTHING)
      if ((labels & bits) !== 0) propagateOrExit(s, entry, to, withConfidenceOf(path, EMPTY_PATH), labels & bits, fact)
  if (links.accumulators.size === 0) return
  for (const { call, position, functions } of links.accumulators.get(value) ?? NOTHING) {
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enterFunction(s, target, parameter.value, path, { call, callback: position, fact })
    }
  }
}

const NOTHING: readonly never[] = []

/** Whether the part lies in one of these fields, or in one that nobody knows. */
function isInFields({ paths }: SolverState, fields: ReadonlySet<number> | undefined, path: number): boolean {
  const head = paths.firstKey(path)
  return fields !== undefined && (head === ANY_KEY || fields.has(head))
}

function propagateAlongEdge(s: SolverState, fact: number, labels: number, edge: number): void {
  const { facts, edges, paths, taint } = s
  const { key } = s.project
  const target = edges.target[edge]
  const entry = facts.entry[fact]
  const path = facts.path[fact]
  switch (edges.kind[edge]) {
    case EDGE.copy:
      propagateOrExit(s, entry, target, copiedPath(s, facts.value[fact], target, path), labels, fact)
      break
    case EDGE.load: {
      const left = isIterated(s, target) ? paths.iterate(path) : key[target] < 0 ? elementPath(s, target, path) : paths.suffix(path, key[target])
      if (left >= 0 && !(s.keys.numbers.has(key[target]) && isElementCount(s, target, path)))
        propagate(s, entry, target, left, labelsOfProperties(s, path, labels), fact)
      break
    }
    case EDGE.base: {
      const left = paths.exclude(path, key[target])
      if (left >= 0) propagate(s, entry, target, left, labels, fact)
      break
    }
    case EDGE.part: {
      if (isStoredBack(s, fact, target)) break
      const kept = key[target] < 0 ? storedElementPath(s, target, path) : path
      if (kept >= 0) propagate(s, entry, target, paths.prefix(key[target], kept), labels, fact)
      break
    }
    case EDGE.combine:
    case EDGE.mix:
      propagate(s, entry, target, withConfidenceOf(path, EMPTY_PATH), labels & ~taint.exact, fact)
      break
    case EDGE.argument:
      passArgument(s, fact, target, edges.extra[edge])
      break
    case EDGE.prefix:
      propagateOrExit(s, entry, target, paths.prefix(edges.extra[edge], path), labels, fact)
      break
    default:
  }
}

/** What of a value is tainted in another that is the same: less surely where it is left for others, or where something was found by it. */
function copiedPath(s: SolverState, value: number, target: number, path: number): number {
  if (s.outlivesCall(value, target)) return s.paths.toSharedState(path)
  return s.lookupResults.has(target) ? toMayTaint(path) : path
}

/** What an object holds between two reads of one place, at most. */
const MAX_UPDATES = 12

/**
 * Whether a part is put back where it was read from, as after each call that is passed it, and nothing came of it: `check(request.args)`, `self.fields[name].encode()`. Of a source whoever reads it
 * again has a source again, and the object that it is a part of holds nothing else. Of a part that nobody knows it is one that held the data before, and others do not hold it since.
 */
function isStoredBack({ project, facts, sourceGroupCount: sources }: SolverState, fact: number, store: number): boolean {
  const { op, a, key } = project
  const isUnknown = key[store] < 0
  if (!isUnknown && facts.entry[fact] >= sources) return false
  let at = fact
  for (; facts.predecessor[at] >= 0; at = facts.predecessor[at]) {
    const made = op[facts.value[at]]
    if (made !== OP.postUpdate && made !== OP.refine) break
  }
  const read = facts.value[at]
  if (at === fact || op[read] !== OP.load || key[read] !== key[store]) return false
  if (facts.predecessor[at] >= 0 && !(isUnknown && facts.value[facts.predecessor[at]] === a[read])) return false
  let holder = a[store]
  for (let steps = 0; steps < MAX_UPDATES && holder >= 0 && holder !== a[read]; steps++) {
    if (op[holder] !== OP.postUpdate && op[holder] !== OP.store && op[holder] !== OP.refine) return false
    holder = a[holder]
  }
  return holder === a[read]
}

/** What of a path is left in an element: of a map that is a pair of its name and what it holds. */
function elementPath({ project, paths, keys, isMap }: SolverState, element: number, path: number): number {
  const value = paths.suffix(path, ANY_KEY)
  if (value < 0 || paths.isRoot(path) || !isMap(project.a[element])) return value
  return paths.firstKey(path) === keys.keys ? paths.prefix(keys.first, withConfidenceOf(path, EMPTY_PATH)) : paths.prefix(keys.second, value)
}

/** What of a path stays where an element is put back: of a pair, which a map has made, what it holds. */
function storedElementPath({ project, paths, keys, isMap }: SolverState, store: number, path: number): number {
  return !paths.isRoot(path) && isMap(project.a[store]) ? paths.suffix(path, keys.second) : path
}

/** Whether a value is what a loop comes to. Objects of the program's classes say themselves what that is. */
function isIterated({ project, links }: SolverState, value: number): boolean {
  return project.b[value] >= 0 && links.pointsTo.instancesOf(project.a[value]).length === 0
}

/** Whether a part named like a number of elements is one, of a value of which `tainted` is tainted. */
function isElementCount({ project, links, keys, paths }: SolverState, path: number, tainted: number): boolean {
  const { op, a, key, files, fileOf, calls } = project
  const base = a[path]
  if (files[fileOf[path]].language === 'python' || base < 0) return false
  // What was put into `this.params` is not what the client named.
  if (op[base] === OP.load && keys.clients.has(key[base]) && paths.isRoot(tainted)) return false
  if (key[path] !== keys.size) return true
  const made = links.pointsTo.rootOf(base)
  return op[made] === OP.result && SIZED_CONSTRUCTORS.test(calls[a[made]].name)
}
