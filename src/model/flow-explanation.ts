import type { ExplainedSink, ExplainedSource, FlowLoss } from './explanation.ts'
import type { FlowFile, ProjectConfig } from './flow.ts'
import type { Span } from './position.ts'

/** A use of a variable: a read, or its declaration or assignment. */
export interface VariableUse extends Span {
  /** The same for all uses of a variable. */
  readonly declaration: number
  /** Its value there, in the file. */
  readonly value: number
}

/** A file for an explanation of data flow. */
export interface ExplainedFlowFile {
  readonly file: FlowFile
  readonly text: string
  /** By guard of the program: the code of the check. */
  readonly guards: readonly Span[]
  readonly variables: readonly VariableUse[]
}

/** The files of an explanation, for the only rule of their annotations. */
export interface FlowExplanationInput {
  readonly files: readonly ExplainedFlowFile[]
  readonly configs: readonly ProjectConfig[]
}

/** What data flow finds in the files, and why nothing is reported. */
export interface ExplainedFlow {
  readonly sources: readonly ExplainedSource[]
  readonly sinks: readonly ExplainedSink[]
  /** The reason if no source or sink is asked for. */
  readonly reason: FlowLoss
  /** Whether a loss says only that there is no data, and not what becomes of it. */
  isEmptyLoss(loss: FlowLoss): boolean
}
