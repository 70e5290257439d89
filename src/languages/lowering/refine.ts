import { OP, type SchemaParse, type ProgramGuard } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { SANITIZED } from './guard-chains.ts'
import { load, storeField, addValue } from './values.ts'
import { mustAliasRoot, readVariable, writeBack, writeRefined } from './variables.ts'
import { UNGUARDED } from './variable-ids.ts'

/** A field of the receiver, which is checked for other methods too: `self.place`. */
interface ReceiverField {
  /** The variable that holds the receiver. */
  readonly variable: number
  readonly name: string
}

/** What a condition makes sure of. */
export interface GuardFact {
  /** The variable that is checked, or the path from one (`req.query.id`), which is then checked wherever it stands again. */
  readonly target: { readonly variable: number } | { readonly path: string; readonly field?: ReceiverField | undefined }
  readonly node: number
  /** The call or comparison that is the check, when a rule or the function that is called must say that it is one; -1 when the check makes anything harmless. */
  readonly guard: number
  /** Which argument of the call is checked; -1 for its receiver, or when it is no call. */
  readonly argument: number
  /** What the check has come to where this is known. */
  readonly outcome: ProgramGuard['outcome']
  /** The code of the part of it that was looked at, where that is known: two looks at one part tell the same kind of thing. */
  readonly subject?: string | undefined
  /** The part of the call's result that was looked at: `ok` of `if (!result.ok)`. */
  readonly property?: string | undefined
  /** Whether it is that something is there under it. */
  readonly isMembership?: boolean | undefined
  /** Whether it is that a path lies within a folder: harmless to most rules, though not to all. */
  readonly isPathContainment?: boolean | undefined
}

/** What is known where a condition holds, and where it does not. */
export interface BranchFacts {
  readonly whenTrue: readonly GuardFact[]
  readonly whenFalse: readonly GuardFact[]
}

export const NO_FACTS: BranchFacts = { whenTrue: [], whenFalse: [] }

export function negate({ whenTrue, whenFalse }: BranchFacts): BranchFacts {
  return { whenTrue: whenFalse, whenFalse: whenTrue }
}

export function conjunction(left: BranchFacts, right: BranchFacts): BranchFacts {
  return { whenTrue: [...left.whenTrue, ...right.whenTrue], whenFalse: factsOfEither(left.whenFalse, right.whenFalse) }
}

export function disjunction(left: BranchFacts, right: BranchFacts): BranchFacts {
  return { whenTrue: factsOfEither(left.whenTrue, right.whenTrue), whenFalse: [...left.whenFalse, ...right.whenFalse] }
}

/** Checks that are kept of alternatives: `kind === A || kind === B || …` may go on for hundreds, and what a rule says of some it says of all. */
const MAX_ALTERNATIVES = 16

/** `x === 'a' || x === 'b'`: whichever holds, x is checked. */
function factsOfEither(left: readonly GuardFact[], right: readonly GuardFact[]): GuardFact[] {
  const found = new Map<string, GuardFact>()
  const add = (checked: GuardFact): void => {
    if (checked.guard < 0 || found.size < MAX_ALTERNATIVES) found.set(factKey(checked), checked)
  }
  for (const checked of left) {
    for (const other of right) {
      if (!sameTarget(checked, other)) continue
      if (isSanitizing(checked)) add(other)
      else if (isSanitizing(other)) add(checked)
      else if (checked.guard === other.guard) {
        if (
          checked.argument === other.argument &&
          checked.outcome === other.outcome &&
          checked.property === other.property &&
          checked.isMembership === other.isMembership
        )
          add(checked)
      } else if (checked.subject !== undefined && checked.subject === other.subject) {
        // `host === 'a' || isOwn(host)`: a rule that knows one look at the part takes the other for one.
        add(checked)
        add(other)
      }
    }
  }
  return [...found.values()]
}

function isSanitizing({ guard, isPathContainment }: GuardFact): boolean {
  return guard < 0 || isPathContainment === true
}

function factKey({ target, guard, argument, outcome, property = '', isMembership = false }: GuardFact): string {
  return `${'variable' in target ? target.variable : target.path} ${guard} ${argument} ${outcome} ${property} ${isMembership}`
}

/** A place that is harmless where this is known. */
export function sanitizedFact(target: GuardFact['target'], node: number): GuardFact {
  return { target, node, guard: -1, argument: -1, outcome: 'true' }
}

/** Paths that lie within a folder where the check has held. */
export function containmentFacts(facts: readonly GuardFact[], guard: number): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isPathContainment: true }))
}

/** Places under which something is there where the check has held: a key of a table, or what the searching call at `check` was made by. */
export function membershipFacts(facts: readonly GuardFact[], guard: number): BranchFacts {
  return { whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isMembership: true })), whenFalse: [] }
}

/** The same places as seen by a check of which it is not known what it makes sure of: by where it holds, and where not. */
export function guardedBy(facts: readonly GuardFact[], guard: number, argument: number, subject?: string): BranchFacts {
  return {
    whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'true', subject })),
    whenFalse: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'false', subject })),
  }
}

/** The same by a part of what the call gives, or by all of it. */
export function guardedByResult(facts: readonly GuardFact[], guard: number, argument: number, property: string | undefined): BranchFacts {
  const { whenTrue, whenFalse } = guardedBy(facts, guard, argument)
  return { whenTrue: whenTrue.map((each) => ({ ...each, property })), whenFalse: whenFalse.map((each) => ({ ...each, property })) }
}

