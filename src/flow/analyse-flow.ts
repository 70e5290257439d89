import { BOUNDS } from '../model/bounds.ts'
import { compareTexts } from '../model/compare-texts.ts'
import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowFile, FlowFinding, FlowResult } from '../model/flow.ts'
import type { AccessOf } from './import-graph/access-control.ts'
import { createFrontierCollector, EMPTY_FRONTIER, type Frontier, type FrontierInput } from './frontier/frontier.ts'
import { endpointsOf, prepareSolve } from './solver/prepare-solve.ts'
import { createLabelBatches, type LabelBatch } from './solver/label-sets.ts'
import { readAnnotations } from './solver/rule-facts.ts'
import { solveTaint } from './solver/solve-taint.ts'
import { onePerSink, reportFlows } from './report/report-findings.ts'

/** Bound of one solve. */
const MAX_STEPS = BOUNDS.flowSteps.value

/** Steps of linking, for each value and each file. */
const STEPS_PER_VALUE = 10
const STEPS_PER_FILE = 300

export interface FlowInput extends FrontierInput {
  readonly files: readonly FlowFile[]
  /** Models of library functions. */
  readonly models: CallModels
  /** Rules that are solved. */
  readonly rules: ReadonlySet<number>
  /** The path of the file that an import names; undefined for modules outside the group. */
  resolve(from: string, specifier: string): string | undefined
  /** Steps of this solve. Real projects take under two million. */
  readonly mostSteps?: number
  /** Steps of the group. */
  readonly budget: FlowBudget
  readonly reachedBy: AccessOf
}

export interface FlowAnalysis extends FlowResult, Frontier {}

/** Links files to one program, solves all rules, and reports findings and the frontier. The result does not depend on the order of the files. */
export function analyseFlow({ files, models, rules, resolve, mostSteps = MAX_STEPS, budget, reachedBy, ...beyond }: FlowInput): FlowAnalysis {
  const ordered = files.toSorted((left, right) => compareTexts(left.path, right.path))
  const ends = endpointsOf(ordered)
  const stateful = rulesAcceptingContainedPaths(ordered)
  const batches = createLabelBatches(ends.sources, rules, stateful)
  if (batches.length === 0) return { findings: [], gaps: [], ...EMPTY_FRONTIER }
  budget.spend(ordered.reduce((sum, { program }) => sum + STEPS_PER_FILE + STEPS_PER_VALUE * program.values.count, 0))
  if (budget.left() <= 0) return { findings: [], gaps: [], ...EMPTY_FRONTIER }
  const steps = Math.min(mostSteps, budget.left())
  const model = prepareSolve({ files: ordered, endpoints: ends, models, resolve, maxSteps: steps })
  const spread = createFrontierCollector(model, beyond)
  const findings: FlowFinding[] = []
  const cut = new Set<number>()
  const unsearched = new Set<string>()
  // A function, so that the facts of a batch are not alive while the next one is solved.
  const solveBatch = (batch: LabelBatch): void => {
    const solution = solveTaint(model.solver, readAnnotations(model.annotations, batch))
    const report = reportFlows({ project: model.solver.project, batch, solution, reachedBy, ...ends })
    findings.push(...report.findings)
    for (const file of solution.state.cutFiles) cut.add(file)
    for (const file of report.cutFiles) unsearched.add(ordered[file].path)
    spread.collect(solution)
  }
  for (const batch of batches) solveBatch(batch)
  budget.spend(steps - model.solver.budget.steps + model.linking.steps)
  const cutPaths = [...cut].map((file) => ordered[file].path)
  const unlinked = [...model.linking.cutFiles].map((file) => ordered[file].path)
  const gaps = [...gapsOf(CUT, cutPaths), ...gapsOf(UNSEARCHED, [...unsearched]), ...gapsOf(UNLINKED, unlinked)]
  return { findings: onePerSink(findings), gaps, ...spread.frontier() }
}

/** Rules with a sink that accepts paths within a directory, where some file tests for such paths. */
function rulesAcceptingContainedPaths(files: readonly FlowFile[]): ReadonlySet<number> {
  if (!files.some(({ program }) => program.guards.some(({ isPathContainment }) => isPathContainment))) return NO_RULES
  return new Set(
    files.flatMap(({ sinks }) => sinks.flatMap(({ uses }) => uses.flatMap(({ rule, ignoresContained }) => (ignoresContained ? [rule] : [])))),
  )
}

const NO_RULES: ReadonlySet<number> = new Set()

const CUT = "Data-flow analysis reached its step limit in this file. The rest of the file's data flow is not analysed."
const UNSEARCHED = 'The search for sources of a sink in this file reached its limit of call edges. Some sources are not reported.'
const UNLINKED = 'The re-exports that this file imports reached the step limit. Some imports are not resolved.'

function gapsOf(detail: string, files: readonly string[]): FlowResult['gaps'] {
  return [...new Set(files)].toSorted(compareTexts).map((file) => ({ file, detail }))
}
