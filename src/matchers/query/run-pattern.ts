import type { Bindings } from '../../model/bindings.ts'
import type { Accept, NodeContext } from '../../model/matcher.ts'
import type { FlatTree } from '../../model/tree.ts'
import { bindCaptures } from './bind-captures.ts'
import { DONE } from './build-automaton.ts'
import { type CaptureList, keyOfList } from './capture-list.ts'
import { collectLongest, type Start } from './collect-longest.ts'
import type { CompiledPattern, PatternEntry } from './compile-pattern.ts'
import { holdsPredicates } from './holds-predicates.ts'
import { mayStart, unitAbove } from './may-start.ts'
import { holdsNeed } from './query-need.ts'
import { countWork, createSearchState, hasLaterNamed, type SearchState } from './search-state.ts'
import { addCaptures, goesOn, searchWays } from './search-ways.ts'
import { firstChild, nextSibling, nodeAfter } from './tree-view.ts'
import { addToGroup } from '../../model/group-by.ts'

/** The cached state of one pattern in one tree. */
export interface PatternRun {
  readonly search: SearchState
  /** By the node below which the pattern was searched. */
  readonly units: Map<number, UnitResult>
  /** A tree with errors may contain keywords that the parser inserted: without the words in the text there is no match, as in the prefilter. */
  readonly possible: boolean
}

/** The results below a node, by the node of `@match`. */
type UnitResult = ReadonlyMap<number, readonly Partial[]>

/** A path up to `@match`, captured at `step`, or a complete path if `step` is `DONE`. */
interface Partial {
  readonly step: number
  readonly captures: CaptureList | undefined
}

/** Creates the state of one pattern for the nodes of one file. */
export function createPatternRun(pattern: CompiledPattern, tree: FlatTree, text: string, spend: (steps: number) => void): PatternRun {
  const possible = tree.firstError < 0 || pattern.keywords.kind === 'anything' || holdsNeed(pattern.keywords, text.toLowerCase())
  return { search: createSearchState(tree, text, spend), units: new Map(), possible }
}

/** Calls `accept` for each way in which the pattern captures the node as `@match`. Returns true if `accept` did. */
export function runPattern(
  pattern: CompiledPattern,
  run: PatternRun,
  context: NodeContext,
  node: number,
  bindings: Bindings,
  accept: Accept,
): boolean {
  const { search } = run
  // If `@match` is the only capture, one path is sufficient. A sequence of thousands would yield a long list for each of its nodes.
  const isPlain = pattern.captures.length === 1 && pattern.predicates.length === 0
  let accepted = false
  let seen: Set<string> | undefined
  let first: CaptureList | undefined
  const end = (captures: CaptureList | undefined): boolean => {
    if (captures === undefined) return false
    if (isPlain) {
      accepted = accept(bindings)
      return true
    }
    countWork(search, captures.size)
    if (!captured(captures, pattern.match, node)) return false
    // Paths that differ only in uncaptured nodes are equal.
    if (first !== undefined) {
      seen ??= new Set([keyOfList(first)])
      const key = keyOfList(captures)
      if (seen.has(key)) return false
      seen.add(key)
    } else first = captures
    if (!holdsPredicates(pattern, search, captures)) return false
    const bound = bindCaptures(pattern, context, captures, bindings)
    if (bound !== false) accepted = accept(bound)
    return accepted
  }
  if (pattern.direct) runDirect(pattern, search, node, end)
  else runInUnits(pattern, run, node, end)
  return accepted
}

type End = (captures: CaptureList | undefined) => boolean

function runInUnits(pattern: CompiledPattern, run: PatternRun, node: number, end: End): void {
  const { search } = run
  for (const depth of pattern.matchDepths) {
    const unit = unitAbove(pattern, search.tree, node, depth)
    if (unit === -2) continue
    for (const partial of resultsAt(pattern, run, unit).get(node) ?? []) if (finish(pattern, search, node, partial, end)) return
  }
}

