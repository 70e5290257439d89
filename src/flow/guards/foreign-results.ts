import { OP } from '../../model/program.ts'
import type { CallGraph } from '../call-graph/call-graph.ts'
import type { Project } from '../program/link-program.ts'

/**
 * Results of functions that are imported from elsewhere and not in the program. Nothing is known of them but their names: `import { sanitize } from
 * 'tools'`.
 */
export function findForeignResults({ op, a }: Project, { calls, targets, pointsTo }: CallGraph): ReadonlySet<number> {
  const found = new Set<number>()
  for (const [index, { callee, result }] of calls.entries()) {
    if (targets[index].length > 0 || callee < 0) continue
    let at = pointsTo.rootOf(callee)
    for (let steps = 0; steps < 4 && op[at] === OP.load; steps++) at = pointsTo.rootOf(a[at])
    if (op[at] === OP.imported) found.add(result)
  }
  return found
}
