import type { NodeDispatch, NodeEntry } from '../model/dispatch.ts'
import type { NodeContext, NodeMatcher, OwnTextTest } from '../model/matcher.ts'
import { type FlatTree, NODE_NAMED } from '../model/tree.ts'
import { addToGroup } from '../model/group-by.ts'

type Visit = (entry: NodeEntry, node: number) => void

/** An entry with the tests of a node before it is visited. */
interface Candidate {
  readonly entry: NodeEntry
  readonly parents: ReadonlySet<number> | undefined
  readonly around: Enclosure | undefined
  readonly texts: readonly (readonly OwnTextTest[])[]
}

/** Whether the traversal is inside a node of some types: nodes before `end` are below one. */
interface Enclosure {
  end: number
}

/** The candidates for a node type. */
interface Start {
  readonly candidates: Candidate[]
  /** The enclosures that a node of this type opens. */
  readonly enclosures: Enclosure[]
  isCall: boolean
  /** Whether names are looked up, and under which parents. Undefined means any. */
  isNamed: boolean
  parents: ReadonlySet<number> | undefined
}

/** Wanted entries by their start, so that the cost depends on the file and not on the number of rules. */
interface Starts {
  /** By node type id. */
  readonly byType: (Start | undefined)[]
  /** By their node types. */
  readonly enclosures: Map<string, Enclosure>
  /** Entries that hold only at calls of certain functions. */
  readonly byCallee: NamedEntries
  /** Entries that hold only at nodes with certain names and types. */
  readonly byName: NamedEntries
  /** Entries that may hold at any named node. */
  readonly anywhere: Candidate[]
}

/** Candidates by the last segment of a resolved name, and by the first: `firstKey` without its dot. */
interface NamedEntries {
  readonly byLast: Map<string, Candidate[]>
  readonly byFirst: Map<string, Candidate[]>
}

/** Creates the dispatch for the entries of rules. */
export function createDispatch(entries: readonly (readonly NodeEntry[])[], callTypes: ReadonlySet<number>): NodeDispatch {
  return {
    visitNodes: (rules, isWanted, context, visit) => visitNodes(startsOf(entries, callTypes, rules, isWanted), context, visit),
    holdsAnywhere,
  }
}

function visitNodes({ byType, byCallee, byName, anywhere }: Starts, context: NodeContext, visit: Visit): void {
  const { tree } = context
  for (let node = 0; node < tree.count; node++) {
    const start = byType[tree.type[node]]
    if (start !== undefined) {
      for (const candidate of start.candidates) visitCandidate(candidate, context, node, visit)
      if (start.isCall) visitCall(byCallee, context, node, visit)
      if (start.isNamed && (start.parents === undefined || start.parents.has(tree.type[tree.parent[node]]))) visitNamed(byName, context, node, visit)
    }
    if (anywhere.length > 0 && (tree.flags[node] & NODE_NAMED) !== 0)
      for (const candidate of anywhere) visitCandidate(candidate, context, node, visit)
    if (start !== undefined) for (const enclosure of start.enclosures) if (enclosure.end < tree.next[node]) enclosure.end = tree.next[node]
  }
}

function startsOf(
  entries: readonly (readonly NodeEntry[])[],
  callTypes: ReadonlySet<number>,
  rules: readonly number[],
  isWanted: (entry: NodeEntry) => boolean,
): Starts {
  const starts: Starts = {
    byType: [],
    enclosures: new Map(),
    byCallee: { byLast: new Map(), byFirst: new Map() },
    byName: { byLast: new Map(), byFirst: new Map() },
    anywhere: [],
  }
  for (const rule of rules) for (const entry of entries[rule]) if (isWanted(entry)) addEntry(starts, callTypes, entry)
  return starts
}

function addEntry(starts: Starts, callTypes: ReadonlySet<number>, entry: NodeEntry): void {
  const { byType, byCallee, byName, anywhere } = starts
  const { types, callees, names, parents, around, texts = [] } = entry.matcher
  const candidate: Candidate = { entry, parents, around: around === undefined ? undefined : enclosureOf(starts, around), texts }
  if (callees !== undefined) {
    for (const callee of callees) addNamed(byCallee, callee, candidate)
    for (const type of callTypes) startAt(byType, type).isCall = true
  } else if (types === undefined) anywhere.push(candidate)
  else if (names === undefined) for (const type of types) startAt(byType, type).candidates.push(candidate)
  else {
    for (const name of names) addNamed(byName, name, candidate)
    for (const type of types) {
      const start = startAt(byType, type)
      start.parents = start.isNamed ? joined(start.parents, parents) : parents
      start.isNamed = true
    }
  }
}

function startAt(byType: Starts['byType'], type: number): Start {
  return (byType[type] ??= { candidates: [], enclosures: [], isCall: false, isNamed: false, parents: undefined })
}

