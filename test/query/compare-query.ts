import { buildAutomaton, SKIPPED } from '../../src/matchers/query/build-automaton.ts'
import { compileQuery } from '../../src/matchers/query/compile-query.ts'
import { metavariableOf } from '../../src/matchers/query/check-captures.ts'
import { parseQuery } from '../../src/matchers/query/parse-query.ts'
import type { QueryPattern } from '../../src/matchers/query/query-ast.ts'
import { holdsNeed } from '../../src/matchers/query/query-need.ts'
import type { FlatTree } from '../../src/model/tree.ts'
import type { Tree } from 'web-tree-sitter'
import type { Oracle, OracleCapture } from './oracle.ts'
import { printPattern } from './print-query.ts'
import { contextOf, runQuery } from './run-query.ts'

const MAX_STEPS = 20_000_000

export interface Sample {
  readonly text: string
  readonly flat: FlatTree
  readonly tree: Tree
  /** Type and span of every node: `12:0-9`. */
  readonly nodes: ReadonlySet<string>
}

export function readSample(oracle: Oracle, text: string): Sample {
  const flat = oracle.grammar.parse(text)
  if (typeof flat === 'string') throw new Error('the text takes too long to parse')
  const nodes = new Set(Array.from({ length: flat.count }, (_, node) => `${flat.type[node]}:${flat.start[node]}-${flat.end[node]}`))
  return { text, flat, tree: oracle.parse(text), nodes }
}

/**
 * The comparison of Assay's query matcher with tree-sitter's. Differences must have one of the reasons below. Without predicates Assay must find
 * exactly the matches that tree-sitter finds when every node of the query is captured, reduced by tree-sitter's rule of the longest match.
 */
export type Outcome =
  | { readonly kind: 'same'; readonly matches: number }
  /**
   * - tree-sitter lost a match: for an uncaptured node of the query that it expects to match it tries no second sibling (`ts_query__step_is_fallible`
   * uses the grammar's tables, which do not cover broken files), also before `. )`;
   * - or it reported a path next to a longer one, because it compares paths only while both are in progress.
   */
  | { readonly kind: 'explained'; readonly matches: number }
  /**
   * - In an ERROR tree-sitter searches for no second node with a field if the production of the first one has no other such field (an ERROR mixes the
   * nodes of several; `can_have_later_siblings_with_this_field`). Without its fields the query finds the match.
   * - tree-sitter dropped a match that passes an anchor next to an omitted optional node (`(a)? . (b)`: the anchor is void then). Its rule of the
   * longest match treats the path with the anchor, which may lead nowhere, as equal (`skipped_quantifier` is not compared in
   * `ts_query_cursor__advance`).
   */
  | { readonly kind: 'forgotten'; readonly matches: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** tree-sitter took too long. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'different'; readonly detail: string }

export function compareQuery(oracle: Oracle, source: string, sample: Sample): Outcome {
  const matcher = compileQuery(source, oracle.grammar)
  if (!('test' in matcher)) return { kind: 'refused', code: matcher[0]?.code ?? '' }
  const lists = runOracle(oracle, source, sample)
  if (lists === undefined) return { kind: 'skipped' }
  const ours = runQuery(matcher, contextOf(sample.flat, sample.text, boundedSpend()))
  const theirs = linesOf(lists)
  if (theirs.size > 0 && !holdsNeed(matcher.need, sample.text.toLowerCase()))
    return { kind: 'different', detail: `the need ${JSON.stringify(matcher.need)} does not hold` }
  const missing = without(theirs, ours)
  const extra = without(ours, theirs)
  return missing.length + extra.length === 0 ? { kind: 'same', matches: ours.size } : explain(oracle, source, sample, missing, extra)
}

