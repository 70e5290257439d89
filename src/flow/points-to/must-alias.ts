import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { insertedBy, isElement } from '../program/collection-methods.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'

/** Must-alias queries: which values are the same object. */
export interface MustAlias {
  /** The value before calls, stores and checks that leave it the same object. */
  rootOf(value: number): number
  /** Like `rootOf`, but stops at a store to the property; with -1 at any store. */
  storeRootOf(value: number, part: number): number
  /** All operands of a phi, a capture or a refinement. */
  operandsOf(value: number): readonly number[]
}

/** Operands of a cell, and stores into one object, that are followed. */
const MAX_CHAIN = BOUNDS.mustAliasOperands.value
const MAX_STEPS = BOUNDS.mustAliasUpdates.value
/** Changes of one variable that are searched for stores. */
const MAX_CHANGES = BOUNDS.variableChanges.value
/** Operands of one phi that are compared. */
const MAX_JOINED = BOUNDS.mustAliasPhiOperands.value
/** Nested phis. */
const MAX_BRANCHES = BOUNDS.mustAliasNestedPhis.value

export function createMustAlias(project: Project): MustAlias {
  const { a } = project
  const state: AliasState = { project, roots: new Int32Array(project.count).fill(-1), cellSources: new Map(), phiRoots: new Map() }
  return {
    rootOf: (value) => findRoot(state, value),
    storeRootOf: (value, part) => findStoreRoot(state, value, part),
    operandsOf: (value) => (a[value] >= 0 ? [a[value], ...extraOperandsOf(project, value)] : [...extraOperandsOf(project, value)]),
  }
}

/** Results so far. */
interface AliasState {
  readonly project: Project
  /** By value; -1 for unknown. */
  readonly roots: Int32Array
  readonly cellSources: Map<number, number>
  readonly phiRoots: Map<number, number>
}

/** Follows the chain of a value to its end, and stores the root for each value of the chain. */
function findRoot(state: AliasState, value: number): number {
  const { roots } = state
  let at = value
  // A cycle that does not return to the value ends after as many steps as there are values.
  for (let left = roots.length; left > 0; left--) {
    const known = roots[at]
    if (known >= 0) {
      at = known
      break
    }
    const next = previousValue(state, at)
    if (next < 0 || next === at) {
      roots[at] = at
      break
    }
    at = next
    if (at === value) break
  }
  for (let walk = value; walk !== at && roots[walk] < 0; ) {
    const next = previousValue(state, walk)
    roots[walk] = at
    if (next < 0) break
    walk = next
  }
  return at
}

function findStoreRoot(state: AliasState, value: number, part: number): number {
  const { project } = state
  const { op, a, key } = project
  const isElementPart = isElement(project, part)
  let at = value
  for (let steps = 0; steps < MAX_CHAIN; steps++) {
    const kind = op[at]
    if (isElementPart ? isChanged(project, at) : changesPart(project, at, part)) return at
    const isOtherPart = kind === OP.store && part >= 0 && key[at] >= 0 && key[at] !== part
    const next = kind === OP.postUpdate || isOtherPart ? a[at] : singleSource(state, at)
    if (next < 0) return at
    at = next
  }
  return at
}

/** The value that this one is the same object as; -1 if there is none. */
function previousValue(state: AliasState, value: number): number {
  const { op, a, b } = state.project
  if (op[value] === OP.postUpdate || op[value] === OP.store) return a[value]
  const source = singleSource(state, value)
  if (source >= 0 || op[value] !== OP.phi || b[value] >= 0) return source
  const known = state.phiRoots.get(value) ?? updatedInPlace(state.project, value, new Map(), 0)
  state.phiRoots.set(value, known)
  return known
}

