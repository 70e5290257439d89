import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { JumpStep } from '../program/data-flow-edges.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'

/** The second argument of a promisified function's callback is the result of its promise: `done(error, value)` for `promisify(read)`. */
export function findPromisifiedResults({ calls, functions, op, owner }: Project, { pointsTo }: CallGraph): readonly JumpStep[] {
  const promised = new Set<number>()
  for (const { spelledName, arguments: passed } of calls)
    if (spelledName === 'promisify' && passed[0] !== undefined) for (const each of pointsTo.functionsOf(passed[0].value)) promised.add(each)
  if (promised.size === 0) return []
  const found: JumpStep[] = []
  for (const { callee, arguments: passed } of calls) {
    const done = callee < 0 ? -1 : pointsTo.rootOf(callee)
    const func = done >= 0 && op[done] === OP.parameter ? owner[done] : -1
    if (!promised.has(func) || functions[func].parameters.at(-1)?.value !== done) continue
    const [error, value] = passed
    if (error !== undefined) found.push({ from: error.value, to: functions[func].thrown })
    if (value !== undefined) found.push({ from: value.value, to: functions[func].result })
  }
  return found
}
