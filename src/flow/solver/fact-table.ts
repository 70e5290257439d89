import { BOUNDS } from '../../model/bounds.ts'

/**
 * The facts of the exploded supergraph (Reps, Horwitz, Sagiv, POPL 1995) by number. A fact is a path edge (entry, value, access path):
 * where `entry` holds, this access path of the value is tainted. It has a label set: for facts of a source group the labels of its data,
 * for facts of an entry fact those labels of the entering data that are left.
 *
 * Facts never change their numbers. Columns are longer than `count`, and are replaced when they are full. The index is a hash table of
 * numbers, since a `Map` of millions of numeric keys makes an object of each.
 */
export interface FactTable {
  count: number
  /** The index of an entry fact, or -1 - the index of a source group. */
  entry: Int32Array
  value: Int32Array
  /** The access path, with the flag of its confidence. */
  path: Int32Array
  labels: Int32Array
  /** The labels that came first: `predecessor` and `calleeFact` are theirs. */
  firstLabels: Int32Array
  /** The fact that led here; -1 for seeds. */
  predecessor: Int32Array
  /** The last fact in the callee if a call returned the data; otherwise -1. */
  calleeFact: Int32Array
  /** Facts on the path from its entry, including those in callees. */
  distance: Int32Array
  /** By fact: the predecessors of labels that came later, in order. */
  readonly laterPredecessors: Map<number, LaterPredecessor[]>
  /** Fact + 1 by hash, 0 for a free slot. At least twice as many as facts. */
  slots: Int32Array
  /** By entry fact: how many facts it has. */
  readonly perEntry: number[]
}

/** How data reached a fact. */
export interface Predecessor {
  readonly predecessor: number
  readonly calleeFact: number
}

interface LaterPredecessor extends Predecessor {
  readonly labels: number
}

const FIRST_SIZE = 1024
/** The maximum distance. Distances through nested calls grow exponentially. */
const MAX_DISTANCE = BOUNDS.factDistance.value

/** Creates a table without facts. */
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
    distance: column(),
    laterPredecessors: new Map(),
    slots: new Int32Array(2 * FIRST_SIZE),
    perEntry: [],
  }
}

/** The number of a fact; -1 if it is not in the table. */
export function findFact(table: FactTable, entry: number, value: number, path: number): number {
  return table.slots[slotOf(table, entry, value, path)] - 1
}

/** Adds a fact that the table does not have yet. */
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
  const inCallee = calleeFact < 0 ? 0 : table.distance[calleeFact] + 1
  table.distance[fact] = predecessor < 0 ? 0 : Math.min(MAX_DISTANCE, table.distance[predecessor] + inCallee + 1)
  table.slots[slotOf(table, entry, value, path)] = fact + 1
  if (entry >= 0) table.perEntry[entry] = (table.perEntry[entry] ?? 0) + 1
  return fact
}

/** Adds labels to a fact that does not have all of them yet. */
export function addLabels(table: FactTable, fact: number, labels: number, predecessor: number, calleeFact: number): void {
  const later = { labels: labels & ~table.labels[fact], predecessor, calleeFact }
  table.labels[fact] |= labels
  const known = table.laterPredecessors.get(fact)
  if (known === undefined) table.laterPredecessors.set(fact, [later])
  else known.push(later)
}

/** How data with some of these labels first reached a fact. */
export function predecessorOf(table: FactTable, fact: number, labels: number): Predecessor {
  const first = { predecessor: table.predecessor[fact], calleeFact: table.calleeFact[fact] }
  if ((table.firstLabels[fact] & labels) !== 0) return first
  return table.laterPredecessors.get(fact)?.find((later) => (later.labels & labels) !== 0) ?? first
}

/** The seed from which data with some of these labels came to a fact. */
export function firstFactOf(table: FactTable, fact: number, labels: number): number {
  let first = fact
  for (let steps = 0; steps < table.count; steps++) {
    const { predecessor } = predecessorOf(table, first, labels)
    if (predecessor < 0) break
    first = predecessor
  }
  return first
}

/** The slot of a fact, or the free slot for it. */
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
  table.distance = grown(table.distance)
  table.slots = new Int32Array(2 * size)
  for (let fact = 0; fact < table.count; fact++) table.slots[slotOf(table, table.entry[fact], table.value[fact], table.path[fact])] = fact + 1
}
