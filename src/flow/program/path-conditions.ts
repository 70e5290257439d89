import type { BranchCondition, ProgramBranch } from '../../model/program-branch.ts'
import { addToGroup } from '../../model/group-by.ts'

export const NO_BRANCHES: readonly ProgramBranch[] = []

/** Branches by the function whose parameters they test, with values as numbered in the project. */
export function branchesByFunction(branches: readonly ProgramBranch[], firstValue: number): ReadonlyMap<number, readonly ProgramBranch[]> {
  const found = new Map<number, ProgramBranch[]>()
  for (const each of branches) {
    const placed = { ...each, condition: placeCondition(each.condition, firstValue) }
    addToGroup(found, each.owner, placed)
  }
  return found
}

function placeCondition(condition: BranchCondition, first: number): BranchCondition {
  switch (condition.kind) {
    case 'unknown':
      return condition
    case 'all':
    case 'any':
      return { kind: condition.kind, of: condition.of.map((each) => placeCondition(each, first)) }
    default:
      return { ...condition, parameter: condition.parameter + first }
  }
}
