import { BOUNDS } from '../../model/bounds.ts'
import { OP, type ProgramGuardFact, type ProgramParameter } from '../../model/program.ts'
import type { ReturnSite, GuardAlternatives, GuardedValues, Frame, Lowering } from './lowering.ts'
import { isElementUpdate } from './loop-guards.ts'
import type { GuardFact, BranchFacts } from './guard-facts.ts'
import { guardIndex } from './refine.ts'
import { addValue } from './values.ts'
import { mustAliasRoot } from './variables.ts'

/** Maximum number of instructions between a parameter and a return. */
const MAX_STEPS = BOUNDS.summaryGuardSteps.value
/** Maximum nesting of phis that are followed. */
const MAX_BRANCHES = BOUNDS.summaryGuardBranches.value

/** Maximum number of return sites. A function with more has no facts about properties of its result. */
const MAX_RETURNS = BOUNDS.summaryReturns.value
/** Maximum number of alternative guard sets of a parameter. */
const MAX_ALTERNATIVES = BOUNDS.summaryAlternatives.value
/** Maximum number of properties of a returned object. */
const MAX_PROPERTIES = BOUNDS.summaryProperties.value

type When = ProgramGuardFact['outcome']

/** A returned object or tuple: `{ ok: false, why }`, `False, 'unknown'`. */
export interface ReturnedProperties {
  readonly properties: ReadonlyMap<string, { readonly truth: boolean | undefined; readonly condition: BranchFacts | undefined }>
  /** Whether it has no other properties. */
  readonly isComplete: boolean
}

/**
 * Records the guarded parameters at a return site. Callers may use the function as a guard. `truth` says whether the returned value is truthy, where
 * that is known.
 */
export function recordReturnGuards(low: Lowering, truth: boolean | undefined, condition?: BranchFacts, answer?: ReturnedProperties): void {
  if (low.frame.guardable.length === 0) return
  const known = guardedParameters(low, [])
  if (truth !== false) intersectInto(low.frame, 'true', condition === undefined ? known : guardedParameters(low, condition.whenTrue))
  if (truth !== true) intersectInto(low.frame, 'false', condition === undefined ? known : guardedParameters(low, condition.whenFalse))
  intersectInto(low.frame, 'end', known)
  recordReturn(low, known, answer)
}

function recordReturn(low: Lowering, known: GuardedValues, answer: ReturnedProperties | undefined): void {
  const { frame } = low
  if (frame.returnSites === undefined) return
  if (frame.returnSites.length >= MAX_RETURNS || (answer?.properties.size ?? 0) > MAX_PROPERTIES) {
    frame.returnSites = undefined
    return
  }
  const properties =
    answer === undefined
      ? undefined
      : new Map(
          [...answer.properties].map(([name, { truth, condition }]) => [
            name,
            {
              truth,
              whenTrue: condition === undefined ? known : guardedParameters(low, condition.whenTrue),
              whenFalse: condition === undefined ? known : guardedParameters(low, condition.whenFalse),
            },
          ]),
        )
  frame.returnSites.push({ known, properties, isComplete: answer?.isComplete ?? false })
}

/** The guard facts of the function for its callers. */
export function guardSummaries({ guardable, guaranteed, returnSites }: Frame, parameters: readonly ProgramParameter[]): ProgramGuardFact[] {
  const found: ProgramGuardFact[] = []
  const add = (known: GuardedValues | undefined, outcome: When, resultProperty: string | undefined): void => {
    for (const [initial, by] of known ?? []) {
      const named = guardable.find((each) => each.initial === initial)
      const parameter = parameters.findIndex((each) => each.value === named?.parameter && each.kind !== 'keywords')
      if (parameter >= 0)
        found.push({
          parameter,
          property: named?.part,
          outcome,
          resultProperty,
          guardedValues: by === 'every' ? [] : by.map((guardSet) => [...guardSet.values()]),
        })
    }
  }
  for (const when of ['true', 'false', 'end'] as const) add(guaranteed[when], when, undefined)
  for (const told of new Set((returnSites ?? []).flatMap(({ properties }) => [...(properties?.keys() ?? [])])))
    for (const when of ['true', 'false'] as const) add(guardsByReturnedProperty(returnSites ?? [], told, when === 'true'), when, told)
  return found
}

/** The facts that hold at every return site whose property may have this truthiness. */
function guardsByReturnedProperty(answers: readonly ReturnSite[], name: string, truth: boolean): GuardedValues | undefined {
  let common: GuardedValues | undefined
  for (const { known, properties, isComplete } of answers) {
    const part = properties?.get(name)
    if (part === undefined ? isComplete && truth : part.truth === !truth) continue
    common = intersect(common, part === undefined ? known : truth ? part.whenTrue : part.whenFalse)
  }
  return common
}

