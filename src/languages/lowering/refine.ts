import { OP, type SchemaParse } from '../../model/program.ts'
import { NO_CONTEXTS } from '../../model/string-context.ts'
import type { BranchFacts, GuardFact, ReceiverField } from './guard-facts.ts'
import type { Lowering } from './lowering.ts'
import { SANITIZED } from './guard-chains.ts'
import { sanitizeKeys } from './sanitize-keys.ts'
import { load, storeField, addValue } from './values.ts'
import { mustAliasRoot, readVariable, writeBack, writeRefined } from './variables.ts'
import { UNGUARDED } from './variable-ids.ts'

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
