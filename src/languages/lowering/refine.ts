import { BOUNDS } from '../../model/bounds.ts'
import { OP, type SchemaParse, type ProgramGuard } from '../../model/program.ts'
import { ALL_CONTEXTS, NO_CONTEXTS, type StringContexts } from '../../model/string-context.ts'
import type { RegexProof } from './regex-proof.ts'
import type { Lowering } from './lowering.ts'
import { SANITIZED } from './guard-chains.ts'
import { sanitizeKeys } from './sanitize-keys.ts'
import { load, storeField, addValue } from './values.ts'
import { mustAliasRoot, readVariable, writeBack, writeRefined } from './variables.ts'
import { UNGUARDED } from './variable-ids.ts'

/** A field of the receiver. A guard of it holds in other methods too: `self.place`. */
interface ReceiverField {
  /** The variable that contains the receiver. */
  readonly variable: number
  readonly name: string
}

/** What a condition proves about an expression. */
export interface GuardFact {
  /** The guarded expression: a variable, or an access path from one (`req.query.id`). A guarded path is refined wherever it is read again. */
  readonly target: { readonly variable: number } | { readonly path: string; readonly field?: ReceiverField | undefined }
  readonly node: number
  /** The node of the barrier guard, a call or comparison that rules or the callee must recognise; -1 if it sanitizes for every rule. */
  readonly guard: number
  /** The argument of the call that is guarded; -1 for the receiver and for comparisons. */
  readonly argument: number
  /** The outcome of the guard for which the fact holds. */
  readonly outcome: ProgramGuard['outcome']
  /** The source text of the derived value that is tested. Two guards of the same derived value can replace each other. */
  readonly subject?: string | undefined
  /** The tested property of the call's result: `ok` of `if (!result.ok)`. */
  readonly property?: string | undefined
  /** Whether the guard tests membership. */
  readonly isMembership?: boolean | undefined
  /** Whether the guard tests that a path lies within a directory. Most rules accept it. */
  readonly isPathContainment?: boolean | undefined
  /** Of a test for containment: whether a directory with a longer name may pass it too, as `/srv/data-old` passes `startsWith('/srv/data')`. */
  readonly isPrefixOnly?: boolean | undefined
  /** Whether only the keys of the dictionary are guarded, and not its values. */
  readonly areKeys?: boolean | undefined
  /** The contexts in which strings that pass the guard are harmless. */
  readonly contexts?: StringContexts | undefined
}

/** The facts on the two branches of a condition. */
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

/** Maximum number of facts of a disjunction. `kind === A || kind === B || …` may have hundreds of operands. */
const MAX_ALTERNATIVES = BOUNDS.disjunctionFacts.value

/** The facts that hold whichever operand holds: `x === 'a' || x === 'b'` guards x. */
function factsOfEither(left: readonly GuardFact[], right: readonly GuardFact[]): GuardFact[] {
  const found = new Map<string, GuardFact>()
  const add = (checked: GuardFact): void => {
    if (checked.guard < 0 || found.size < MAX_ALTERNATIVES) found.set(factKey(checked), checked)
  }
  for (const checked of left) {
    for (const other of right) {
      if (!sameTarget(checked, other)) continue
      if (isSanitizing(checked)) add(other)
      else if (isSanitizing(other) || (checked.isPrefixOnly && other.isPrefixOnly)) add(checked)
      else if (checked.guard === other.guard) {
        if (
          checked.argument === other.argument &&
          checked.outcome === other.outcome &&
          checked.property === other.property &&
          checked.isMembership === other.isMembership &&
          checked.contexts === other.contexts
        )
          add(checked)
      } else if (checked.contexts !== undefined && other.contexts !== undefined) {
        // Either regex matched: what both prove holds.
        const contexts = checked.contexts & other.contexts
        if (contexts !== NO_CONTEXTS) add({ ...checked, contexts })
      } else if (checked.subject !== undefined && checked.subject === other.subject) {
        // `host === 'a' || isOwn(host)`: both guards test one derived value, so a rule that knows one accepts the other.
        add(checked)
        add(other)
      }
    }
  }
  return [...found.values()]
}

