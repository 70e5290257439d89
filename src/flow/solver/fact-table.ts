import type { ContextSensitiveCall } from '../call-graph/context-sensitive-calls.ts'
import type { Leaving } from '../program/private-names.ts'

/** What rules say of values, for up to 31 labels of rules at once: one bit each. */
export interface TaintFacts {
  /** Sources that are followed together, for nothing tells their data apart but where it starts. */
  readonly origins: readonly Origin[]
  /** By value. */
  readonly sinks: ReadonlyMap<number, readonly SinkFact[]>
  /** By value: the bits that end there. */
  readonly sanitized: Int32Array
  readonly passes: ReadonlyMap<number, readonly { readonly to: number; readonly bits: number }[]>
  /** Values at which data that carries some labels gets another. */
  readonly relabels: ReadonlyMap<number, readonly ((bits: number) => number)[]>
  /** Bits of data that is only followed whole: not into its parts, nor into text that is made of it. */
  readonly exact: number
  /** Bits of data that counts at sinks of its own file alone; what is in another file is no part of it, but for what functions there do with it. */
  readonly ownFile: number
  /** Bits of data that keeps the next bit where it is a path within a folder. */
  readonly contained: number
  /** By sink, its file, and where it begins in that. */
  readonly sinkFiles: readonly number[]
  readonly sinkStarts: readonly number[]
}

export interface SinkFact {
  readonly sink: number
  readonly bits: number
  /** Those that count where the value itself is tainted, and not only a part of it. */
  readonly whole: number
  /** Keys of parts that count for these too. */
  readonly fields?: ReadonlySet<number>
}

export interface Origin {
  /** The file of all of them where data counts in its own file alone; else -1. */
  readonly file: number
  /** Values that are sources, and of which: the index of the source. */
  readonly seeds: readonly Seed[]
}

export interface Seed {
  readonly source: number
  readonly value: number
  readonly path: number
  readonly bits: number
}

export interface SinkHit {
  readonly sink: number
  readonly bits: number
  /** Whether a call that nobody knows must have handed the data on. */
  readonly weak: boolean
  readonly fact: number
  /** The hit within the function that is called with the fact, and the call; -1 when the sink is here. */
  readonly deeper: SinkHit | undefined
  readonly call: number
  /** Where who entered the function has chosen what the call reaches. */
  readonly chosen?: ChosenHit | undefined
  /** The branches that it lies in, of the function that was entered. */
  readonly gate?: number | undefined
}

/** A hit that counts for those callers alone that have a call reach this function. */
export interface ChosenHit {
  readonly by: ContextSensitiveCall
  readonly target: number
}

export interface TaintSolution {
  readonly facts: FactTable
  /** By origin and sink; data of other rules that comes to it in another way by itself. */
  readonly found: readonly FoundFlow[]
  /** By call: data that meets a sink in a function which the call enters, for certain. */
  readonly metWithin: Int32Array
  /** The source with which the way begins in which data that carries some of these bits came to a fact. */
  sourceOf(fact: number, bits: number): number
  /** Files in which a bound was reached. */
  readonly cut: ReadonlySet<number>
  /** By file: what data may leave it by. */
  readonly left: ReadonlyMap<number, Leaving>
}

export interface FoundFlow {
  readonly hit: SinkHit
  readonly alternatives: number
}

/**
 * Facts by number: a value that is tainted in part, from sources or from where a function was entered. Columns are longer than `count`, and replaced when they are full.
 * Facts are found by a table of slots: millions are asked for, and a map of numbers this large makes an object of each.
 */
export interface FactTable {
  count: number
  origin: Int32Array
  value: Int32Array
  path: Int32Array
  /** What it carries. */
  bits: Int32Array
  /** What it carried at first: the way in `before` and `inner` is that of these bits. */
  begun: Int32Array
  /** The fact that led here, -1 for the first. */
  before: Int32Array
  /** The last fact within the function whose call led here, -1 when none did. */
  inner: Int32Array
  /** By fact: the ways in which data of other bits came to it later, in order. */
  readonly later: Map<number, LaterWay[]>
  /** Whether it is yet to be followed. */
  queued: Uint8Array
  /** Fact + 1 by hash, 0 where there is none; twice as many as there are facts, or more. */
  slots: Int32Array
  /** How many facts each origin has. */
  readonly perOrigin: number[]
}

