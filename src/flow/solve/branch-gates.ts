import type { BranchCondition, ProgramBranch } from '../../model/program-branch.ts'
import { constantPassedFor } from '../calls/passed-constants.ts'
import type { FlowCall, FlowFunction, Project } from '../project/build-project.ts'

/** Branches of a function that places in it lie in: each set of them has a number, 0 where a place lies in none. */
export interface BranchGates {
  /** The set for a place of a function. */
  gateAt(func: number, file: number, offset: number): number
  /** False where a call passes constants for which the code behind the gate is never run. */
  opensFor(func: number, gate: number, call: number, isPlain: boolean): boolean
}

export function createBranchGates(project: Project): BranchGates {
  const sets: (readonly ProgramBranch[])[] = [[]]
  const ids = new Map<string, number>()
  const known = new Map<string, boolean>()
  return {
    gateAt: (func, file, offset) => {
      const { branches, file: home } = project.functions[func]
      if (branches.length === 0 || file !== home) return 0
      const around = branches.filter(({ start, end }) => start <= offset && offset < end)
      if (around.length === 0) return 0
      const id = `${func}:${around.map((each) => branches.indexOf(each)).join()}`
      const gate = ids.get(id)
      if (gate !== undefined) return gate
      ids.set(id, sets.length)
      return sets.push(around) - 1
    },
    opensFor: (func, gate, call, isPlain) => {
      if (gate === 0 || !isPlain) return true
      const id = `${gate}:${call}`
      const answer = known.get(id) ?? sets[gate].every(({ condition }) => answerOf(condition, project.functions[func], project.calls[call]) !== false)
      known.set(id, answer)
      return answer
    },
  }
}

/** Whether a condition holds for what a call passes, where that is known. */
function answerOf(condition: BranchCondition, func: FlowFunction, call: FlowCall): boolean | undefined {
  switch (condition.kind) {
    case 'unknown':
      return undefined
    case 'all':
    case 'any': {
      const decides = condition.kind === 'any'
      const answers = condition.of.map((each) => answerOf(each, func, call))
      return answers.includes(decides) ? decides : answers.includes(undefined) ? undefined : !decides
    }
    default: {
      const passed = constantPassedFor(condition.parameter, func, call)
      if (passed === undefined) return undefined
      return (condition.kind === 'truth' ? Boolean(passed) : condition.constants.includes(passed)) === condition.holds
    }
  }
}