function guardedParameters(low: Lowering, known: readonly GuardFact[]): Map<number, GuardAlternatives> {
  const found = new Map<number, GuardAlternatives>()
  for (const { variable, initial } of low.frame.guardable) {
    const valueId = low.frame.table.read(variable)
    if (valueId === undefined) continue
    const own = mustAliasRoot(low, valueId) === initial ? known.filter(({ target }) => 'variable' in target && target.variable === variable) : []
    if (low.sanitized.get(valueId) === initial || own.some(({ guard, areKeys }) => guard < 0 && areKeys !== true)) found.set(initial, 'every')
    else {
      const guardSet = guardsSinceEntry(low, valueId, initial)
      if (guardSet === 'every') found.set(initial, guardSet)
      else {
        const here = own.map((checked) => guardedValue(low, valueId, checked))
        const by = guardSet.length === 0 ? [new Map(here)] : guardSet.map((each) => new Map([...each, ...here]))
        if (by.every(({ size }) => size > 0)) found.set(initial, by)
      }
    }
  }
  return found
}

/** The guards and calls on the path from the parameter to this value. At a phi: the guards that all incoming values have in common. */
function guardsSinceEntry(low: Lowering, valueId: number, initial: number, depth = 0): GuardAlternatives {
  if (low.sanitized.get(valueId) === initial) return 'every'
  const found: [string, number][] = []
  let at = valueId
  for (let steps = 0; steps < MAX_STEPS && at >= 0 && at !== initial; steps++) {
    const before = low.loopInvariants.get(at)
    if (before !== undefined) {
      at = before
      continue
    }
    const op = low.store.op(at)
    const views = low.mustAliasPhis.get(at)?.incoming
    if (op === OP.phi && views !== undefined && depth < MAX_BRANCHES) {
      const [first, ...others] = views.map((view) => guardsSinceEntry(low, view, initial, depth + 1))
      const shared = others.reduce<GuardAlternatives | undefined>(
        (known, other) => (known === undefined ? undefined : commonAlternatives(known, other)),
        first,
      )
      if (shared === 'every') return shared
      return shared === undefined || shared.length === 0 ? singleAlternative(found) : shared.map((guardSet) => new Map([...guardSet, ...found]))
    }
    if (op === OP.refine) found.push([`check ${low.store.b(at)}`, at])
    else if (op === OP.postUpdate) found.push([`call ${at}`, at])
    else if (!isElementUpdate(low, at)) break
    at = low.store.a(at)
  }
  return singleAlternative(mustAliasRoot(low, at) === initial ? found : [])
}

function singleAlternative(found: readonly [string, number][]): readonly ReadonlyMap<string, number>[] {
  return found.length === 0 ? [] : [new Map(found)]
}

/** The parameter refined by a guard in the returned expression. No branch has created this value. */
function guardedValue(low: Lowering, valueId: number, checked: GuardFact): [string, number] {
  const index = guardIndex(low, checked)
  return [`check ${index}`, addValue(low, OP.refine, checked.node, valueId, index)]
}

/** A fact holds only if it holds at every return site. */
function intersectInto({ guaranteed }: Frame, when: When, found: GuardedValues): void {
  guaranteed[when] = intersect(guaranteed[when], found)
}

function intersect(known: GuardedValues | undefined, found: GuardedValues): GuardedValues {
  if (known === undefined) return found
  const common = new Map<number, GuardAlternatives>()
  for (const [initial, by] of known) {
    const shared = commonAlternatives(by, found.get(initial))
    if (shared !== undefined) common.set(initial, shared)
  }
  return common
}

/** The guard sets that hold on both paths; undefined for none. */
function commonAlternatives(left: GuardAlternatives, right: GuardAlternatives | undefined): GuardAlternatives | undefined {
  if (right === undefined || left === 'every') return right
  if (right === 'every') return left
  if (left.length === 0 || right.length === 0) return undefined
  const ways: ReadonlyMap<string, number>[] = []
  // A smaller set implies every superset of it.
  for (const guardSet of [...left, ...right].toSorted((one, other) => one.size - other.size))
    if (!ways.some((known) => [...known.keys()].every((made) => guardSet.has(made)))) ways.push(guardSet)
  if (ways.length <= MAX_ALTERNATIVES) return ways
  const [first, ...others] = ways
  const shared = new Map([...first].filter(([made]) => others.every((guardSet) => guardSet.has(made))))
  return shared.size === 0 ? undefined : [shared]
}
