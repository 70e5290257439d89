import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import type { PointsTo } from '../points-to/points-to.ts'

/** Tells whether a value is a map of JavaScript that the program makes: a loop over it comes to pairs of names and elements. */
export function createMapTest(project: Project, pointsTo: PointsTo): (value: number) => boolean {
  const { op, a, key, calls } = project
  if (!calls.some(isMapMade)) return () => false
  const known = new Map<number, boolean>()
  const isMade = (value: number): boolean => {
    const held = pointsTo.rootOf(value)
    return op[held] === OP.result && isMapMade(calls[a[held]])
  }
  const isMap = (held: number): boolean => {
    return op[held] === OP.load && key[held] >= 0 ? pointsTo.propertyValues(a[held], key[held]).some(isMade) : isMade(held)
  }
  return (value) => {
    if (value < 0) return false
    const held = pointsTo.rootOf(value)
    const answer = known.get(held) ?? isMap(held)
    known.set(held, answer)
    return answer
  }
}

function isMapMade({ isConstruct, name }: Project['calls'][number]): boolean {
  return isConstruct && name === 'Map'
}
