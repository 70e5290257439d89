import type { NodeContext, NodeMatcher } from './matcher.ts'
import { type FlatTree, NODE_NAMED } from './tree.ts'

/** A node matcher of one rule, as the dispatch finds it. */
export interface NodeEntry {
  /** Index in `DialectRules.rules`. */
  readonly rule: number
  readonly matcher: NodeMatcher
}

/** Node matchers by what they start from, so that cost follows the file and not the number of rules. */
export interface NodeDispatch {
  /** By node type id: those that can hold at such a node, calls by callee and nodes by name left out. */
  readonly byType: ReadonlyMap<number, readonly NodeEntry[]>
  /** Those that may hold at any named node. */
  readonly anywhere: readonly NodeEntry[]
  /** By a key of the resolved callee: those that hold at calls of such functions alone. */
  readonly byCallee: ReadonlyMap<string, readonly NodeEntry[]>
  readonly callTypes: ReadonlySet<number>
  /** By a key of the node's resolved name: those that hold at nodes of such names, and of the types they say, alone. */
  readonly byName: ReadonlyMap<string, readonly NodeEntry[]>
}

type Visit = (entry: NodeEntry, node: number) => void

/** Where a node type leads. */
interface Start {
  entries: readonly NodeEntry[]
  isCall: boolean
  /** Whether names are looked up, and under which parents: undefined means any. */
  isNamed: boolean
  parents: ReadonlySet<number> | undefined
}

/**
 * One pass over the nodes of a tree: calls `visit` for each wanted entry with each node where it may hold. A node whose type no entry starts from costs one
 * array read.
 */
export function dispatchNodes(dispatch: NodeDispatch, isWanted: (entry: NodeEntry) => boolean, context: NodeContext, visit: Visit): void {
  const { tree } = context
  const byCallee = chooseNamed(dispatch.byCallee, isWanted)
  const byName = chooseNamed(dispatch.byName, isWanted)
  const anywhere = dispatch.anywhere.filter(isWanted)
  const starts = startsOf(dispatch, isWanted, byCallee, byName)
  for (let node = 0; node < tree.count; node++) {
    const start = starts[tree.type[node]]
    if (start !== undefined) {
      for (const entry of start.entries) if (isBelow(entry, context, node)) visit(entry, node)
      if (start.isCall) visitCall(byCallee, context, node, visit)
      if (start.isNamed && (start.parents === undefined || start.parents.has(tree.type[tree.parent[node]]))) visitNamed(byName, context, node, visit)
    }
    if (anywhere.length > 0 && (tree.flags[node] & NODE_NAMED) !== 0)
      for (const entry of anywhere) if (isBelow(entry, context, node)) visit(entry, node)
  }
}

/** Whether a matcher may hold at a node, by what it starts from: for one that is looked for by itself. */
export function startTest({ types, callees, names, parents }: NodeMatcher): (context: NodeContext, node: number) => boolean {
  const hasFirst = [...(callees ?? []), ...(names ?? [])].some((key) => key.endsWith('.'))
  const isNamed = (keys: ReadonlySet<string>, { symbols }: NodeContext, node: number): boolean =>
    keys.has(symbols.lastNameOf(node) ?? '') || (hasFirst && keys.has(`${symbols.firstNameOf(node)}.`))
  return (context, node) => {
    const { tree, syntax, file } = context
    if (types === undefined ? (tree.flags[node] & NODE_NAMED) === 0 : !types.has(tree.type[node])) return false
    if (parents?.has(tree.type[tree.parent[node]]) === false) return false
    if (callees === undefined) return names === undefined || isNamed(names, context, node)
    const callee = syntax.calleeAt(tree, node)
    return callee >= 0 && (callees.has(writtenName(tree, file.text, callee)) || isNamed(callees, context, callee))
  }
}

