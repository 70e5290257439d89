import { compileQuery } from '../../src/matchers/query/compile-query.ts'
import { metavariableOf } from '../../src/matchers/query/check-captures.ts'
import { parseQuery } from '../../src/matchers/query/parse-query.ts'
import { holdsNeed } from '../../src/matchers/query/query-need.ts'
import type { FlatTree } from '../../src/model/tree.ts'
import type { Tree } from 'web-tree-sitter'
import type { Oracle, OracleCapture } from './oracle.ts'
import { printInstrumented } from './print-query.ts'
import { contextOf, runQuery } from './run-query.ts'

export interface Sample {
  readonly text: string
  readonly flat: FlatTree
  readonly tree: Tree
}

export type Outcome =
  | { readonly kind: 'same'; readonly matches: number }
  /** tree-sitter lost matches, and finds them when every node of the query is captured. */
  | { readonly kind: 'oracle-lost'; readonly matches: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** tree-sitter took too long. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'different'; readonly detail: string }

export function compareQuery(oracle: Oracle, source: string, sample: Sample): Outcome {
  const matcher = compileQuery(source, oracle.grammar)
  if (!('test' in matcher)) return { kind: 'refused', code: matcher[0]?.code ?? '' }
  const ours = runQuery(matcher, contextOf(sample.flat, sample.text))
  const theirs = runOracle(oracle, source, sample)
  if (theirs === undefined) return { kind: 'skipped' }
  const lines = linesOf(theirs)
  const missing = [...lines].filter((line) => !ours.has(line))
  const extra = [...ours].filter((line) => !lines.has(line))
  if (missing.length === 0 && extra.length === 0) {
    if (lines.size > 0 && !holdsNeed(matcher.need, sample.text.toLowerCase())) return { kind: 'different', detail: `the need ${JSON.stringify(matcher.need)} does not hold` }
    return { kind: 'same', matches: ours.size }
  }
  const { patterns } = parseQuery(source, oracle.grammar.names)
  const lists = patterns.map((pattern) => runOracle(oracle, printInstrumented(pattern, oracle.grammar.names), sample))
  if (lists.includes(undefined)) return { kind: 'skipped' }
  const full = linesOf(lists.flatMap((list) => longest(list ?? [])))
  const lost = [...full].filter((line) => !ours.has(line))
  const invented = [...ours].filter((line) => !full.has(line))
  if (lost.length === 0 && invented.length === 0) return { kind: 'oracle-lost', matches: ours.size }
  const show = (list: readonly string[]): string => `${list.length}: ${list.slice(0, 3).join(' | ')}`
  return { kind: 'different', detail: `missing ${show(missing)}; extra ${show(extra)}; against the instrumented query: missing ${show(lost)}; extra ${show(invented)}` }
}

type Lists = readonly (readonly OracleCapture[])[]

function runOracle(oracle: Oracle, source: string, sample: Sample): Lists | undefined {
  const query = oracle.query(source)
  const lists = oracle.matches(query, sample.tree)
  query.delete()
  return lists
}

/** Without the captures of the instrumentation, and by the rule of the longest match once more, which they kept from being applied. */
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

/** As `ts_query_cursor__compare_captures` of tree-sitter says it. */
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
