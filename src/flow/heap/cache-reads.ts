import type { PointsTo } from '../points-to/points-to.ts'
import type { FlowCall, Project } from '../program/link-program.ts'
import { groupBy } from '../../model/group-by.ts'

/**
 * Tests whether a call reads a value that the same function has cached under the same key: `if (known.has(x)) return known.get(x)` before
 * `known.set(x, made)`. The value is what the function computes from its own arguments, and not from those of another call. If other functions also
 * store in the map, it is unknown.
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
        // Code after the store may read what this call has stored.
        (each) =>
          each.owner === call.owner && each.start > call.start && each.arguments.length === 2 && pointsTo.rootOf(each.arguments[0].value) === name,
      )
    )
  }
}

/** Calls that store a value under a key, by the container. */
function findFilled({ calls }: Project, pointsTo: PointsTo): ReadonlyMap<number, readonly FlowCall[]> {
  const writes = calls.filter(({ spelledName, receiver }) => spelledName === 'set' && receiver >= 0)
  return groupBy(writes, ({ receiver }) => pointsTo.rootOf(receiver))
}
