import type { PointsTo } from '../points-to/points-to.ts'
import type { Project } from '../program/link-program.ts'
import { createArgumentBinder } from '../../model/match-arguments.ts'
import { addToGroup } from '../../model/group-by.ts'

/** The arguments that calls pass for a parameter, by the parameter's value; empty if no call is known. Calls are read at the first query. */
export function createArgumentValues(project: Project, pointsTo: PointsTo): (parameter: number) => readonly number[] {
  let passed: ReadonlyMap<number, readonly number[]> | undefined
  return (parameter) => {
    passed ??= findPassed(project, pointsTo)
    return passed.get(parameter) ?? []
  }
}

function findPassed({ calls, functions }: Project, pointsTo: PointsTo): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const call of calls) {
    if (call.callee < 0 || call.arguments.length === 0) continue
    for (const target of pointsTo.functionsOf(call.callee)) {
      const { parameters } = functions[target]
      const bind = createArgumentBinder(parameters, call.arguments)
      for (const [position, { value }] of call.arguments.entries())
        for (const { kind, parameter } of bind(position)) if (kind === 'value') addToGroup(found, parameters[parameter].value, value)
    }
  }
  return found
}