function isSanitizing({ guard, isPathContainment, isPrefixOnly, areKeys }: GuardFact): boolean {
  return (guard < 0 && areKeys !== true) || (isPathContainment === true && isPrefixOnly !== true)
}

function factKey({
  target,
  guard,
  argument,
  outcome,
  property = '',
  isMembership = false,
  areKeys = false,
  contexts = NO_CONTEXTS,
}: GuardFact): string {
  return `${'variable' in target ? target.variable : target.path} ${guard} ${argument} ${outcome} ${property} ${isMembership} ${areKeys} ${contexts}`
}

/** A fact that sanitizes its target for every rule. */
export function sanitizedFact(target: GuardFact['target'], node: number): GuardFact {
  return { target, node, guard: -1, argument: -1, outcome: 'true' }
}

/** Facts that a value is harmless in these contexts where the guard has the outcome; in all of them, it is sanitized for every rule. */
export function contextFacts(
  facts: readonly GuardFact[],
  { guard, argument, outcome, contexts }: Required<Pick<GuardFact, 'guard' | 'argument' | 'outcome' | 'contexts'>>,
): GuardFact[] {
  if (contexts === ALL_CONTEXTS) return [...facts]
  return contexts === NO_CONTEXTS ? [] : facts.map(({ target, node }) => ({ target, node, guard, argument, outcome, contexts }))
}

/** The facts of a test with a regex: what it proves of the tested expressions. */
export function regexTestFacts(facts: readonly GuardFact[], { whenTrue, whenFalse }: RegexProof, guard: number, argument: number): BranchFacts {
  return {
    whenTrue: contextFacts(facts, { guard, argument, outcome: 'true', contexts: whenTrue }),
    whenFalse: contextFacts(facts, { guard, argument, outcome: 'false', contexts: whenFalse }),
  }
}

/** Facts that a path lies within a directory, or with `isPrefixOnly` that its text begins like that of one. */
export function containmentFacts(facts: readonly GuardFact[], guard: number, isPrefixOnly = false): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isPathContainment: true, isPrefixOnly }))
}

/** Facts that something was found under a key: a key of a table, or the argument of the search call at `guard`. */
export function membershipFacts(facts: readonly GuardFact[], guard: number): BranchFacts {
  return { whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument: -1, outcome: 'true', isMembership: true })), whenFalse: [] }
}

/** Facts of a guard that rules or the callee must recognise, for both outcomes. */
export function guardedBy(facts: readonly GuardFact[], guard: number, argument: number, subject?: string): BranchFacts {
  return {
    whenTrue: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'true', subject })),
    whenFalse: facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'false', subject })),
  }
}

/** The same for a property of the call's result. */
export function guardedByResult(facts: readonly GuardFact[], guard: number, argument: number, property: string | undefined): BranchFacts {
  const { whenTrue, whenFalse } = guardedBy(facts, guard, argument)
  return { whenTrue: whenTrue.map((each) => ({ ...each, property })), whenFalse: whenFalse.map((each) => ({ ...each, property })) }
}

/** Facts after a call that returned without throwing. Rules know which calls reject values. */
export function factsAfterReturn(facts: readonly GuardFact[], guard: number, argument: number): GuardFact[] {
  return facts.map(({ target, node }) => ({ target, node, guard, argument, outcome: 'end' }))
}

export function unionFacts(conditions: readonly BranchFacts[]): BranchFacts {
  if (conditions.length === 1) return conditions[0]
  return { whenTrue: conditions.flatMap(({ whenTrue }) => whenTrue), whenFalse: conditions.flatMap(({ whenFalse }) => whenFalse) }
}

/** The facts of an earlier condition that still hold: their variables have the same values. */
export function stillValid(low: Lowering, { whenTrue, whenFalse }: BranchFacts): BranchFacts {
  const isSame = (checked: GuardFact): boolean => hasSameValue(low, checked, checked.subject !== undefined)
  return { whenTrue: whenTrue.filter(isSame), whenFalse: whenFalse.filter(isSame) }
}

