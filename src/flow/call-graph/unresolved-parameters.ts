import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { CallGraph } from './call-graph.ts'

/** Parts that are looked through: `({ stores }) => stores.films.find(x)`. */
const MAX_PARTS = 4

/** Functions that pass on what they were given: this many in a row are looked through. */
const MAX_ROUNDS = 4

/**
 * Functions of which it takes to know what they are given: those that make these calls (by index), of which nobody knows what they reach, on a
 * parameter or a field of theirs, and those that hand that parameter on to them.
 */
export function findUnresolvedParameters(
  project: Project,
  { pointsTo, targets }: Pick<CallGraph, 'pointsTo' | 'targets'>,
  unanswered: Iterable<number>,
): ReadonlySet<number> {
  const { calls, classes, functions, op, a, owner } = project
  const awaiting = new Set<number>()
  const calledOn = (call: number): number => (calls[call].receiver >= 0 ? calls[call].receiver : calls[call].callee)
  const note = (value: number): void => {
    let at = value < 0 ? value : pointsTo.rootOf(value)
    for (let steps = 0; steps < MAX_PARTS && at >= 0; steps++) {
      // `unit.orders`, and what its methods give: `with self.unit as unit`.
      const beneath = op[at] === OP.load ? a[at] : op[at] === OP.result ? calledOn(a[at]) : -1
      if (beneath < 0) break
      at = pointsTo.rootOf(beneath)
    }
    if (at < 0 || op[at] !== OP.parameter) return
    if (a[at] >= 0) {
      awaiting.add(owner[at])
      return
    }
    const { classIndex } = functions[owner[at]]
    // What the fields of an object hold, it was made with.
    if (classIndex >= 0)
      for (const each of [classIndex, ...pointsTo.transitiveSubclassesOf(classIndex)]) awaiting.add(classes[each].constructorFunction)
  }
  for (const index of unanswered) note(calls[index].callee)
  for (let round = 0, before = 0; round < MAX_ROUNDS && awaiting.size > before; round++) {
    before = awaiting.size
    for (const [index, { arguments: passed }] of calls.entries())
      if (targets[index].some((target) => awaiting.has(target)))
        for (const { value } of passed) if (op[value] !== OP.unknown && op[value] !== OP.combine) note(value)
  }
  return awaiting
}
