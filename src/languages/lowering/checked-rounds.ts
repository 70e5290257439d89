import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { type Checked, sure } from './refine.ts'
import { storePart, value } from './values.ts'
import { originOf, readVariable, writeVariable } from './variables.ts'

/** What each way through a loop's body leaves in variables. */
export type Rounds = readonly ReadonlyMap<number, number>[]

/** What holds of every element, where each round makes sure of its own: `for (const x of list) if (!ALLOWED.includes(x)) throw …`. Empty when some round does not. */
export function checkedInEach(low: Lowering, rounds: Rounds, variable: number, element: number): readonly number[] {
  const [first, ...others] = rounds.map((round) => checksBehind(low, round.get(variable) ?? -1, element))
  if (first === undefined || [first, ...others].some((checks) => checks.size === 0)) return []
  return [...new Set([first, ...others].flatMap((checks) => [...checks]))].filter((check) =>
    [first, ...others].every((checks) => checks.has(check) || checks.has(HARMLESS)),
  )
}

/** The index of checks that make anything harmless. */
const HARMLESS = -1

/** Checks by index that a value has passed since it was the element. */
function checksBehind(low: Lowering, held: number, element: number, depth = 0): ReadonlySet<number> {
  const always = low.harmless.get(held) === element ? [HARMLESS] : []
  const passed = new Set<number>(always)
  for (let at = held; at >= 0; at = low.store.a(at)) {
    if (at === element) return passed
    const op = low.store.op(at)
    const views = low.sameOrigin.get(at)?.views
    if (op === OP.refine) passed.add(low.store.b(at))
    else if (op === OP.phi && views !== undefined && depth < MOST_BRANCHES)
      return new Set([...passed, ...knownByAll(views.map((view) => checksBehind(low, view, element, depth + 1)))])
    else if (op !== OP.postUpdate) break
  }
  return new Set(always)
}

/** Branches within branches of one round that are looked through. */
const MOST_BRANCHES = 8

/** Checks that every branch has made, or has made needless. */
function knownByAll(views: readonly ReadonlySet<number>[]): readonly number[] {
  const every = views.filter((view) => !view.has(HARMLESS))
  const [first, ...others] = every
  return first === undefined ? [HARMLESS] : [...first].filter((check) => others.every((view) => view.has(check)))
}

/** The places as they are where all their elements have passed these checks, unless a round put something else there. */
export function withCheckedElements(low: Lowering, places: readonly Checked[], checks: readonly number[], rounds: Rounds): readonly Checked[] {
  const kept = places.filter(({ place, node }) => !('variable' in place) || staysSame(low, rounds, place.variable, low.valueAt[node]))
  return kept.flatMap(({ place, node }) =>
    checks.map((index) => (index === HARMLESS ? sure(place, node) : { ...low.checks[index], check: low.checks[index].node, place, node })),
  )
}

/** From here on the keys of what a variable holds are harmless. */
export function keepKeys(low: Lowering, variable: number, node: number): void {
  const held = readVariable(low, variable, node)
  writeVariable(low, variable, storePart(low, held, SYNTHETIC_KEY.keys, value(low, OP.unknown, node), node))
}

/** Whether a variable holds in every round what it held before the loop. */
export function staysSame(low: Lowering, rounds: Rounds, variable: number, before: number): boolean {
  const origin = originOf(low, before)
  return rounds.every((round) => {
    const held = round.get(variable)
    const made = held === undefined ? origin : beforePassing(low, held)
    return made === origin || (low.store.op(made) === OP.phi && originOf(low, low.store.a(made)) === origin)
  })
}

/** The value before its own elements were passed to calls, which may have changed them. */
export function beforePassing(low: Lowering, held: number): number {
  let at = originOf(low, held)
  while (isPutBack(low, at)) at = originOf(low, low.store.a(at))
  return at
}

/** Whether an element of a value is put back into it, after it was passed to a call. */
export function isPutBack(low: Lowering, at: number): boolean {
  if (low.store.op(at) !== OP.store) return false
  const part = originOf(low, low.store.b(at))
  return low.store.op(part) === OP.load && low.store.a(part) === low.store.a(at)
}
