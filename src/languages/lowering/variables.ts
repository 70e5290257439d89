import { OP } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { join, value } from './values.ts'
import { GLOBALS, RECEIVERS } from './variable-ids.ts'

/** Key of a `join` that is the same thing as its first operand, whatever has been put into it. */
const SAME = 1

/** The value before it was checked, or passed to calls. */
export function originOf(low: Lowering, held: number): number {
  let at = held
  while (at >= 0) {
    const op = low.store.op(at)
    const merged = op === OP.phi ? low.sameOrigin.get(at)?.origin : undefined
    if (merged !== undefined) at = merged
    else if (op === OP.postUpdate || op === OP.refine || (op === OP.phi && low.store.key(at) === SAME)) at = low.store.a(at)
    else break
  }
  return at
}

/** The function in which a variable is declared, by its node. */
function homeOf(low: Lowering, variable: number): number {
  if (variable >= GLOBALS) return low.names.functionOf[0]
  if (variable >= RECEIVERS) return variable - RECEIVERS
  return low.names.functionOf[variable]
}

function isOwn(low: Lowering, variable: number): boolean {
  return variable >= GLOBALS || homeOf(low, variable) === frameNode(low)
}

function frameNode(low: Lowering): number {
  return low.names.nodes[low.frame.index]
}

/** The cell of a variable that inner functions use. */
export function cellOf(low: Lowering, variable: number): number {
  const known = low.cells.get(variable)
  if (known !== undefined) return known
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const home = Math.max(0, low.names.indexOf.get(homeOf(low, variable)) ?? 0)
  const cell = low.store.add(OP.captured, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.cells.set(variable, cell)
  return cell
}

/** What functions within have made of a variable's object. */
function changesOf(low: Lowering, variable: number): number {
  const known = low.changes.get(variable)
  if (known !== undefined) return known
  const home = Math.max(0, low.names.indexOf.get(homeOf(low, variable)) ?? 0)
  const node = variable < RECEIVERS ? variable : variable - RECEIVERS
  const changes = low.store.add(OP.captured, -1, -1, -1, low.tree.start[node], low.tree.end[node], home)
  low.changes.set(variable, changes)
  return changes
}

/** What the variable holds here. */
export function readVariable(low: Lowering, variable: number, node: number): number {
  const { table } = low.frame
  const known = table.read(variable)
  if (known !== undefined) {
    if (!isOwn(low, variable)) return known
    if (low.names.writtenInside.has(variable)) return join(low, node, [known, cellOf(low, variable)])
    if (!low.captured.has(variable) || !low.names.changedInside.has(variable)) return known
    const changed = value(low, OP.phi, node, known, -1, SAME)
    low.store.join(changed, changesOf(low, variable))
    return changed
  }
  if (variable >= GLOBALS) return value(low, OP.unknown, node)
  if (!isOwn(low, variable)) {
    const cell = cellOf(low, variable)
    hold(low, variable, cell)
    return cell
  }
  return low.names.writtenInside.has(variable) ? cellOf(low, variable) : value(low, OP.unknown, node)
}

function hold(low: Lowering, variable: number, held: number): void {
  low.frame.table.write(variable, held)
  const others = low.holders.get(held)
  if (others === undefined) low.holders.set(held, [variable])
  else if (!others.includes(variable)) others.push(variable)
}

/** What the variable holds is known better from here on: nothing was assigned, so functions within see nothing new. */
export function writeRefined(low: Lowering, variable: number, refined: number): void {
  hold(low, variable, refined)
}

export function writeVariable(low: Lowering, variable: number, written: number): void {
  hold(low, variable, written)
  if (!isOwn(low, variable)) {
    low.store.join(cellOf(low, variable), written)
    if (low.names.changedInside.has(variable)) low.store.join(changesOf(low, variable), written)
  } else if (low.captured.has(variable)) low.store.join(cellOf(low, variable), written)
}

/** A function that uses these variables is made here. */
export function captureVariables(low: Lowering, functionNode: number): void {
  for (const variable of low.names.free.get(functionNode) ?? []) {
    if (!isOwn(low, variable)) continue
    if (!low.captured.has(variable)) low.capturedHere.push(variable)
    low.captured.add(variable)
    const held = low.frame.table.read(variable)
    if (held !== undefined) low.store.join(cellOf(low, variable), held)
  }
}

/**
 * What was `before` has changed and is `now`: in every variable that holds it, and in what it is a part of. With `ownOnly`, in variables of this function alone:
 * what a whole file shares (an imported `request`, a client) is not taken to keep what one function passed along with it.
 */
export function writeBack(low: Lowering, before: number, now: number, node: number, ownOnly = false, steps = 4): void {
  if (before < 0) return
  for (const variable of [...(low.holders.get(before) ?? [])]) {
    if (ownOnly && !isOwn(low, variable)) continue
    if (low.frame.table.read(variable) === before) writeVariable(low, variable, now)
  }
  if (steps > 0 && low.store.op(before) === OP.load) {
    const base = low.store.a(before)
    const changed = value(low, OP.store, node, base, now, low.store.key(before))
    writeBack(low, base, changed, node, ownOnly, steps - 1)
  } else if (steps > 0 && low.store.op(before) === OP.phi && low.store.a(before) >= 0)
    writeBack(low, low.store.a(before), now, node, ownOnly, steps - 1)
}

/** Whether a change of the value can be seen by anybody. */
export function isHeld(low: Lowering, held: number): boolean {
  if (held < 0) return false
  if (low.store.op(held) === OP.phi && low.store.key(held) === SAME) return isHeld(low, low.store.a(held))
  return low.holders.has(held) || low.store.op(held) === OP.load
}