function enclosureOf({ byType, enclosures }: Starts, types: ReadonlySet<number>): Enclosure {
  const key = [...types].join()
  const known = enclosures.get(key)
  if (known !== undefined) return known
  const enclosure = { end: 0 }
  enclosures.set(key, enclosure)
  for (const type of types) startAt(byType, type).enclosures.push(enclosure)
  return enclosure
}

function addNamed({ byLast, byFirst }: NamedEntries, key: string, candidate: Candidate): void {
  const isFirst = key.endsWith('.')
  const index = isFirst ? byFirst : byLast
  const name = isFirst ? key.slice(0, -1) : key
  addToGroup(index, name, candidate)
}

/** Undefined means any. */
function joined(known: ReadonlySet<number> | undefined, more: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
  if (known === undefined || more === undefined) return undefined
  return [...more].every((type) => known.has(type)) ? known : new Set([...known, ...more])
}

function holdsAnywhere(matcher: NodeMatcher, context: NodeContext): boolean {
  const mayHold = startTest(matcher)
  for (let node = 0; node < context.tree.count; node++) if (mayHold(context, node) && matcher.test(context, node, undefined, () => true)) return true
  return false
}

/** Whether a matcher may hold at a node according to its start, for matchers that are tested separately. */
function startTest({ types, callees, names, parents }: NodeMatcher): (context: NodeContext, node: number) => boolean {
  const hasFirst = [...(callees ?? []), ...(names ?? [])].some((key) => key.endsWith('.'))
  const isNamed = (keys: ReadonlySet<string>, { symbols }: NodeContext, node: number): boolean =>
    keys.has(symbols.lastNameOf(node) ?? '') || (hasFirst && keys.has(`${symbols.firstNameOf(node)}.`))
  return (context, node) => {
    const { tree, syntax, file } = context
    if (types === undefined ? (tree.flags[node] & NODE_NAMED) === 0 : !types.has(tree.type[node])) return false
    if (parents?.has(tree.type[tree.parent[node]]) === false) return false
    if (callees === undefined) return names === undefined || isNamed(names, context, node)
    const callee = syntax.calleeAt(tree, file.text, node)
    return callee >= 0 && (callees.has(writtenName(tree, file.text, callee)) || isNamed(callees, context, callee))
  }
}

/** Visits the node if its parent, ancestors and own text allow it. */
function visitCandidate({ entry, parents, around, texts }: Candidate, context: NodeContext, node: number, visit: Visit): void {
  const { tree } = context
  if (parents !== undefined && !parents.has(tree.type[tree.parent[node]])) return
  if (around !== undefined && node >= around.end) return
  for (const tests of texts) if (!mayHoldOne(tests, context, node)) return
  visit(entry, node)
}

function mayHoldOne(tests: readonly OwnTextTest[], context: NodeContext, node: number): boolean {
  for (const test of tests) if (test.mayHold(context, node)) return true
  return false
}

/** Rules about calls are found by the callee's name, both resolved and as written. */
function visitCall({ byLast, byFirst }: NamedEntries, context: NodeContext, node: number, visit: Visit): void {
  const { tree, syntax, symbols, file } = context
  const callee = syntax.calleeAt(tree, file.text, node)
  if (callee < 0) return
  const resolved = symbols.lastNameOf(callee)
  const written = writtenName(tree, file.text, callee)
  const ofResolved = resolved === undefined ? undefined : byLast.get(resolved)
  const ofWritten = written === resolved ? undefined : byLast.get(written)
  const ofFirst = byFirst.size > 0 ? byFirst.get(symbols.firstNameOf(callee)) : undefined
  if (ofResolved !== undefined) for (const each of ofResolved) visitCandidate(each, context, node, visit)
  if (ofWritten !== undefined) for (const each of ofWritten) if (ofResolved?.includes(each) !== true) visitCandidate(each, context, node, visit)
  if (ofFirst === undefined) return
  for (const each of ofFirst)
    if (ofResolved?.includes(each) !== true && ofWritten?.includes(each) !== true) visitCandidate(each, context, node, visit)
}

/** The last leaf of `a.b.c` is `c`. */
function writtenName(tree: FlatTree, text: string, callee: number): string {
  const last = tree.next[callee] - 1
  return text.slice(tree.start[last], tree.end[last])
}

function visitNamed({ byLast, byFirst }: NamedEntries, context: NodeContext, node: number, visit: Visit): void {
  const { tree, symbols } = context
  const last = symbols.lastNameOf(node)
  const ofLast = last === undefined ? undefined : byLast.get(last)
  const ofFirst = byFirst.size > 0 ? byFirst.get(symbols.firstNameOf(node)) : undefined
  if (ofLast === undefined && ofFirst === undefined) return
  const type = tree.type[node]
  const isOfType = ({ entry }: Candidate): boolean => entry.matcher.types?.has(type) === true
  if (ofLast !== undefined) for (const each of ofLast) if (isOfType(each)) visitCandidate(each, context, node, visit)
  if (ofFirst !== undefined)
    for (const each of ofFirst) if (isOfType(each) && ofLast?.includes(each) !== true) visitCandidate(each, context, node, visit)
}
