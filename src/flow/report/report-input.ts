import type { SinkSite, SourceSite } from '../../model/flow.ts'
import type { AccessOf } from '../import-graph/access-control.ts'
import type { Project } from '../program/link-program.ts'
import type { LabelBatch } from '../solver/label-sets.ts'
import type { Located } from '../solver/rule-facts.ts'
import type { TaintSolution } from '../solver/solve-taint.ts'

/** The input of reporting. */
export interface FlowReportInput {
  readonly project: Project
  readonly batch: LabelBatch
  readonly solution: TaintSolution
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
  readonly reachedBy: AccessOf
}