/** Whether the variable still has the value that it had at the node. With `lenient` a phi counts as the same value. */
export function hasSameValue(low: Lowering, { target, node }: GuardFact, lenient: boolean): boolean {
  // The body of a callback is lowered later, so its nodes have no value yet.
  if (!('variable' in target) || low.valueAt[node] < 0) return true
  const valueId = baseObject(low, low.frame.table.read(target.variable) ?? -1)
  return valueId === baseObject(low, low.valueAt[node]) || (lenient && valueId >= 0 && low.store.op(valueId) === OP.phi)
}

/** The value before any store into it. */
function baseObject(low: Lowering, valueId: number): number {
  let at = mustAliasRoot(low, valueId)
  while (at >= 0 && low.store.op(at) === OP.store) at = mustAliasRoot(low, low.store.a(at))
  return at
}

function sameTarget(left: GuardFact, right: GuardFact): boolean {
  if ('variable' in left.target) return 'variable' in right.target && left.target.variable === right.target.variable
  return 'path' in right.target && left.target.path === right.target.path
}

/** Applies facts on the current branch. */
export function refine(low: Lowering, known: readonly GuardFact[]): void {
  for (const checked of known) {
    const { target, node } = checked
    if (checked.areKeys === true) {
      if ('variable' in target) sanitizeKeys(low, target.variable, node)
      continue
    }
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
      // A path that is sanitized for every rule stays so.
      if (known !== SANITIZED) low.frame.table.write(guard, index < 0 ? SANITIZED : low.guardChains.append(known, index))
      if (target.field !== undefined) refineField(low, target.field, node, index)
    }
  }
}

/** Stores the refined value in the field of the receiver. */
function refineField(low: Lowering, { variable, name }: ReceiverField, node: number, index: number): void {
  const receiver = readVariable(low, variable, node)
  const checked = addValue(low, OP.refine, node, load(low, receiver, name, node), index)
  writeBack(low, receiver, storeField(low, receiver, name, checked, node), node)
}

/** The value, refined by the guards of its access path. */
export function refineAccessPath(low: Lowering, path: string, made: number, node: number): number {
  const variable = low.knownGuardedPath(path)
  const guard = variable === undefined ? undefined : low.frame.table.read(variable)
  if (guard === undefined || guard === UNGUARDED) return made
  if (guard === SANITIZED) return addValue(low, OP.refine, node, made, -1)
  return low.guardChains.guardsOf(guard).reduce((valueId, guardNode) => addValue(low, OP.refine, node, valueId, guardNode), made)
}

/** Drops the guards of a path, or of all paths from a variable, after an assignment. */
export function invalidatePath(low: Lowering, path: string): void {
  const end = path.indexOf(':') + 1
  for (const [guard, known] of low.guardedPaths.get(path.slice(0, end)) ?? []) {
    if (path.length > end && known !== path && !known.startsWith(`${path}.`)) continue
    const valueId = low.frame.table.read(guard)
    if (valueId !== undefined && valueId !== UNGUARDED) low.frame.table.write(guard, UNGUARDED)
  }
}

/** The index of the guard in the file. */
export function guardIndex(
  low: Lowering,
  {
    guard: node,
    argument,
    outcome,
    property,
    isMembership = false,
    isPathContainment = false,
    isPrefixOnly = false,
    contexts = NO_CONTEXTS,
  }: GuardFact,
): number {
  const whole = (node * 64 + Math.min(argument, 62) + 1) * 4 + (isPathContainment ? 3 : outcome === 'true' ? 2 : outcome === 'false' ? 1 : 0)
  const isPlain = property === undefined && !isMembership && !isPrefixOnly && contexts === NO_CONTEXTS
  const id = isPlain ? whole : `${whole} ${isMembership} ${isPrefixOnly} ${contexts} ${property ?? ''}`
  const known = low.guardIds.get(id)
  if (known !== undefined) return known
  low.guardIds.set(id, low.guards.length)
  low.guards.push({ node, argument, outcome, property, isMembership, isPathContainment, isPrefixOnly, contexts })
  return low.guards.length - 1
}

/** Adds a guard that holds if the callees return the property as the schema parsed it. Returns its index. */
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
    isPrefixOnly: false,
    contexts: NO_CONTEXTS,
    schemaParse: { schemaProperty, isOutcomeTested },
  })
  return low.guards.length - 1
}
