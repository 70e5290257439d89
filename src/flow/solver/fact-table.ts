import type { ContextSensitiveCall } from '../call-graph/context-sensitive-calls.ts'
import { addToGroup } from '../../model/group-by.ts'
import type { EscapingData } from '../program/unaffected-exports.ts'

/** What rules say of values, for up to 31 labels of rules at once: one bit each. */
export interface TaintAnnotations {
  /** Sources that are followed together, for nothing tells their data apart but where it starts. */
  readonly sourceGroups: readonly SourceGroup[]
  /** By value. */
  readonly sinks: ReadonlyMap<number, readonly SinkAnnotation[]>
  /** By value: the bits that end there. */
  readonly sanitized: Int32Array
  readonly propagators: ReadonlyMap<number, readonly { readonly to: number; readonly labels: number }[]>
  /** Values at which data that carries some labels gets another. */
  readonly relabels: ReadonlyMap<number, readonly ((labels: number) => number)[]>
  /** Bits of data that is only followed whole: not into its parts, nor into text that is made of it. */
  readonly exact: number
  /** Bits of data that counts at sinks of its own file alone; what is in another file is no part of it, but for what functions there do with it. */
  readonly ownFile: number
  /** Bits of data that keeps the next bit where it is a path within a folder. */
  readonly withContainedState: number
  /** By sink, its file, and where it begins in that. */
  /** Calls that are sinks. */
  readonly sinkCalls: ReadonlySet<number>
  readonly sinkFiles: readonly number[]
  readonly sinkStarts: readonly number[]
}

export interface SinkAnnotation {
  readonly sink: number
  readonly labels: number
  /** Those that count where the value itself is tainted, and not only a part of it. */
  readonly rootOnly: number
  /** Keys of parts that count for these too. */
  readonly fields?: ReadonlySet<number>
}

export interface SourceGroup {
  /** The file of all of them where data counts in its own file alone; else -1. */
  readonly file: number
  /** Values that are sources, and of which: the index of the source. */
  readonly seeds: readonly Seed[]
}

export interface Seed {
  readonly source: number
  readonly value: number
  readonly path: number
  readonly labels: number
}

export interface SinkFact {
  readonly sink: number
  readonly labels: number
  /** Whether a call that nobody knows must have handed the data on. */
  readonly isMayTaint: boolean
  readonly fact: number
  /** The hit within the function that is called with the fact, and the call; -1 when the sink is here. */
  readonly calleeSinkFact: SinkFact | undefined
  readonly call: number
  /** Where who entered the function has chosen what the call reaches. */
  readonly chosenCallee?: ChosenCallee | undefined
  /** The branches that it lies in, of the function that was entered. */
  readonly condition?: number | undefined
}

/** A hit that counts for those callers alone that have a call reach this function. */
export interface ChosenCallee {
  readonly by: ContextSensitiveCall
  readonly target: number
}

export interface TaintSolution {
  readonly facts: FactTable
  /** By origin and sink; data of other rules that comes to it in another way by itself. */
  readonly reachedSinks: readonly ReachedSink[]
  /** By call that is a sink itself, and by sink that data reaches in its callees: the labels of that data. */
  readonly sinksInCallees: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** The source with which the way begins in which data that carries some of these bits came to a fact. */
  sourceOf(fact: number, labels: number): number
  /** Files in which a bound was reached. */
  readonly cutFiles: ReadonlySet<number>
  /** By file: what data may leave it by. */
  readonly escaping: ReadonlyMap<number, EscapingData>
}

export interface ReachedSink {
  readonly sinkFact: SinkFact
  readonly alternatives: number
}

/**
 * Facts by number: a value that is tainted in part, from sources or from where a function was entered. Columns are longer than `count`, and replaced when they are full.
 * Facts are found by a table of slots: millions are asked for, and a map of numbers this large makes an object of each.
 */
export interface FactTable {
  count: number
  entry: Int32Array
  value: Int32Array
  path: Int32Array
  /** What it carries. */
  labels: Int32Array
  /** What it carried at first: the way in `before` and `inner` is that of these bits. */
  firstLabels: Int32Array
  /** The fact that led here, -1 for the first. */
  predecessor: Int32Array
  /** The last fact within the function whose call led here, -1 when none did. */
  calleeFact: Int32Array
  /** By fact: the ways in which data of other bits came to it later, in order. */
  readonly laterPredecessors: Map<number, LaterPredecessor[]>
  /** Whether it is yet to be followed. */
  queued: Uint8Array
  /** Fact + 1 by hash, 0 where there is none; twice as many as there are facts, or more. */
  slots: Int32Array
  /** How many facts each origin has. */
  readonly perEntry: number[]
}