/** What is known of places once a call that looked at them has come to its end: whoever knows what it refuses can tell. */
export function factsAfterReturn(facts: readonly GuardFact[], guard: number, argument: number): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'end' }))
}

export function unionFacts(conditions: readonly BranchFacts[]): BranchFacts {
  if (conditions.length === 1) return conditions[0]
  return { whenTrue: conditions.flatMap(({ whenTrue }) => whenTrue), whenFalse: conditions.flatMap(({ whenFalse }) => whenFalse) }
}

/** Of a condition that was evaluated before: what still holds what it held then. */
export function stillValid(low: Lowering, { whenTrue, whenFalse }: BranchFacts): BranchFacts {
  const isSame = (checked: GuardFact): boolean => hasSameValue(low, checked, checked.subject !== undefined)
  return { whenTrue: whenTrue.filter(isSame), whenFalse: whenFalse.filter(isSame) }
}

/** Whether the variable holds what it held at the node, as far as can be told. `lenient` where branches have met since: one of them may have changed it. */
export function hasSameValue(low: Lowering, { target, node }: GuardFact, lenient: boolean): boolean {
  // What stands in a callback is lowered later.
  if (!('variable' in target) || low.valueAt[node] < 0) return true
  const held = baseObject(low, low.frame.table.read(target.variable) ?? -1)
  return held === baseObject(low, low.valueAt[node]) || (lenient && held >= 0 && low.store.op(held) === OP.phi)
}

/** The value before anything was put into it. */
function baseObject(low: Lowering, held: number): number {
  let at = mustAliasRoot(low, held)
  while (at >= 0 && low.store.op(at) === OP.store) at = mustAliasRoot(low, low.store.a(at))
  return at
}

function sameTarget(left: GuardFact, right: GuardFact): boolean {
  if ('variable' in left.target) return 'variable' in right.target && left.target.variable === right.target.variable
  return 'path' in right.target && left.target.path === right.target.path
}

/** From here on in this branch the places are checked. */
export function refine(low: Lowering, known: readonly GuardFact[]): void {
  for (const checked of known) {
    const { target, node } = checked
    const index = checked.guard < 0 ? -1 : guardIndex(low, checked)
    if ('variable' in target) {
      const before = readVariable(low, target.variable, node)
      const refined = addValue(low, OP.refine, node, before, index)
      const harmless = low.sanitized.get(before) ?? (index < 0 ? mustAliasRoot(low, before) : -1)
      if (harmless >= 0) low.sanitized.set(refined, harmless)
      writeRefined(low, target.variable, refined)
    } else {
      const guard = low.guardedPathVariable(target.path)
      low.frame.guardsPaths = true
      const known = low.frame.table.read(guard)
      // What is harmless already stays so.
      if (known !== SANITIZED) low.frame.table.write(guard, index < 0 ? SANITIZED : low.guardChains.append(known, index))
      if (target.field !== undefined) refineField(low, target.field, node, index)
    }
  }
}

/** The receiver holds a field that was checked. */
function refineField(low: Lowering, { variable, name }: ReceiverField, node: number, index: number): void {
  const receiver = readVariable(low, variable, node)
  const checked = addValue(low, OP.refine, node, load(low, receiver, name, node), index)
  writeBack(low, receiver, storeField(low, receiver, name, checked, node), node)
}

/** The value, refined when its path is checked here. */
export function refineAccessPath(low: Lowering, path: string, made: number, node: number): number {
  const variable = low.knownGuardedPath(path)
  const guard = variable === undefined ? undefined : low.frame.table.read(variable)
  if (guard === undefined || guard === UNGUARDED) return made
  if (guard === SANITIZED) return addValue(low, OP.refine, node, made, -1)
  return low.guardChains.guardsOf(guard).reduce((held, check) => addValue(low, OP.refine, node, held, check), made)
}

/** Something was assigned to the path, or to the variable that it starts from: what was known of it no longer holds. */
export function invalidatePath(low: Lowering, path: string): void {
  const end = path.indexOf(':') + 1
  for (const [guard, known] of low.guardedPaths.get(path.slice(0, end)) ?? []) {
    if (path.length > end && known !== path && !known.startsWith(`${path}.`)) continue
    const held = low.frame.table.read(guard)
    if (held !== undefined && held !== UNGUARDED) low.frame.table.write(guard, UNGUARDED)
  }
}

/** The number of the check in the file. */
export function guardIndex(
  low: Lowering,
  { guard: node, argument, outcome, property, isMembership = false, isPathContainment = false }: GuardFact,
): number {
  const whole = (node * 64 + Math.min(argument, 62) + 1) * 4 + (isPathContainment ? 3 : outcome === 'true' ? 2 : outcome === 'false' ? 1 : 0)
  const id = property === undefined && !isMembership ? whole : `${whole} ${isMembership} ${property ?? ''}`
  const known = low.guardIds.get(id)
  if (known !== undefined) return known
  low.guardIds.set(id, low.guards.length)
  low.guards.push({ node, argument, outcome, property, isMembership, isPathContainment })
  return low.guards.length - 1
}

/** A check that holds where the functions that the call reaches return a part as the schema left it that is passed to them. Gives its number in the file. */
export function schemaGuardIndex(
  low: Lowering,
  {
    node,
    argument,
    property,
    schemaProperty,
    isOutcomeTested,
  }: { readonly node: number; readonly argument: number; readonly property: string | undefined } & SchemaParse,
): number {
  low.guards.push({
    node,
    argument,
    outcome: 'true',
    property,
    isMembership: false,
    isPathContainment: false,
    schemaParse: { schemaProperty, isOutcomeTested },
  })
  return low.guards.length - 1
}
