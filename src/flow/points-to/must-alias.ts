import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { insertedBy, isElement } from '../program/collection-methods.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'

/** Which value another one is the same thing as. */
export interface MustAlias {
  /** The value before calls, stores and checks that leave it what it is. */
  rootOf(value: number): number
  /** Like `rootOf`, but stops where the part was stored; with -1 at any store. */
  storeRootOf(value: number, part: number): number
  /** What a value was made the same as, all of it. */
  operandsOf(value: number): readonly number[]
}

/** Values that a cell may be, stores into one object that are looked through. */
const MAX_CHAIN = BOUNDS.mustAliasOperands.value
const MAX_STEPS = BOUNDS.mustAliasUpdates.value
/** Changes of one variable that are looked through for what was put into it. */
const MAX_CHANGES = BOUNDS.variableChanges.value
/** Values of one join that are looked at. */
const MAX_JOINED = BOUNDS.mustAliasPhiOperands.value
/** Branches within branches. */
const MAX_BRANCHES = BOUNDS.mustAliasNestedPhis.value

export function createMustAlias(project: Project): MustAlias {
  const { op, a, b, key, operandStart, operandSource } = project
  const identities = new Int32Array(project.count).fill(-1)
  const cellSources = new Map<number, number>()
  const joined = new Map<number, number>()

  /** What a cell holds but for itself after calls and stores. */
  const cellSource = (cell: number): number => {
    const known = cellSources.get(cell)
    if (known !== undefined) return known
    const found = onlyOperand(project, cell)
    cellSources.set(cell, found)
    return found
  }

  /** What a value with one source is the same as; -1 for any other. */
  const singleSource = (value: number): number => {
    const kind = op[value]
    if (kind !== OP.phi && kind !== OP.refine && kind !== OP.captured) return -1
    if (kind === OP.phi && b[value] >= 0) return -1
    if (kind === OP.phi && key[value] === 1) return a[value]
    const more = operandStart[value + 1] - operandStart[value]
    if (more === 0) return a[value]
    if (a[value] >= 0) return -1
    return more === 1 ? operandSource[operandStart[value]] : kind === OP.captured ? cellSource(value) : -1
  }

  /** Whether something was put into the value, here or in other functions, so that it holds more than what it is the same as. */
  const isChanged = (value: number): boolean => {
    if (op[value] === OP.postUpdate) return insertedBy(project, value) >= 0
    const more = operandStart[value + 1] - operandStart[value]
    return (op[value] === OP.captured && more > 1 && more <= MAX_CHANGES) || (op[value] === OP.phi && key[value] === 1 && more > 0)
  }

  /** Whether functions within have put something into this part of a variable's object: `Step.registry[name] = cls`. */
  const changesPart = (value: number, part: number): boolean => {
    if (op[value] !== OP.phi || key[value] !== 1 || b[value] >= 0) return false
    const changes = operandSource[operandStart[value]] ?? -1
    if (operandStart[value + 1] === operandStart[value] || operandStart[changes + 1] - operandStart[changes] > MAX_CHANGES) return false
    for (const each of extraOperandsOf(project, changes)) if (op[each] === OP.store && key[each] === part) return true
    return false
  }

  const previous = (value: number): number => {
    if (op[value] === OP.postUpdate || op[value] === OP.store) return a[value]
    const source = singleSource(value)
    if (source >= 0 || op[value] !== OP.phi || b[value] >= 0) return source
    const known = joined.get(value) ?? updatedInPlace(project, value, new Map(), 0)
    joined.set(value, known)
    return known
  }

  return {
    // Long chains are walked once.
    rootOf: (value) => {
      let at = value
      // A cycle that does not come back to the value is left after as many steps as there are values.
      for (let left = identities.length; left > 0; left--) {
        const known = identities[at]
        if (known >= 0) {
          at = known
          break
        }
        const next = previous(at)
        if (next < 0 || next === at) {
          identities[at] = at
          break
        }
        at = next
        if (at === value) break
      }
      for (let walk = value; walk !== at && identities[walk] < 0; ) {
        const next = previous(walk)
        identities[walk] = at
        if (next < 0) break
        walk = next
      }
      return at
    },
    storeRootOf: (value, part) => {
      const isElementPart = isElement(project, part)
      let at = value
      for (let steps = 0; steps < MAX_CHAIN; steps++) {
        const kind = op[at]
        if (isElementPart ? isChanged(at) : changesPart(at, part)) return at
        const next = kind === OP.postUpdate || (kind === OP.store && part >= 0 && key[at] >= 0 && key[at] !== part) ? a[at] : singleSource(at)
        if (next < 0) return at
        at = next
      }
      return at
    },
    operandsOf: (value) => (a[value] >= 0 ? [a[value], ...extraOperandsOf(project, value)] : [...extraOperandsOf(project, value)]),
  }
}

/**
 * The value that a join is, where all it joins is that value, with something stored in it or passed to calls: after branches, in branches, in loops.
 * -1 for any other. `seen` are the joins that were met on the way from the one that is asked about: what is said of those is true from there alone.
 */
function updatedInPlace(project: Project, value: number, seen: Map<number, number>, depth: number): number {
  const { op, a, b, operandStart, operandSource } = project
  const known = seen.get(value)
  if (known !== undefined) return known
  if (operandStart[value + 1] - operandStart[value] > MAX_JOINED || depth > MAX_BRANCHES || seen.size > MAX_BRANCHES) return -1
  seen.set(value, -1)
  // What goes on in a loop is itself when the loop begins again.
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

/** The one source that a cell has beside itself; -1 when it has more. */
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
