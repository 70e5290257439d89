import { HIDDEN_PART, OP } from '../../model/program.ts'
import { ANY, asSureAs, isWeak, weaken, WHOLE } from './access-paths.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { Project } from '../program/link-program.ts'
import { createBranchGates } from './path-conditions.ts'
import { enter, reachBeyond } from './interprocedural-edges.ts'
import { recordSinkFact } from './propagate-sink-facts.ts'
import { findLeaving } from './escaping-facts.ts'
import { leave } from './exit-function.ts'
import { CLIENT_PROPERTIES, NUMERIC_PROPERTIES, SIZED_CONSTRUCTORS } from '../models/library-calls.ts'
import { passArgument } from './call-edges.ts'
import { carriedByParts, goesOn, type KnownKeys, mostFacts, reach, type Solving, type SolvingInput } from './solver-state.ts'
import { createFactTable, findFact, firstOf, type Seed, type TaintFacts, type TaintSolution } from './fact-table.ts'

/** Follows all sources forwards to a fixpoint. Functions are entered once for each part of a parameter that is tainted, and what they do with it is remembered. */
export function solveTaint(input: SolvingInput, taint: TaintFacts): TaintSolution {
  const s: Solving = {
    ...input,
    taint,
    gates: createBranchGates(input.project),
    facts: createFactTable(),
    joined: [],
    sources: taint.origins.length,
    entries: [],
    entryIds: new Map(),
    entriesPerValue: new Map(),
    queue: [],
    found: new Map(),
    metWithin: new Int32Array(input.project.calls.length),
    cut: new Set(),
    mostFacts: mostFacts(input.project.count),
  }
  const { facts, queue, cut, project } = s
  let at = 0
  const sourceOf = sow(s)
  for (; at < queue.length && goesOn(s); at++) follow(s, queue[at])
  // What was still to be followed is left out.
  if (s.budget.steps <= 0) for (const fact of queue.slice(Math.max(0, at - 1))) cut.add(project.fileOf[facts.value[fact]])
  return { facts, found: [...s.found.values()].flat(), metWithin: s.metWithin, sourceOf, cut, left: findLeaving(s) }
}

/** Taints what sources give. Gives the source with which the way to a fact begins, of data that carries some bits. */
function sow(s: Solving): TaintSolution['sourceOf'] {
  const { facts, taint } = s
  const sown = new Map<number, Seed[]>()
  for (const [origin, { seeds }] of taint.origins.entries()) {
    for (const seed of seeds) {
      const { value, path, bits } = seed
      reach(s, origin, value, path, bits, -1)
      const fact = findFact(facts, origin, value, path)
      if (fact >= 0) sown.set(fact, [...(sown.get(fact) ?? []), seed])
    }
  }
  return (fact, bits) => {
    // A source may give a label to data of other rules alone: then the first way that led here is as good as any.
    const seeds = sown.get(firstOf(facts, fact, bits)) ?? sown.get(firstOf(facts, fact, EVERY_BIT)) ?? []
    return (seeds.find((seed) => (seed.bits & bits) !== 0) ?? seeds[0])?.source ?? -1
  }
}

const EVERY_BIT = -1

/** Keys of parts that mean something, as the project numbers them. */
export function knownKeys(project: Project): KnownKeys {
  const idsOf = (names: ReadonlySet<string>): ReadonlySet<number> => new Set([...names].map((name) => project.keyId(name)))
  return {
    super: project.keyId(HIDDEN_PART.super),
    keys: project.keyId(HIDDEN_PART.keys),
    fields: project.keyId(HIDDEN_PART.fields),
    left: project.keyId(HIDDEN_PART.left),
    size: project.keyId('size'),
    first: project.keyId('0'),
    second: project.keyId('1'),
    numbers: idsOf(NUMERIC_PROPERTIES),
    clients: idsOf(CLIENT_PROPERTIES),
  }
}

/** Follows a fact one step, everywhere it goes. */
function follow(s: Solving, fact: number): void {
  const { facts, edges, budget, roles } = s
  facts.queued[fact] = 0
  const held = facts.value[fact]
  // What is added meanwhile has the fact followed again.
  const carried = facts.bits[fact]
  meetRules(s, fact, held, carried)
  const role = roles.byValue[held]
  if (role >= 0) leave(s, fact, roles.list[role])
  const end = edges.start[held + 1]
  budget.steps -= end - edges.start[held]
  for (let edge = edges.start[held]; edge < end; edge++) followEdge(s, fact, carried, edge)
}

/** Sinks, propagators and functions that get a value back when they are called next. */
function meetRules(s: Solving, fact: number, held: number, carried: number): void {
  const { taint, facts, links, paths } = s
  const from = facts.origin[fact]
  const part = facts.path[fact]
  for (const { sink, bits: wanted, whole, fields } of taint.sinks.get(held) ?? NOTHING) {
    const met = carried & (whole === 0 || paths.isWhole(part) || isAmong(s, fields, part) ? wanted : wanted & ~whole)
    if (met !== 0) recordSinkFact(s, from, { sink, bits: met, weak: isWeak(part), fact, deeper: undefined, call: -1 })
  }
  if (taint.passes.size > 0)
    for (const { to, bits } of taint.passes.get(held) ?? NOTHING)
      if ((carried & bits) !== 0) reachBeyond(s, from, to, asSureAs(part, WHOLE), carried & bits, fact)
  if (links.accumulators.size === 0) return
  for (const { call, position, functions } of links.accumulators.get(held) ?? NOTHING) {
    for (const target of functions) {
      const parameter = s.project.functions[target].parameters[0]
      if (parameter !== undefined) enter(s, target, parameter.value, part, { call, callback: position, fact })
    }
  }
}

