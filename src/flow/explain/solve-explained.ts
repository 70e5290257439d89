import { BOUNDS } from '../../model/bounds.ts'
import type { CallModels } from '../../model/call-models.ts'
import { compareTexts } from '../../model/compare-texts.ts'
import type { FlowExplanationInput, ExplainedFlowFile } from '../../model/flow-explanation.ts'
import { createModuleResolver } from '../import-graph/module-resolver.ts'
import { findSourcePaths, type ReachedSink } from '../report/find-source-paths.ts'
import { reportFlows } from '../report/report-findings.ts'
import { createLabelBatches, type LabelBatch, labelsOfRule } from '../solver/label-sets.ts'
import { type Endpoints, endpointsOf, type PreparedProgram, prepareSolve } from '../solver/prepare-solve.ts'
import { readAnnotations } from '../solver/rule-facts.ts'
import { solveTaint, type TaintSolution } from '../solver/solve-taint.ts'

/** The program of an explanation with its solution. */
export interface ExplainedProgram {
  readonly files: readonly ExplainedFlowFile[]
  readonly ends: Endpoints
  readonly program: PreparedProgram
  /** Undefined if no source starts data. */
  readonly solved: SolvedProgram | undefined
  /** The file that an import names. */
  resolve(from: string, specifier: string): string | undefined
}

export interface SolvedProgram {
  readonly batch: LabelBatch
  /** All labels of the rule. */
  readonly labels: number
  readonly solution: TaintSolution
  /** Sinks that data of a source reaches, reported or not. */
  readonly reached: readonly ReachedSink[]
  /** Keys of reported findings: file, start and end of the sink. */
  readonly reported: ReadonlySet<string>
}

/** The rule of an explanation is the only one of its ruleset. */
const RULE = 0

/** Links and solves all files at once. */
export function solveExplained({ files, configs }: FlowExplanationInput, models: CallModels): ExplainedProgram {
  const ordered = files.toSorted((left, right) => compareTexts(left.file.path, right.file.path))
  const flowFiles = ordered.map(({ file }) => file)
  const find = createModuleResolver(flowFiles, configs)
  const indexes = new Map(flowFiles.map(({ path }, index) => [path, index]))
  const resolve = (from: string, specifier: string): string | undefined => {
    const target = find(indexes.get(from) ?? 0, specifier)
    return target === undefined ? undefined : flowFiles[target]?.path
  }
  const ends = endpointsOf(flowFiles)
  const program = prepareSolve({ files: flowFiles, endpoints: ends, models, resolve, maxSteps: BOUNDS.flowSteps.value })
  const stateful = flowFiles.some(({ sinks }) => sinks.some(({ uses }) => uses.some(({ ignoresContained }) => ignoresContained)))
  const [batch] = createLabelBatches(ends.sources, new Set([RULE]), new Set(stateful ? [RULE] : []))
  if (batch === undefined) return { files: ordered, ends, program, solved: undefined, resolve }
  const solution = solveTaint(program.solver, readAnnotations(program.annotations, batch))
  const report = reportFlows({ project: program.solver.project, batch, solution, reachedBy: () => undefined, ...ends })
  const reported = new Set(report.findings.map(({ file, start, end }) => `${file}:${start}:${end}`))
  return {
    files: ordered,
    ends,
    program,
    solved: { batch, labels: labelsOfRule(batch, RULE), solution, reached: findSourcePaths(solution.state).reached, reported },
    resolve,
  }
}
