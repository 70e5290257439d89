import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { type FlowCall, extraOperandsOf, type Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Values looked at behind what may settle a promise. */
const MAX_SETTLERS = BOUNDS.promiseSettlerValues.value

/** `new Promise(…)` */
export function isPromiseConstruction({ isConstruct, name, arguments: passed }: FlowCall): boolean {
  return isConstruct && name === 'Promise' && passed[0] !== undefined
}

/** Calls of the `resolve` and `reject` of a promise that the program makes: the value that gets what they are called with. */
export function findPromiseSettlers(project: Project, pointsTo: PointsTo, targets: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const settling = parametersThatSettle(project, pointsTo, targets)
  const settles = new Map<number, number>()
  for (const [index, call] of settling.size === 0 ? [] : project.calls.entries()) {
    const settled = targets[index].length > 0 ? undefined : settledBy(project, call.callee, settling)
    if (settled !== undefined) settles.set(index, settled)
  }
  return settles
}

/** By parameter of the function that a promise is made with: the value that gets what it is called with. */
function parametersThatSettle(project: Project, pointsTo: PointsTo, targets: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const settling = new Map<number, number>()
  for (const [index, call] of project.calls.entries()) {
    if (targets[index].length > 0 || !isPromiseConstruction(call)) continue
    for (const executor of pointsTo.functionsOf(call.arguments[0].value)) {
      const [settle, reject] = project.functions[executor].parameters
      if (settle !== undefined) settling.set(settle.value, call.result)
      if (reject !== undefined && call.catchTarget >= 0) settling.set(reject.value, call.catchTarget)
    }
  }
  return settling
}

/** What calling this value gives the argument to: the promise, or what catches it. */
function settledBy(project: Project, callee: number, settling: ReadonlyMap<number, number>): number | undefined {
  const { op, a } = project
  const open = new Set([callee])
  for (const at of open) {
    const found = settling.get(at)
    if (found !== undefined) return found
    if (open.size > MAX_SETTLERS) return undefined
    const kind = at < 0 ? OP.unknown : op[at]
    if (kind === OP.postUpdate) open.add(a[at])
    if (kind !== OP.captured && kind !== OP.phi && kind !== OP.refine) continue
    open.add(a[at])
    for (const each of extraOperandsOf(project, at)) open.add(each)
  }
  return undefined
}
