import { OP } from '../../model/program.ts'
import { predecessorOf } from '../solver/fact-table.ts'
import type { SolverState } from '../solver/solver-state.ts'
import type { PathSegment } from './path-segment.ts'

/** Where a caller passes the data to a function of the program that contains the sink. */
export interface CallingSite {
  readonly file: string
  readonly start: number
  readonly end: number
}

type Solution = Pick<SolverState, 'project' | 'facts'>

/**
 * The call that passes a string to a wrapper of a sink: the function of the call builds the string from the data, and all functions below pass it on
 * as it is. Such a path is a mistake of the caller. `undefined` if the function of the sink builds the string, or nothing does.
 */
export function callingSiteOf(solution: Solution, path: PathSegment): CallingSite | undefined {
  const segments: PathSegment[] = []
  for (let segment: PathSegment | undefined = path; segment !== undefined; segment = segment.callee) segments.push(segment)
  const builder = segments.findLastIndex((segment) => buildsStringIn(solution, segment))
  if (builder < 0 || builder === segments.length - 1) return undefined
  const { project } = solution
  const { file, start, end } = project.calls[segments[builder].call]
  return { file: project.files[file].path, start, end }
}

/** Whether the function of a segment concatenates the data with other text. */
function buildsStringIn({ project, facts }: Solution, { fact, labels }: PathSegment): boolean {
  for (let at = fact; at >= 0; at = predecessorOf(facts, at, labels).predecessor) {
    const op = project.op[facts.value[at]]
    if (op === OP.combine || op === OP.mix) return true
  }
  return false
}