/** The only source of a value; -1 if it has several. */
function singleSource(state: AliasState, value: number): number {
  const { op, a, b, key, operandStart, operandSource } = state.project
  const kind = op[value]
  if (kind !== OP.phi && kind !== OP.refine && kind !== OP.captured) return -1
  if (kind === OP.phi && b[value] >= 0) return -1
  if (kind === OP.phi && key[value] === 1) return a[value]
  const more = operandStart[value + 1] - operandStart[value]
  if (more === 0) return a[value]
  if (a[value] >= 0) return -1
  return more === 1 ? operandSource[operandStart[value]] : kind === OP.captured ? cellSource(state, value) : -1
}

/** The only source of a cell, apart from the cell itself after calls and stores. */
function cellSource({ project, cellSources }: AliasState, cell: number): number {
  const known = cellSources.get(cell)
  if (known !== undefined) return known
  const found = onlyOperand(project, cell)
  cellSources.set(cell, found)
  return found
}

/** Whether elements were inserted into the value, here or in other functions, so that it contains more than its root. */
function isChanged(project: Project, value: number): boolean {
  const { op, key, operandStart } = project
  if (op[value] === OP.postUpdate) return insertedBy(project, value) >= 0
  const more = operandStart[value + 1] - operandStart[value]
  return (op[value] === OP.captured && more > 1 && more <= MAX_CHANGES) || (op[value] === OP.phi && key[value] === 1 && more > 0)
}

/** Whether nested functions have stored into this property of a variable's object: `Step.registry[name] = cls`. */
function changesPart(project: Project, value: number, part: number): boolean {
  const { op, b, key, operandStart, operandSource } = project
  if (op[value] !== OP.phi || key[value] !== 1 || b[value] >= 0) return false
  const changes = operandSource[operandStart[value]] ?? -1
  if (operandStart[value + 1] === operandStart[value] || operandStart[changes + 1] - operandStart[changes] > MAX_CHANGES) return false
  for (const each of extraOperandsOf(project, changes)) if (op[each] === OP.store && key[each] === part) return true
  return false
}

/**
 * The value that all operands of a phi are, possibly after stores and calls: after branches, in branches, in loops. -1 if they differ. `seen` has the
 * phis on the path from the queried one; their results hold for this query only.
 */
function updatedInPlace(project: Project, value: number, seen: Map<number, number>, depth: number): number {
  const { op, a, b, operandStart, operandSource } = project
  const known = seen.get(value)
  if (known !== undefined) return known
  if (operandStart[value + 1] - operandStart[value] > MAX_JOINED || depth > MAX_BRANCHES || seen.size > MAX_BRANCHES) return -1
  seen.set(value, -1)
  // The phi of a loop header is one of its own operands.
  let found = a[value] >= 0 ? value : -1
  for (let index = operandStart[value]; index < operandStart[value + 1]; index++) {
    let at = operandSource[index]
    for (let steps = 0; steps < MAX_STEPS && at !== value; steps++) {
      const isBranch = op[at] === OP.phi && a[at] < 0 && b[at] < 0
      if (!isBranch && op[at] !== OP.postUpdate && op[at] !== OP.store && op[at] !== OP.refine) break
      const next = isBranch ? updatedInPlace(project, at, seen, depth + 1) : a[at]
      if (next < 0) break
      at = next
    }
    if (found >= 0 && at !== found) {
      found = -1
      break
    }
    found = at
  }
  const source = found === value ? a[value] : found
  seen.set(value, source)
  return source
}

/** The only source of a cell apart from the cell itself; -1 if it has several. */
function onlyOperand({ op, a, operandStart, operandSource }: Project, cell: number): number {
  if (operandStart[cell + 1] - operandStart[cell] > MAX_CHAIN) return -1
  let found = -1
  for (let index = operandStart[cell]; index < operandStart[cell + 1]; index++) {
    let at = operandSource[index]
    for (let steps = 0; steps < MAX_STEPS && at !== cell && (op[at] === OP.postUpdate || op[at] === OP.store || op[at] === OP.refine); steps++)
      at = a[at]
    if (at === cell) continue
    if (found >= 0) return -1
    found = operandSource[index]
  }
  return found
}
