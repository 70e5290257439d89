import type { Bindings } from '../../model/bindings.ts'
import type { TaintUse } from '../../model/flow.ts'
import type { FoundEndpoints, TaintMatch, EndpointInput } from '../../model/flow-engine.ts'

/** Runs the matchers of the wanted places in one pass over the nodes, by type and callee, as other rules run. */
export function matchEndpoints(input: EndpointInput): FoundEndpoints {
  const { context, rules, wanted } = input
  const hits: TaintMatch[] = []
  const counts = new Map<number, number>()
  const onMatch: MatchSink = {
    hit: (place, node, bindings) => {
      const count = counts.get(place) ?? 0
      if (count < input.maxMatches) hits.push({ matcher: place, node, bindings })
      else if (count === input.maxMatches) input.onTooManyMatches(place)
      counts.set(place, count + 1)
    },
    isFull: (place) => (counts.get(place) ?? 0) > input.maxMatches,
  }
  matchByDispatch(input, onMatch)
  matchCallbacks(input, onMatch)
  const found = new Set(counts.keys())
  // Decorated functions are known after lowering.
  for (const index of wanted) if (rules.matchers[index].matcher === undefined) found.add(index)
  const rulesOf = (isMeant: (use: TaintUse) => boolean): readonly number[] => [
    ...new Set([...found].flatMap((index) => rules.matchers[index].uses.flatMap((use) => (isMeant(use) ? [use.rule] : [])))),
  ]
  return {
    matches: hits,
    sources: rulesOf((use) => isInitialSource(use) && !use.sameFileOnly),
    ownSources: rulesOf((use) => isInitialSource(use) && use.sameFileOnly),
    sinks: rulesOf(({ role, appliesTo }) => role === 'sink' && appliesTo(context.file.path)),
  }
}

/** Records the matches of a sink, up to a maximum. */
interface MatchSink {
  hit(place: number, node: number, bindings: Bindings): void
  /** Whether the maximum is reached, so that the matcher need not be run again. */
  isFull(place: number): boolean
}

/** Whether data starts there. Otherwise the source adds a label to data of another source. */
function isInitialSource({ role, requires }: TaintUse): boolean {
  return role === 'source' && requires === undefined
}

function matchByDispatch({ context, rules, wanted, isWanted, runWithinBudget: guard }: EndpointInput, { hit, isFull }: MatchSink): void {
  rules.dispatch.visitNodes(
    wanted,
    ({ matcher }) => isWanted(matcher),
    context,
    ({ rule, matcher }, node) => {
      if (isFull(rule)) return
      guard(rule, () => {
        matcher.test(context, node, undefined, (bindings) => {
          hit(rule, node, bindings)
          return false
        })
      })
    },
  )
}

/** Sinks that are passed by name to a call which calls them: `promise.then(run)`. */
function matchCallbacks({ context, rules, wanted, runWithinBudget: guard }: EndpointInput, { hit, isFull }: MatchSink): void {
  const { tree, syntax, symbols, file } = context
  const places = wanted.filter((index) => rules.matchers[index].isPlainCallOf !== undefined && rules.matchers[index].uses.every(isSink))
  if (places.length === 0) return
  for (let node = 0; node < tree.count; node++) {
    if (!syntax.callTypes.has(tree.type[node])) continue
    const handed = syntax.handedAt(tree, file.text, node)?.node
    const name = handed === undefined ? undefined : symbols.nameOf(handed)
    if (handed === undefined || name === undefined) continue
    for (const index of places)
      if (!isFull(index))
        guard(index, () => {
          if (rules.matchers[index].isPlainCallOf?.(name) === true) hit(index, handed, undefined)
        })
  }
}

function isSink({ role }: TaintUse): boolean {
  return role === 'sink'
}
