import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { phi, addValue } from './values.ts'
import { GLOBALS, RECEIVERS } from './variable-ids.ts'

/** Key of a `phi` that is a copy of its first operand. */
const SAME = 1

/** The value before guards, copies and calls that received it. */
export function mustAliasRoot(low: Lowering, valueId: number): number {
  let at = valueId
  while (at >= 0) {
    const op = low.store.op(at)
    const merged = op === OP.phi ? low.mustAliasPhis.get(at)?.root : undefined
    if (merged !== undefined) at = merged
    else if (op === OP.postUpdate || op === OP.refine || (op === OP.phi && low.store.key(at) === SAME)) at = low.store.a(at)
    else break
  }
  return at
}

/** The node of the function that declares the variable. */
function declaringFunction(low: Lowering, variable: number): number {
  if (variable >= GLOBALS) return low.names.functionOf[0]
  if (variable >= RECEIVERS) return variable - RECEIVERS
  return low.names.functionOf[variable]
}

function isLocal(low: Lowering, variable: number): boolean {
  return variable >= GLOBALS || declaringFunction(low, variable) === frameNode(low)
}

function frameNode(low: Lowering): number {
  return low.names.nodes[low.frame.index]
}

/** The captured value of a variable that nested functions use. */
export function capturedValue(low: Lowering, variable: number): number {
  const known = low.capturedValues.get(variable)
  if (known !== undefined) return known
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const home = Math.max(0, low.names.indexOf.get(declaringFunction(low, variable)) ?? 0)
  const cell = low.store.add(OP.captured, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.capturedValues.set(variable, cell)
  return cell
}

/** The updates of a variable's object in nested functions. */
function capturedUpdate(low: Lowering, variable: number): number {
  const known = low.capturedUpdates.get(variable)
  if (known !== undefined) return known
  const home = Math.max(0, low.names.indexOf.get(declaringFunction(low, variable)) ?? 0)
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const changes = low.store.add(OP.captured, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.capturedUpdates.set(variable, changes)
  return changes
}

/** The current value of the variable. */
export function readVariable(low: Lowering, variable: number, node: number): number {
  const { table } = low.frame
  const known = table.read(variable)
  if (known !== undefined) {
    if (!isLocal(low, variable)) return known
    if (low.names.assignedByNested.has(variable)) return phi(low, node, [known, capturedValue(low, variable)])
    if (!low.captured.has(variable) || !low.names.updatedByNested.has(variable)) return known
    const changed = addValue(low, OP.phi, node, known, -1, SAME)
    low.store.addOperand(changed, capturedUpdate(low, variable))
    return changed
  }
  if (variable >= GLOBALS) return addValue(low, OP.unknown, node)
  if (!isLocal(low, variable)) {
    const cell = capturedValue(low, variable)
    bind(low, variable, cell)
    return cell
  }
  return low.names.assignedByNested.has(variable) ? capturedValue(low, variable) : addValue(low, OP.unknown, node)
}

function bind(low: Lowering, variable: number, valueId: number): void {
  low.frame.table.write(variable, valueId)
  const others = low.variablesByValue.get(valueId)
  if (others === undefined) low.variablesByValue.set(valueId, [variable])
  else if (!others.includes(variable)) others.push(variable)
}

/** Binds a refined value. It is no assignment, so nested functions do not see it. */
export function writeRefined(low: Lowering, variable: number, refined: number): void {
  bind(low, variable, refined)
}

export function writeVariable(low: Lowering, variable: number, written: number): void {
  bind(low, variable, written)
  if (!isLocal(low, variable)) {
    low.store.addOperand(capturedValue(low, variable), written)
    if (low.names.updatedByNested.has(variable)) low.store.addOperand(capturedUpdate(low, variable), written)
  } else if (low.captured.has(variable)) low.store.addOperand(capturedValue(low, variable), written)
}

/** Captures the free variables of a function at its creation. */
export function captureVariables(low: Lowering, functionNode: number): void {
  for (const variable of low.names.freeVariables.get(functionNode) ?? []) {
    if (!isLocal(low, variable)) continue
    if (!low.captured.has(variable)) low.captureLog.push(variable)
    low.captured.add(variable)
    const valueId = low.frame.table.read(variable)
    if (valueId !== undefined) low.store.addOperand(capturedValue(low, variable), valueId)
  }
}

/**
 * Replaces a value by its updated version in all variables that contain it and in the objects that it is a property of. With `ownOnly` only in local
 * variables: objects that a whole file shares (an imported `request`, a client) do not keep the arguments of one function.
 */
export function writeBack(low: Lowering, before: number, now: number, node: number, ownOnly = false, steps = 4): void {
  if (before < 0) return
  for (const variable of [...(low.variablesByValue.get(before) ?? [])]) {
    if (ownOnly && !isLocal(low, variable)) continue
    if (low.frame.table.read(variable) === before) writeVariable(low, variable, now)
  }
  if (steps > 0 && low.store.op(before) === OP.load) {
    const base = low.store.a(before)
    const changed = addValue(low, OP.store, node, base, now, low.store.key(before))
    writeBack(low, base, changed, node, ownOnly, steps - 1)
  } else if (steps > 0 && low.store.op(before) === OP.phi && low.store.a(before) >= 0)
    writeBack(low, low.store.a(before), now, node, ownOnly, steps - 1)
}

/** Whether later code can observe an update of the value. */
export function isObservable(low: Lowering, valueId: number): boolean {
  if (valueId < 0) return false
  if (low.store.op(valueId) === OP.phi && low.store.key(valueId) === SAME) return isObservable(low, low.store.a(valueId))
  return low.variablesByValue.has(valueId) || low.store.op(valueId) === OP.load
}