const NOTHING: readonly never[] = []

/** Whether the part lies in one of these fields, or in one that nobody knows. */
function isAmong({ paths }: Solving, fields: ReadonlySet<number> | undefined, part: number): boolean {
  const head = paths.headOf(part)
  return fields !== undefined && (head === ANY || fields.has(head))
}

function followEdge(s: Solving, fact: number, carried: number, edge: number): void {
  const { facts, edges, paths, taint } = s
  const { key } = s.project
  const target = edges.target[edge]
  const from = facts.origin[fact]
  const part = facts.path[fact]
  switch (edges.kind[edge]) {
    case EDGE.copy:
      reachBeyond(s, from, target, copied(s, facts.value[fact], target, part), carried, fact)
      break
    case EDGE.load: {
      const left = isLooped(s, target) ? paths.each(part) : key[target] < 0 ? elementOf(s, target, part) : paths.within(part, key[target])
      if (left >= 0 && !(s.keys.numbers.has(key[target]) && isNumber(s, target, part)))
        reach(s, from, target, left, carriedByParts(s, part, carried), fact)
      break
    }
    case EDGE.base: {
      const left = paths.without(part, key[target])
      if (left >= 0) reach(s, from, target, left, carried, fact)
      break
    }
    case EDGE.part: {
      if (isReadOnly(s, fact, target)) break
      const kept = key[target] < 0 ? keptPair(s, target, part) : part
      if (kept >= 0) reach(s, from, target, paths.prefix(key[target], kept), carried, fact)
      break
    }
    case EDGE.combine:
    case EDGE.mix:
      reach(s, from, target, asSureAs(part, WHOLE), carried & ~taint.exact, fact)
      break
    case EDGE.argument:
      passArgument(s, fact, target, edges.extra[edge])
      break
    case EDGE.prefix:
      reachBeyond(s, from, target, paths.prefix(edges.extra[edge], part), carried, fact)
      break
    default:
  }
}

/** What of a value is tainted in another that is the same: less surely where it is left for others, or where something was found by it. */
function copied(s: Solving, held: number, target: number, part: number): number {
  if (s.isLeftForOthers(held, target)) return s.paths.left(part)
  return s.lookedUp.has(target) ? weaken(part) : part
}

/** What an object holds between two reads of one place, at most. */
const MOST_CHANGES = 12

/**
 * Whether a part is put back where it was read from, as after each call that is passed it, and nothing came of it: `check(request.args)`, `self.fields[name].encode()`. Of a source whoever reads it
 * again has a source again, and the object that it is a part of holds nothing else. Of a part that nobody knows it is one that held the data before, and others do not hold it since.
 */
function isReadOnly({ project, facts, sources }: Solving, fact: number, store: number): boolean {
  const { op, a, key } = project
  const isUnknown = key[store] < 0
  if (!isUnknown && facts.origin[fact] >= sources) return false
  let at = fact
  for (; facts.before[at] >= 0; at = facts.before[at]) {
    const made = op[facts.value[at]]
    if (made !== OP.after && made !== OP.refine) break
  }
  const read = facts.value[at]
  if (at === fact || op[read] !== OP.load || key[read] !== key[store]) return false
  if (facts.before[at] >= 0 && !(isUnknown && facts.value[facts.before[at]] === a[read])) return false
  let holder = a[store]
  for (let steps = 0; steps < MOST_CHANGES && holder >= 0 && holder !== a[read]; steps++) {
    if (op[holder] !== OP.after && op[holder] !== OP.store && op[holder] !== OP.refine) return false
    holder = a[holder]
  }
  return holder === a[read]
}

/** What of a path is left in an element: of a map that is a pair of its name and what it holds. */
function elementOf({ project, paths, keys, isMap }: Solving, element: number, part: number): number {
  const held = paths.within(part, ANY)
  if (held < 0 || paths.isWhole(part) || !isMap(project.a[element])) return held
  return paths.headOf(part) === keys.keys ? paths.prefix(keys.first, asSureAs(part, WHOLE)) : paths.prefix(keys.second, held)
}

/** What of a path stays where an element is put back: of a pair, which a map has made, what it holds. */
function keptPair({ project, paths, keys, isMap }: Solving, store: number, part: number): number {
  return !paths.isWhole(part) && isMap(project.a[store]) ? paths.within(part, keys.second) : part
}

/** Whether a value is what a loop comes to. Objects of the program's classes say themselves what that is. */
function isLooped({ project, links }: Solving, value: number): boolean {
  return project.b[value] >= 0 && links.pointsTo.instancesOf(project.a[value]).length === 0
}

/** Whether a part named like a number of elements is one, of a value of which `tainted` is tainted. */
function isNumber({ project, links, keys, paths }: Solving, part: number, tainted: number): boolean {
  const { op, a, key, files, fileOf, calls } = project
  const base = a[part]
  if (files[fileOf[part]].language === 'python' || base < 0) return false
  // What was put into `this.params` is not what the client named.
  if (op[base] === OP.load && keys.clients.has(key[base]) && paths.isWhole(tainted)) return false
  if (key[part] !== keys.size) return true
  const made = links.pointsTo.rootOf(base)
  return op[made] === OP.result && SIZED_CONSTRUCTORS.test(calls[a[made]].name)
}