function runDirect(pattern: CompiledPattern, search: SearchState, node: number, end: End): void {
  if (pattern.longest) {
    const starts = pattern.entries.flatMap((entry) => startsFromMatch(search, entry, node))
    if (starts.length > 0) collectLongest(pattern.automaton, search, starts).some(end)
    return
  }
  const visitor = { end }
  for (const entry of pattern.entries) {
    for (const start of startsFromMatch(search, entry, node))
      if (searchWays(pattern.automaton, search, start.config, start.node, start.captures, visitor)) return
  }
}

function startsFromMatch(search: SearchState, entry: PatternEntry, node: number): Start[] {
  if (entry.from === 'nowhere') return []
  return entry.from === 'match' ? startsAt(search, entry, node) : startsBelow(search, entry, node)
}

function resultsAt(pattern: CompiledPattern, run: PatternRun, unit: number): UnitResult {
  const known = run.units.get(unit)
  if (known !== undefined) return known
  const { search } = run
  const results = new Map<number, Partial[]>()
  const add = (node: number, partial: Partial): void => {
    addToGroup(results, node, partial)
  }
  const starts = pattern.entries.flatMap((entry) => startsInUnit(pattern, search, entry, unit))
  if (pattern.longest) {
    for (const captures of collectLongest(pattern.automaton, search, starts)) {
      for (const node of nodesOf(captures, pattern.match)) add(node, { step: DONE, captures })
    }
  } else {
    const match = (step: number, node: number, captures: CaptureList | undefined): boolean => {
      if (!goesOn(pattern.automaton, search, step, node)) return false
      add(node, { step, captures })
      return true
    }
    const visitor = { end: () => false, match }
    for (const start of starts) searchWays(pattern.automaton, search, start.config, start.node, start.captures, visitor)
  }
  run.units.set(unit, results)
  return results
}

function startsInUnit(pattern: CompiledPattern, search: SearchState, entry: PatternEntry, unit: number): Start[] {
  if (!pattern.siblings) return entry.depth === 0 ? startsAt(search, entry, unit) : startsBelow(search, entry, unit)
  const starts: Start[] = []
  for (let child = unit < 0 ? 0 : firstChild(search.tree, unit); child >= 0; child = nextSibling(search.tree, child)) {
    starts.push(...(entry.depth === 0 ? startsAt(search, entry, child) : startsBelow(search, entry, child)))
  }
  return starts
}

function startsBelow(search: SearchState, entry: PatternEntry, parent: number): Start[] {
  const starts: Start[] = []
  for (let child = firstChild(search.tree, parent); child >= 0; child = nextSibling(search.tree, child))
    starts.push(...startsAt(search, entry, child))
  return starts
}

function startsAt(search: SearchState, entry: PatternEntry, node: number): Start[] {
  return mayStart(search.tree, entry, node) ? [{ config: entry.config, node, captures: addParent(search, entry, node) }] : []
}

function addParent(search: SearchState, entry: PatternEntry, node: number): CaptureList | undefined {
  return entry.depth === 1 ? addCaptures(search, entry.parentCaptures, search.tree.parent[node], undefined) : undefined
}

/** Continues the paths from `@match` to the end. */
function finish(pattern: CompiledPattern, search: SearchState, node: number, partial: Partial, end: End): boolean {
  if (partial.step === DONE) return end(partial.captures)
  const visitor = { end }
  for (const way of pattern.automaton.transitions[partial.step]) {
    if (way.needsLast && hasLaterNamed(search, node)) continue
    if (way.config === DONE) {
      if (end(partial.captures)) return true
      continue
    }
    const next = nodeAfter(search.tree, node, way.down)
    if (next >= 0 && searchWays(pattern.automaton, search, way.config, next, partial.captures, visitor)) return true
  }
  return false
}

function captured(list: CaptureList | undefined, capture: number, node: number): boolean {
  for (let at = list; at !== undefined; at = at.rest) if (at.capture === capture && at.node === node) return true
  return false
}

/** Each node once. */
function nodesOf(list: CaptureList | undefined, capture: number): Set<number> {
  const nodes = new Set<number>()
  for (let at = list; at !== undefined; at = at.rest) if (at.capture === capture) nodes.add(at.node)
  return nodes
}