/** Entries by the last segment of a name, and by the first: `firstKey` without its dot. */
interface NamedEntries {
  readonly byLast: ReadonlyMap<string, readonly NodeEntry[]>
  readonly byFirst: ReadonlyMap<string, readonly NodeEntry[]>
}

function chooseNamed(index: ReadonlyMap<string, readonly NodeEntry[]>, isWanted: (entry: NodeEntry) => boolean): NamedEntries {
  const byLast = new Map<string, readonly NodeEntry[]>()
  const byFirst = new Map<string, readonly NodeEntry[]>()
  for (const [key, entries] of index) {
    const chosen = entries.filter(isWanted)
    if (chosen.length === 0) continue
    if (key.endsWith('.')) byFirst.set(key.slice(0, -1), chosen)
    else byLast.set(key, chosen)
  }
  return { byLast, byFirst }
}

function startsOf(
  { byType, callTypes }: NodeDispatch,
  isWanted: (entry: NodeEntry) => boolean,
  byCallee: NamedEntries,
  byName: NamedEntries,
): readonly (Start | undefined)[] {
  const starts: (Start | undefined)[] = []
  const startAt = (type: number): Start => (starts[type] ??= { entries: [], isCall: false, isNamed: false, parents: undefined })
  for (const [type, entries] of byType) {
    const chosen = entries.filter(isWanted)
    if (chosen.length > 0) startAt(type).entries = chosen
  }
  if (byCallee.byLast.size + byCallee.byFirst.size > 0) for (const type of callTypes) startAt(type).isCall = true
  for (const entries of [...byName.byLast.values(), ...byName.byFirst.values()]) {
    for (const { matcher } of entries) {
      for (const type of matcher.types ?? []) {
        const start = startAt(type)
        start.parents = start.isNamed && start.parents === undefined ? undefined : joined(start.parents, matcher.parents)
        start.isNamed = true
      }
    }
  }
  return starts
}

function joined(known: ReadonlySet<number> | undefined, more: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
  if (more === undefined) return undefined
  return known === undefined ? more : [...more].every((type) => known.has(type)) ? known : new Set([...known, ...more])
}

function isBelow({ matcher }: NodeEntry, { tree }: NodeContext, node: number): boolean {
  return matcher.parents === undefined || matcher.parents.has(tree.type[tree.parent[node]])
}

/** Rules about calls are found by the callee's name, resolved and as written. */
function visitCall({ byLast, byFirst }: NamedEntries, context: NodeContext, node: number, visit: Visit): void {
  const { tree, syntax, symbols, file } = context
  const callee = syntax.calleeAt(tree, node)
  if (callee < 0) return
  const resolved = symbols.lastNameOf(callee)
  const written = writtenName(tree, file.text, callee)
  const ofResolved = resolved === undefined ? undefined : byLast.get(resolved)
  const ofWritten = written === resolved ? undefined : byLast.get(written)
  const ofFirst = byFirst.size > 0 ? byFirst.get(symbols.firstNameOf(callee)) : undefined
  if (ofResolved !== undefined) for (const entry of ofResolved) visitBelow(entry, context, node, visit)
  if (ofWritten !== undefined) for (const entry of ofWritten) if (ofResolved?.includes(entry) !== true) visitBelow(entry, context, node, visit)
  if (ofFirst === undefined) return
  for (const entry of ofFirst)
    if (ofResolved?.includes(entry) !== true && ofWritten?.includes(entry) !== true) visitBelow(entry, context, node, visit)
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
  for (const entry of ofLast ?? []) if (entry.matcher.types?.has(type) === true) visitBelow(entry, context, node, visit)
  for (const entry of ofFirst ?? [])
    if (entry.matcher.types?.has(type) === true && ofLast?.includes(entry) !== true) visitBelow(entry, context, node, visit)
}

function visitBelow(entry: NodeEntry, context: NodeContext, node: number, visit: Visit): void {
  if (isBelow(entry, context, node)) visit(entry, node)
}
