import type { FactsByValue } from './find-breaks.ts'
import type { ExplainedProgram, SolvedProgram } from './solve-explained.ts'

/** The program and the solution in which breaks are classified. */
export interface BreakScope {
  readonly explained: ExplainedProgram
  readonly solved: SolvedProgram
  readonly byValue: FactsByValue
}
