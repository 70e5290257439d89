import { siteKey } from '../call-graph/context-sensitive-callees.ts'
import type { CallSite } from '../call-graph/context-sensitive-calls.ts'
import { toMustTaint } from './confidence.ts'

/**
 * An entry fact: a function is called with this access path of this parameter tainted. It is solved once for all callers: its facts have all labels
 * at first, and each caller gets the labels of its own data that remain. Key: parameter and access path.
 */
export interface EntryFact {
  readonly func: number
  /** The incoming set: calls, and facts at them, that enter here. Never shrinks. */
  readonly incoming: IncomingEdge[]
  /** By fact: the labels with which it came in, at each of its calls. */
  readonly incomingByFact: Map<number, IncomingLabels[]>
  /** The first incoming edge of each call site, by `siteKey`. */
  readonly callSites: Map<number, IncomingEdge>
  /** Called for each further call site, which may choose other callees. By call and fact. */
  readonly siteListeners: Map<string, (site: CallSite) => void>
  /** Called for each further incoming edge. By call and fact. */
  readonly incomingListeners: Map<string, (caller: IncomingEdge) => void>
  /** The end summary: facts at the exit of the function. Each is applied to each incoming edge, in whichever order they are added. */
  readonly endSummary: EndSummary
  /** How often exit facts were applied to incoming edges. */
  appliedExits: number
}

/** A fact at a call that enters a function. */
export interface IncomingEdge {
  readonly call: number
  /** The position of the callback if the callee calls it; -1 if the function is the callee itself. */
  readonly callback: number
  readonly fact: number
}

interface IncomingLabels {
  readonly call: number
  readonly callback: number
  labels: number
}

/** A summary edge: a fact at the exit of a function. */
export interface ExitFact {
  readonly kind: 'result' | 'self' | 'parameter' | 'thrown' | 'value'
  /** For `parameter` its index, for `value` the value outside of the function. */
  readonly at: number
  readonly path: number
  readonly labels: number
  /** The last fact in the function; -1 if it is unknown. */
  readonly fact: number
}

/** Exit facts of one entry fact, each label once. */
export interface EndSummary {
  /** Labels by kind, place and path. */
  readonly labelsByKey: Map<number, number>
  readonly inOrder: ExitFact[]
}

/** Creates an entry fact that nothing enters yet. */
export function createEntryFact(func: number): EntryFact {
  return {
    func,
    incoming: [],
    incomingByFact: new Map(),
    callSites: new Map(),
    siteListeners: new Map(),
    incomingListeners: new Map(),
    endSummary: { labelsByKey: new Map(), inOrder: [] },
    appliedExits: 0,
  }
}

/** Adds an incoming edge, and calls the listeners if it is new. Returns the labels that it did not have before. */
export function addIncomingEdge(entryFact: EntryFact, edge: IncomingEdge, labels: number): number {
  const { incoming, incomingByFact, callSites, siteListeners, incomingListeners } = entryFact
  const known = incomingByFact.get(edge.fact) ?? []
  if (known.length === 0) incomingByFact.set(edge.fact, known)
  for (const each of known) {
    if (each.call !== edge.call || each.callback !== edge.callback) continue
    const fresh = labels & ~each.labels
    each.labels |= labels
    return fresh
  }
  known.push({ call: edge.call, callback: edge.callback, labels })
  incoming.push(edge)
  const site = siteKey(edge)
  if (!callSites.has(site)) {
    callSites.set(site, edge)
    for (const apply of [...siteListeners.values()]) apply(edge)
  }
  for (const apply of [...incomingListeners.values()]) apply(edge)
  return labels
}

/** Adds an exit fact. Returns false if its labels are known, also of data that is tainted for certain. */
export function addExitFact({ labelsByKey, inOrder }: EndSummary, exit: ExitFact): boolean {
  const key = exitKey(exit, exit.path)
  const known = labelsByKey.get(key) ?? 0
  const labels = exit.labels & ~known & ~(labelsByKey.get(exitKey(exit, toMustTaint(exit.path))) ?? 0)
  if (labels === 0) return false
  labelsByKey.set(key, known | labels)
  inOrder.push(labels === exit.labels ? exit : { ...exit, labels })
  return true
}

function exitKey({ kind, at }: ExitFact, path: number): number {
  const place = kind === 'result' ? 0 : kind === 'self' ? 1 : kind === 'thrown' ? 2 : kind === 'parameter' ? 3 + at : FIRST_VALUE + at
  return place * 2 ** 16 + path
}

/** Above the index of every parameter. */
const FIRST_VALUE = 2 ** 16
