import { LABEL_SETS } from './label-sets.ts'

/** A sink that data reaches: at a fact of the function that the sink lies in, or through a call. */
export interface SinkFact {
  readonly sink: number
  /** The entry of the fact: an entry fact, or -1 - the index of a source group. */
  readonly entry: number
  readonly labels: number
  readonly isMayTaint: boolean
  readonly fact: number
}

/**
 * The sink facts of a solution. Each is recorded once for its entry fact. Callers are searched when findings are reported
 * (report/find-source-paths.ts).
 */
export interface SinkFacts {
  /** By sink, in the order in which they were found. */
  readonly bySink: Map<number, SinkFact[]>
  /** By sink: labels by entry fact and confidence, or by fact of a source group. */
  readonly labels: Map<number, Map<number, number>>
}

/** Creates an empty set. */
export function createSinkFacts(): SinkFacts {
  return { bySink: new Map(), labels: new Map() }
}

/**
 * Records that a fact reaches a sink of its function. Labels are recorded once for an entry fact and confidence; those of data that is
 * tainted for certain count for both. Facts of source groups are recorded each, since each is a path of its own.
 */
export function recordSinkFact({ bySink, labels }: SinkFacts, found: SinkFact): void {
  const recorded = labels.get(found.sink) ?? new Map<number, number>()
  if (recorded.size === 0) labels.set(found.sink, recorded)
  const certainKey = found.entry < 0 ? -1 - found.fact : 2 * found.entry
  const key = found.entry >= 0 && found.isMayTaint ? certainKey + 1 : certainKey
  const known = LABEL_SETS.join(recorded.get(key) ?? LABEL_SETS.bottom, recorded.get(certainKey) ?? LABEL_SETS.bottom)
  if (LABEL_SETS.lessOrEqual(found.labels, known)) return
  recorded.set(key, LABEL_SETS.join(known, found.labels))
  const fresh = { ...found, labels: found.labels & ~known }
  const inOrder = bySink.get(found.sink)
  if (inOrder === undefined) bySink.set(found.sink, [fresh])
  else inOrder.push(fresh)
}