/** A way in which data came to a fact. */
export interface Way {
  readonly before: number
  readonly inner: number
}

interface LaterWay extends Way {
  readonly bits: number
}

const FIRST_SIZE = 1024

/** Empty, with room for the first facts. */
export function createFactTable(): FactTable {
  const column = (): Int32Array => new Int32Array(FIRST_SIZE)
  return {
    count: 0,
    origin: column(),
    value: column(),
    path: column(),
    bits: column(),
    begun: column(),
    before: column(),
    inner: column(),
    later: new Map(),
    queued: new Uint8Array(FIRST_SIZE),
    slots: new Int32Array(2 * FIRST_SIZE),
    perOrigin: [],
  }
}

/** The fact, -1 when there is none. */
export function findFact(table: FactTable, origin: number, value: number, path: number): number {
  return table.slots[slotOf(table, origin, value, path)] - 1
}

/** Adds a fact that is not there yet and is to be followed. */
export function addFact(table: FactTable, origin: number, value: number, path: number, bits: number, before: number, inner: number): number {
  if (table.count === table.value.length) grow(table)
  const fact = table.count++
  table.origin[fact] = origin
  table.value[fact] = value
  table.path[fact] = path
  table.bits[fact] = bits
  table.begun[fact] = bits
  table.before[fact] = before
  table.inner[fact] = inner
  table.queued[fact] = 1
  table.slots[slotOf(table, origin, value, path)] = fact + 1
  table.perOrigin[origin] = (table.perOrigin[origin] ?? 0) + 1
  return fact
}

/** Adds bits to what a fact carries, some of which it did not before. */
export function addBits(table: FactTable, fact: number, bits: number, before: number, inner: number): void {
  const way = { bits: bits & ~table.bits[fact], before, inner }
  table.bits[fact] |= bits
  const known = table.later.get(fact)
  if (known === undefined) table.later.set(fact, [way])
  else known.push(way)
}

/** The first way in which data that carries some of these bits came to a fact. */
export function wayTo(table: FactTable, fact: number, bits: number): Way {
  const first = { before: table.before[fact], inner: table.inner[fact] }
  if ((table.begun[fact] & bits) !== 0) return first
  return table.later.get(fact)?.find((way) => (way.bits & bits) !== 0) ?? first
}

/** The fact with which that way begins. */
export function firstOf(table: FactTable, fact: number, bits: number): number {
  let first = fact
  for (let steps = 0; steps < table.count; steps++) {
    const { before } = wayTo(table, first, bits)
    if (before < 0) break
    first = before
  }
  return first
}

/** Where the fact is, or would be. */
function slotOf(table: FactTable, origin: number, value: number, path: number): number {
  const { slots } = table
  const mask = slots.length - 1
  let hash = Math.imul(origin, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b) ^ Math.imul(path, 0xc2b2ae35)
  hash ^= hash >>> 15
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const fact = slots[at] - 1
    if (fact < 0 || (table.value[fact] === value && table.path[fact] === path && table.origin[fact] === origin)) return at
  }
}

function grow(table: FactTable): void {
  const size = 2 * table.value.length
  const grown = (column: Int32Array): Int32Array => {
    const larger = new Int32Array(size)
    larger.set(column)
    return larger
  }
  table.origin = grown(table.origin)
  table.value = grown(table.value)
  table.path = grown(table.path)
  table.bits = grown(table.bits)
  table.begun = grown(table.begun)
  table.before = grown(table.before)
  table.inner = grown(table.inner)
  const queued = new Uint8Array(size)
  queued.set(table.queued)
  table.queued = queued
  table.slots = new Int32Array(2 * size)
  for (let fact = 0; fact < table.count; fact++) table.slots[slotOf(table, table.origin[fact], table.value[fact], table.path[fact])] = fact + 1
}
