import type { FlowCandidate, FlowFile, FlowInput, FlowResult } from './flow.ts'
import type { NodeContext } from './matcher.ts'
import type { LoweredFile } from './program.ts'
import type { TaintRules } from './ruleset.ts'

/** What annotating a lowered file takes. */
export interface AnnotationInput {
  readonly context: NodeContext
  readonly lowered: LoweredFile
  readonly rules: TaintRules
  readonly language: string
  /** Runs the matcher of a place, unless its budget is spent. */
  guard(place: number, work: () => void): void
}

/** Data flow as the scan uses it. */
export interface FlowEngine {
  /** Files that are to be lowered, by their place in the list. */
  choose(files: readonly FlowCandidate[], configs: FlowInput['configs']): readonly number[]
  annotate(input: AnnotationInput): FlowFile
  analyse(input: FlowInput): FlowResult
}
