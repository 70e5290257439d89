import type { PointsTo } from '../points-to/points-to.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { groupBy } from '../../model/group-by.ts'

/**
 * Tells whether a call reads back what the same function has kept under the same name: `if (known.has(x)) return known.get(x)` before `known.set(x,
 * made)`. It gives what the function would make of its own arguments, and not what it made of those of another call. Where other functions fill the
 * map too, that is unknown.
 */
export function createCacheReadTest(project: Project, pointsTo: PointsTo): (call: number) => boolean {
  let filled: ReadonlyMap<number, readonly FlowCall[]> | undefined
  return (index) => {
    const call = project.calls[index]
    if (call.spelledName !== 'get' || call.receiver < 0 || call.arguments.length !== 1) return false
    filled ??= findFilled(project, pointsTo)
    const fills = filled.get(pointsTo.rootOf(call.receiver)) ?? []
    const name = pointsTo.rootOf(call.arguments[0].value)
    return (
      fills.length > 0 &&
      fills.every(
        // What comes after may read what this very call has put there.
        (each) =>
          each.owner === call.owner && each.start > call.start && each.arguments.length === 2 && pointsTo.rootOf(each.arguments[0].value) === name,
      )
    )
  }
}

/** Calls that put something under a name, by what they put it into. */
function findFilled({ calls }: Project, pointsTo: PointsTo): ReadonlyMap<number, readonly FlowCall[]> {
  const writes = calls.filter(({ spelledName, receiver }) => spelledName === 'set' && receiver >= 0)
  return groupBy(writes, ({ receiver }) => pointsTo.rootOf(receiver))
}
