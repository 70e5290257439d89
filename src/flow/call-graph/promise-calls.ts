import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { type FlowCall, extraOperandsOf, type Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Values that are searched for the promise of a `resolve` or `reject`. */
const MAX_SETTLERS = BOUNDS.promiseSettlerValues.value

/** `new Promise(…)` */
export function isPromiseConstruction({ isConstruct, name, arguments: passed }: FlowCall): boolean {
  return isConstruct && name === 'Promise' && passed[0] !== undefined
}

/** By call of `resolve` or `reject` of a promise that the program creates: the value that gets the argument. */
export function findPromiseSettlers(project: Project, pointsTo: PointsTo, targets: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const settling = parametersThatSettle(project, pointsTo, targets)
  const settles = new Map<number, number>()
  for (const [index, call] of settling.size === 0 ? [] : project.calls.entries()) {
    const settled = targets[index].length > 0 ? undefined : settledBy(project, call.callee, settling)
    if (settled !== undefined) settles.set(index, settled)
  }
  return settles
}

/** By parameter of a promise's executor: the value that gets the argument of its calls. */
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

/** The value that gets the argument when this value is called: the promise, or the parameter of its catch handler. */
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
