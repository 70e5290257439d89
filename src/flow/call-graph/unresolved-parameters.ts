import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { CallGraph } from './call-graph.ts'

/** Property reads between a parameter and the receiver of a call: `({ stores }) => stores.films.find(x)`. */
const MAX_PARTS = BOUNDS.unresolvedReceiverReads.value

/** Calls in a row that pass a parameter on. */
const MAX_ROUNDS = BOUNDS.unresolvedParameterRounds.value

/**
 * Functions whose arguments are needed to resolve the unresolved calls (by index): the functions that make these calls on one of their parameters or
 * fields, and those that pass an argument on to them.
 */
export function findUnresolvedParameters(
  project: Project,
  { pointsTo, targets }: Pick<CallGraph, 'pointsTo' | 'targets'>,
  unanswered: Iterable<number>,
): ReadonlySet<number> {
  const { calls, classes, functions, op, a, owner } = project
  const awaiting = new Set<number>()
  const calledOn = (call: number): number => (calls[call].receiver >= 0 ? calls[call].receiver : calls[call].callee)
  const addParameter = (value: number): void => {
    let at = value < 0 ? value : pointsTo.rootOf(value)
    for (let steps = 0; steps < MAX_PARTS && at >= 0; steps++) {
      // `unit.orders`, and the result of its methods: `with self.unit as unit`.
      const base = op[at] === OP.load ? a[at] : op[at] === OP.result ? calledOn(a[at]) : -1
      if (base < 0) break
      at = pointsTo.rootOf(base)
    }
    if (at < 0 || op[at] !== OP.parameter) return
    if (a[at] >= 0) {
      awaiting.add(owner[at])
      return
    }
    const { classIndex } = functions[owner[at]]
    // The constructor assigns the fields.
    if (classIndex >= 0)
      for (const each of [classIndex, ...pointsTo.transitiveSubclassesOf(classIndex)]) awaiting.add(classes[each].constructorFunction)
  }
  for (const index of unanswered) addParameter(calls[index].callee)
  for (let round = 0, before = 0; round < MAX_ROUNDS && awaiting.size > before; round++) {
    before = awaiting.size
    for (const [index, { arguments: passed }] of calls.entries())
      if (targets[index].some((target) => awaiting.has(target)))
        for (const { value } of passed) if (op[value] !== OP.unknown && op[value] !== OP.combine) addParameter(value)
  }
  return awaiting
}
