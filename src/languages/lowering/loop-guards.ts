import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { type GuardFact, sanitizedFact } from './guard-facts.ts'
import { mustAliasRoot } from './variables.ts'

/** Values of variables at each back edge of a loop. */
export type BackEdgeStates = readonly ReadonlyMap<number, number>[]

/**
 * The guards that every iteration applies to its element: `for (const x of list) if (!ALLOWED.includes(x)) throw …`. Empty if an iteration applies
 * none.
 */
export function guardsOfEveryIteration(low: Lowering, rounds: BackEdgeStates, variable: number, element: number): readonly number[] {
  const [first, ...others] = rounds.map((round) => guardsSinceElement(low, round.get(variable) ?? -1, element))
  if (first === undefined || [first, ...others].some((checks) => checks.size === 0)) return []
  return [...new Set([first, ...others].flatMap((checks) => [...checks]))].filter((guardNode) =>
    [first, ...others].every((checks) => checks.has(guardNode) || checks.has(SANITIZES)),
  )
}

/** The guard index of guards that sanitize for every rule. */
const SANITIZES = -1

/** Guard indexes on the path from the element to the value. */
function guardsSinceElement(low: Lowering, valueId: number, element: number, depth = 0): ReadonlySet<number> {
  const always = low.sanitized.get(valueId) === element ? [SANITIZES] : []
  const passed = new Set<number>(always)
  for (let at = valueId; at >= 0; at = low.store.a(at)) {
    if (at === element) return passed
    const op = low.store.op(at)
    const views = low.mustAliasPhis.get(at)?.incoming
    if (op === OP.refine) passed.add(low.store.b(at))
    else if (op === OP.phi && views !== undefined && depth < MAX_BRANCHES)
      return new Set([...passed, ...guardsOfAllBranches(views.map((view) => guardsSinceElement(low, view, element, depth + 1)))])
    else if (op !== OP.postUpdate) break
  }
  return new Set(always)
}

/** Maximum nesting of phis in one iteration. */
const MAX_BRANCHES = BOUNDS.loopGuardBranches.value

/** The guards that hold on every branch. A branch that sanitizes for every rule implies all guards. */
function guardsOfAllBranches(views: readonly ReadonlySet<number>[]): readonly number[] {
  const every = views.filter((view) => !view.has(SANITIZES))
  const [first, ...others] = every
  return first === undefined ? [SANITIZES] : [...first].filter((guardNode) => others.every((view) => view.has(guardNode)))
}

/** Facts of a collection whose elements have all passed these guards, unless an iteration assigned the collection. */
export function elementGuardFacts(
  low: Lowering,
  places: readonly GuardFact[],
  checks: readonly number[],
  rounds: BackEdgeStates,
): readonly GuardFact[] {
  const kept = places.filter(({ target, node }) => !('variable' in target) || isLoopInvariant(low, rounds, target.variable, low.valueAt[node]))
  return kept.flatMap(({ target, node }) =>
    checks.map((index) =>
      index === SANITIZES ? sanitizedFact(target, node) : { ...low.guards[index], guard: low.guards[index].node, target, node },
    ),
  )
}

/** Whether the variable has the value `before` at every back edge. */
export function isLoopInvariant(low: Lowering, rounds: BackEdgeStates, variable: number, before: number): boolean {
  const origin = mustAliasRoot(low, before)
  return rounds.every((round) => {
    const valueId = round.get(variable)
    const made = valueId === undefined ? origin : withoutElementUpdates(low, valueId)
    return made === origin || (low.store.op(made) === OP.phi && mustAliasRoot(low, low.store.a(made)) === origin)
  })
}

/** The value before calls that received its elements and may have updated them. */
export function withoutElementUpdates(low: Lowering, valueId: number): number {
  let at = mustAliasRoot(low, valueId)
  while (isElementUpdate(low, at)) at = mustAliasRoot(low, low.store.a(at))
  return at
}

/** Whether the value is a store of an updated element into its own collection. */
export function isElementUpdate(low: Lowering, at: number): boolean {
  if (low.store.op(at) !== OP.store) return false
  const part = mustAliasRoot(low, low.store.b(at))
  return low.store.op(part) === OP.load && low.store.a(part) === low.store.a(at)
}