/** A way in which data came to a fact. */
export interface Predecessor {
  readonly predecessor: number
  readonly calleeFact: number
}

interface LaterPredecessor extends Predecessor {
  readonly labels: number
}

const FIRST_SIZE = 1024

/** Empty, with room for the first facts. */
export function createFactTable(): FactTable {
  const column = (): Int32Array => new Int32Array(FIRST_SIZE)
  return {
    count: 0,
    entry: column(),
    value: column(),
    path: column(),
    labels: column(),
    firstLabels: column(),
    predecessor: column(),
    calleeFact: column(),
    laterPredecessors: new Map(),
    queued: new Uint8Array(FIRST_SIZE),
    slots: new Int32Array(2 * FIRST_SIZE),
    perEntry: [],
  }
}

/** The fact, -1 when there is none. */
export function findFact(table: FactTable, entry: number, value: number, path: number): number {
  return table.slots[slotOf(table, entry, value, path)] - 1
}

/** Adds a fact that is not there yet and is to be followed. */
export function insertFact(
  table: FactTable,
  entry: number,
  value: number,
  path: number,
  labels: number,
  predecessor: number,
  calleeFact: number,
): number {
  if (table.count === table.value.length) grow(table)
  const fact = table.count++
  table.entry[fact] = entry
  table.value[fact] = value
  table.path[fact] = path
  table.labels[fact] = labels
  table.firstLabels[fact] = labels
  table.predecessor[fact] = predecessor
  table.calleeFact[fact] = calleeFact
  table.queued[fact] = 1
  table.slots[slotOf(table, entry, value, path)] = fact + 1
  table.perEntry[entry] = (table.perEntry[entry] ?? 0) + 1
  return fact
}

/** Adds bits to what a fact carries, some of which it did not before. */
export function addLabels(table: FactTable, fact: number, labels: number, predecessor: number, calleeFact: number): void {
  const later = { labels: labels & ~table.labels[fact], predecessor, calleeFact }
  table.labels[fact] |= labels
  addToGroup(table.laterPredecessors, fact, later)
}

/** The first way in which data that carries some of these bits came to a fact. */
export function predecessorOf(table: FactTable, fact: number, labels: number): Predecessor {
  const first = { predecessor: table.predecessor[fact], calleeFact: table.calleeFact[fact] }
  if ((table.firstLabels[fact] & labels) !== 0) return first
  return table.laterPredecessors.get(fact)?.find((later) => (later.labels & labels) !== 0) ?? first
}

/** The fact with which that way begins. */
export function firstFactOf(table: FactTable, fact: number, labels: number): number {
  let first = fact
  for (let steps = 0; steps < table.count; steps++) {
    const { predecessor } = predecessorOf(table, first, labels)
    if (predecessor < 0) break
    first = predecessor
  }
  return first
}

/** Where the fact is, or would be. */
function slotOf(table: FactTable, entry: number, value: number, path: number): number {
  const { slots } = table
  const mask = slots.length - 1
  let hash = Math.imul(entry, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b) ^ Math.imul(path, 0xc2b2ae35)
  hash ^= hash >>> 15
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const fact = slots[at] - 1
    if (fact < 0 || (table.value[fact] === value && table.path[fact] === path && table.entry[fact] === entry)) return at
  }
}

function grow(table: FactTable): void {
  const size = 2 * table.value.length
  const grown = (column: Int32Array): Int32Array => {
    const larger = new Int32Array(size)
    larger.set(column)
    return larger
  }
  table.entry = grown(table.entry)
  table.value = grown(table.value)
  table.path = grown(table.path)
  table.labels = grown(table.labels)
  table.firstLabels = grown(table.firstLabels)
  table.predecessor = grown(table.predecessor)
  table.calleeFact = grown(table.calleeFact)
  const queued = new Uint8Array(size)
  queued.set(table.queued)
  table.queued = queued
  table.slots = new Int32Array(2 * size)
  for (let fact = 0; fact < table.count; fact++) table.slots[slotOf(table, table.entry[fact], table.value[fact], table.path[fact])] = fact + 1
}
