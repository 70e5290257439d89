import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'
import { addToGroup } from '../../model/group-by.ts'

/** A handler of rejections: the functions, and the argument of the call that registers them. */
export interface RejectionHandler {
  readonly call: number
  readonly position: number
  readonly functions: readonly number[]
}

/** Length of a promise chain: `a().then(…).then(…).catch(…)`. */
const MAX_CHAIN = BOUNDS.rejectionChain.value

/** By call that returns a promise: its rejection handlers, as in `load(x).then(show).catch((error) => …)` or `load(x).then(show, (error) => …)`. */
export function findRejectionHandlers(project: Project, pointsTo: PointsTo): ReadonlyMap<number, readonly RejectionHandler[]> {
  const { calls, op, a } = project
  const found = new Map<number, RejectionHandler[]>()
  for (const [index, { spelledName, receiver, arguments: passed }] of calls.entries()) {
    const position = spelledName === 'catch' ? 0 : spelledName === 'then' ? 1 : -1
    if (position < 0 || receiver < 0 || passed[position] === undefined) continue
    const functions = pointsTo.functionsOf(passed[position].value)
    if (functions.length === 0) continue
    let at = pointsTo.rootOf(receiver)
    for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.result; steps++) {
      const made = a[at]
      addToGroup(found, made, { call: index, position, functions })
      if (calls[made].receiver < 0 || !PASSES_ON.has(calls[made].spelledName)) break
      at = pointsTo.rootOf(calls[made].receiver)
    }
  }
  return found
}

/** Methods whose result is rejected when their promise is. */
const PASSES_ON: ReadonlySet<string> = new Set(['then', 'finally'])