function explain(oracle: Oracle, source: string, sample: Sample, missing: readonly string[], extra: readonly string[]): Outcome {
  const { names } = oracle.grammar
  const { patterns } = parseQuery(source, names)
  const print = (how: 'plain' | 'captured' | 'fieldless'): string[] => patterns.map((pattern) => printPattern(pattern, names, how))
  const [plain, captured, fieldless] = [
    runAll(oracle, print('plain'), sample),
    runAll(oracle, print('captured'), sample),
    runAll(oracle, print('fieldless'), sample),
  ]
  const matcher = compileQuery(print('plain').join('\n'), oracle.grammar)
  if (plain === undefined || captured === undefined || fieldless === undefined || !('test' in matcher)) return { kind: 'skipped' }
  const ours = runQuery(matcher, contextOf(sample.flat, sample.text, boundedSpend()))
  const right = linesOf(captured.flatMap(longest))
  const found = linesOf(plain.flat())
  const more = without(ours, right)
  const byField = sample.flat.firstError >= 0 && without(new Set(more), linesOf(fieldless.flat())).length === 0
  const faults = [
    ['not found without predicates', without(right, ours)],
    ['found wrongly without predicates', byField || patterns.some(skipsAnchors) ? [] : more],
    ['missing', missing.filter((line) => right.has(line))],
    ['extra', extra.filter((line) => found.has(line) || !ours.has(line))],
  ] as const
  const bad = faults.filter(([, lines]) => lines.length > 0)
  if (bad.length === 0) return { kind: more.length > 0 ? 'forgotten' : 'explained', matches: ours.size }
  return { kind: 'different', detail: bad.map(([what, lines]) => `${what}: ${lines.length}: ${lines.slice(0, 3).join(' | ')}`).join('; ') }
}

/** If tree-sitter finishes, Assay must finish in time too. */
function boundedSpend(): (steps: number) => void {
  let left = MAX_STEPS
  return (steps) => {
    left -= steps
    if (left < 0) throw new Error(`more than ${MAX_STEPS} steps`)
  }
}

function without(lines: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...lines].filter((line) => !others.has(line))
}

function runAll(oracle: Oracle, sources: readonly string[], sample: Sample): Lists[] | undefined {
  const all = sources.map((source) => runOracle(oracle, source, sample))
  const known = all.flatMap((lists) => (lists === undefined ? [] : [lists]))
  return known.length === all.length ? known : undefined
}

function skipsAnchors(pattern: QueryPattern): boolean {
  return buildAutomaton(pattern.root).transitions.some((ways) => ways.some((way) => way.config >= 0 && (way.config & SKIPPED) !== 0))
}

type Lists = readonly (readonly OracleCapture[])[]

function runOracle(oracle: Oracle, source: string, sample: Sample): Lists | undefined {
  const query = oracle.query(source)
  const lists = oracle.matches(query, sample.tree)
  query.delete()
  // A wildcard at the root captures the parent. If the parent is an ERROR between aliased nodes, it has the alias of a sibling and is not recognised
  // as ERROR (`ts_tree_cursor_parent_node` does not check whether a node is extra). The cursor shows no such node in the tree.
  return lists?.filter((list) => list.every((capture) => sample.nodes.has(capture.node)))
}

/** Removes the captures of the instrumentation, and applies the rule of the longest match again, which they prevented. */
function longest(lists: Lists): Lists {
  const plain = new Map<string, readonly OracleCapture[]>()
  for (const list of lists) {
    const own = list.filter((capture) => !capture.name.startsWith('__'))
    plain.set(own.map(keyOf).join(' '), own)
  }
  const byCapture = new Map<string, (readonly OracleCapture[])[]>()
  for (const list of plain.values()) for (const key of new Set(list.map(keyOf))) byCapture.set(key, [...(byCapture.get(key) ?? []), list])
  return [...plain.values()].filter((list) => {
    const [first] = list
    const rivals = first === undefined ? [...plain.values()] : (byCapture.get(keyOf(first)) ?? [])
    return !rivals.some((rival) => rival.length > list.length && containsAll(rival, list))
  })
}

/** Like `ts_query_cursor__compare_captures` of tree-sitter. */
function containsAll(large: readonly OracleCapture[], small: readonly OracleCapture[]): boolean {
  let at = 0
  for (const capture of large) {
    const wanted = small[at]
    if (wanted === undefined) return true
    if (keyOf(capture) === keyOf(wanted)) at++
    else if (capture.start === wanted.start && capture.end === wanted.end) return false
    else if (capture.start > wanted.start || (capture.start === wanted.start && capture.end < wanted.end)) return false
  }
  return at === small.length
}

function keyOf(capture: OracleCapture): string {
  return `${capture.name} ${capture.node}`
}

function linesOf(lists: Lists): Set<string> {
  const lines = new Set<string>()
  for (const list of lists) {
    const byName = new Map<string, string[]>()
    for (const { name, node } of list) byName.set(name, [...(byName.get(name) ?? []), node])
    const parts = [...byName].filter(([name]) => name !== 'match').map(([name, nodes]) => `${metavariableOf(name)}=${nodes.join(',')}`)
    for (const node of byName.get('match') ?? []) lines.add([node, ...parts.sort()].join(' '))
  }
  return lines
}
