import type { Bindings } from '../../model/bindings.ts'
import type { TaintUse } from '../../model/flow.ts'
import type { FoundPlaces, PlaceHit, PlaceInput } from '../../model/flow-engine.ts'

/** Runs the matchers of the wanted places in one pass over the nodes, by type and callee, as other rules run. */
export function findPlaces(input: PlaceInput): FoundPlaces {
  const { context, rules, wanted } = input
  const hits: PlaceHit[] = []
  const counts = new Map<number, number>()
  const note: Note = {
    hit: (place, node, bindings) => {
      const count = counts.get(place) ?? 0
      if (count < input.mostHits) hits.push({ place, node, bindings })
      else if (count === input.mostHits) input.onMostHits(place)
      counts.set(place, count + 1)
    },
    isFull: (place) => (counts.get(place) ?? 0) > input.mostHits,
  }
  matchPlaces(input, note)
  findHanded(input, note)
  const found = new Set(counts.keys())
  // Which functions are decorated is known when the file is lowered.
  for (const index of wanted) if (rules.places[index].matcher === undefined) found.add(index)
  const rulesOf = (isMeant: (use: TaintUse) => boolean): readonly number[] => [
    ...new Set([...found].flatMap((index) => rules.places[index].uses.flatMap((use) => (isMeant(use) ? [use.rule] : [])))),
  ]
  return {
    hits,
    sources: rulesOf((use) => isBeginning(use) && !use.ownFile),
    ownSources: rulesOf((use) => isBeginning(use) && use.ownFile),
    sinks: rulesOf(({ role, appliesTo }) => role === 'sink' && appliesTo(context.file.path)),
  }
}

/** Takes the ways in which places hold, so many of each. */
interface Note {
  hit(place: number, node: number, bindings: Bindings): void
  /** Whether there are more of a place than are taken: it need not be tried again. */
  isFull(place: number): boolean
}

/** Whether data begins there; else it comes from another source, and gets another label. */
function isBeginning({ role, requires }: TaintUse): boolean {
  return role === 'source' && requires === undefined
}

function matchPlaces({ context, rules, wanted, isWanted, guard }: PlaceInput, { hit, isFull }: Note): void {
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

/** Sinks that a call is handed by their name, and calls: `promise.then(run)`. */
function findHanded({ context, rules, wanted, guard }: PlaceInput, { hit, isFull }: Note): void {
  const { tree, syntax, symbols, file } = context
  const places = wanted.filter((index) => rules.places[index].isPlainCallOf !== undefined && rules.places[index].uses.every(isSink))
  if (places.length === 0) return
  for (let node = 0; node < tree.count; node++) {
    if (!syntax.callTypes.has(tree.type[node])) continue
    const handed = syntax.handedAt(tree, file.text, node)?.node
    const name = handed === undefined ? undefined : symbols.nameOf(handed)
    if (handed === undefined || name === undefined) continue
    for (const index of places)
      if (!isFull(index))
        guard(index, () => {
          if (rules.places[index].isPlainCallOf?.(name) === true) hit(index, handed, undefined)
        })
  }
}

function isSink({ role }: TaintUse): boolean {
  return role === 'sink'
}
