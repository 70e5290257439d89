import type { Bindings } from '../model/bindings.ts'
import type { NodeEntry } from '../model/dispatch.ts'
import type { FoundPlaces, PlaceHit, PlaceInput } from '../model/flow-engine.ts'
import type { NodeContext } from '../model/matcher.ts'
import { lastSegment } from '../model/symbols.ts'
import { NODE_NAMED } from '../model/tree.ts'

/** Runs the matchers of the wanted places in one pass over the nodes, by type and callee, as other rules run. */
export function findPlaces(input: PlaceInput): FoundPlaces {
  const { context, rules, wanted } = input
  const hits: PlaceHit[] = []
  const found = new Set<number>()
  matchPlaces(input, (place, node, bindings) => {
    hits.push({ place, node, bindings })
    found.add(place)
  })
  // Which functions are decorated is known when the file is lowered.
  for (const index of wanted) if (rules.places[index].matcher === undefined) found.add(index)
  const rulesOf = (role: 'source' | 'sink'): readonly number[] => [
    ...new Set(
      [...found].flatMap((index) =>
        rules.places[index].uses.flatMap((use) => (use.role === role && (role === 'source' || use.appliesTo(context.file.path)) ? [use.rule] : [])),
      ),
    ),
  ]
  return { hits, sources: rulesOf('source'), sinks: rulesOf('sink') }
}

function matchPlaces({ context, rules, wanted, guard }: PlaceInput, found: (place: number, node: number, bindings: Bindings) => void): void {
  const { tree } = context
  const { dispatch, places } = rules
  const chosen = new Set(wanted)
  const keep = (entries: readonly NodeEntry[]): readonly NodeEntry[] => entries.filter(({ rule }) => chosen.has(rule))
  const byType: (readonly NodeEntry[] | undefined)[] = []
  for (const [type, entries] of dispatch.byType) {
    const kept = keep(entries)
    if (kept.length > 0) byType[type] = kept
  }
  const byCallee = new Map(
    [...dispatch.byCallee].map(([callee, entries]) => [callee, keep(entries)] as const).filter(([, entries]) => entries.length > 0),
  )
  const anywhere = keep(dispatch.anywhere)
  const isCall = new Uint8Array(65536)
  if (byCallee.size > 0) for (const type of dispatch.callTypes) isCall[type] = 1
  const run = (index: number, node: number): void => {
    guard(index, () => {
      places[index].matcher?.test(context, node, undefined, (bindings) => {
        found(index, node, bindings)
        return false
      })
    })
  }
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type[node]
    const entries = byType[type]
    if (entries !== undefined) for (const { rule } of entries) run(rule, node)
    if (isCall[type] === 1) for (const name of calleeNames(context, node)) for (const { rule } of byCallee.get(name) ?? []) run(rule, node)
    if (anywhere.length > 0 && (tree.flags[node] & NODE_NAMED) !== 0) for (const { rule } of anywhere) run(rule, node)
  }
}

/** The last parts of the callee's name, resolved and as written. */
function calleeNames({ tree, syntax, symbols, file }: NodeContext, node: number): readonly string[] {
  const call = syntax.callAt(tree, file.text, node)
  if (call === undefined) return []
  const written = lastSegment(file.text.slice(Math.max(tree.start[call.callee], tree.end[call.callee] - 80), tree.end[call.callee]))
  const name = symbols.nameOf(call.callee)
  const resolved = name === undefined ? written : lastSegment(name)
  return resolved === written ? [written] : [resolved, written]
}
