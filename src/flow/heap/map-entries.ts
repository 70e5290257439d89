import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Tests whether a value is a JavaScript map that the program creates: a loop over it yields pairs of keys and elements. */
export function createMapTest(project: Project, pointsTo: PointsTo): (value: number) => boolean {
  const { op, a, key, calls } = project
  if (!calls.some(isMapMade)) return () => false
  const known = new Map<number, boolean>()
  const isMade = (value: number): boolean => {
    const root = pointsTo.rootOf(value)
    return op[root] === OP.result && isMapMade(calls[a[root]])
  }
  const isMap = (root: number): boolean => {
    return op[root] === OP.load && key[root] >= 0 ? pointsTo.propertyValues(a[root], key[root]).some(isMade) : isMade(root)
  }
  return (value) => {
    if (value < 0) return false
    const root = pointsTo.rootOf(value)
    const answer = known.get(root) ?? isMap(root)
    known.set(root, answer)
    return answer
  }
}

function isMapMade({ isConstruct, name }: Project['calls'][number]): boolean {
  return isConstruct && name === 'Map'
}
