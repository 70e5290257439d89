import { compareTexts } from '../model/compare-texts.ts'
import type { CallModels } from '../model/call-models.ts'
import type { FlowBudget, FlowFile, FlowFinding, FlowResult } from '../model/flow.ts'
import type { AccessOf } from './import-graph/access-control.ts'
import { createFrontierCollector, EMPTY_FRONTIER, type Frontier, type FrontierInput } from './frontier/frontier.ts'
import { endpointsOf, prepareSolve } from './solver/prepare-solve.ts'
import { createLabelBatches } from './solver/label-sets.ts'
import { readAnnotations } from './solver/rule-facts.ts'
import { solveTaint } from './solver/solve-taint.ts'
import { isFarFetched, onePerSink, reportFlows } from './report/report-findings.ts'

/** About a second. */
const MAX_STEPS = 10_000_000

/** What it takes to link the files of a round: steps for each value that they have, and for each file. */
const STEPS_PER_VALUE = 10
const STEPS_PER_FILE = 300

export interface FlowInput extends FrontierInput {
  readonly files: readonly FlowFile[]
  /** What functions of libraries do with data. */
  readonly models: CallModels
  /** Rules whose data is followed. */
  readonly rules: ReadonlySet<number>
  /** The path of the file that an import of another names; undefined when there is none. */
  resolve(from: string, specifier: string): string | undefined
  /** Steps of following data; without it about a second of them. Real projects take under two million. */
  readonly mostSteps?: number
  /** What there is for the group. */
  readonly budget: FlowBudget
  readonly reachedBy: AccessOf
}

export interface FlowAnalysis extends FlowResult, Frontier {}

/** Follows data of sources to sinks through these files. The same result whatever their order. */
export function analyseFlow({ files, models, rules, resolve, mostSteps = MAX_STEPS, budget, reachedBy, ...beyond }: FlowInput): FlowAnalysis {
  const ordered = files.toSorted((left, right) => compareTexts(left.path, right.path))
  const ends = endpointsOf(ordered)
  const batches = createLabelBatches(ends.sources, rules, tellContained(ordered))
  if (batches.length === 0) return { findings: [], gaps: [], ...EMPTY_FRONTIER }
  budget.spend(ordered.reduce((sum, { program }) => sum + STEPS_PER_FILE + STEPS_PER_VALUE * program.values.count, 0))
  if (budget.left() <= 0) return { findings: [], gaps: [], ...EMPTY_FRONTIER }
  const steps = Math.min(mostSteps, budget.left())
  const model = prepareSolve({ files: ordered, endpoints: ends, models, resolve, maxSteps: steps })
  const spread = createFrontierCollector(model, beyond)
  const findings: FlowFinding[] = []
  const cut = new Set<number>()
  for (const batch of batches) {
    const solution = solveTaint(model.solver, readAnnotations(model.annotations, batch))
    for (const file of solution.cutFiles) cut.add(file)
    findings.push(...reportFlows({ project: model.solver.project, batch, solution, reachedBy, ...ends }))
    spread.note(solution)
  }
  budget.spend(steps - model.solver.budget.steps + model.linking.steps)
  const told = onePerSink(findings.filter((finding) => !isFarFetched(finding)))
  const cutPaths = [...cut].map((file) => ordered[file].path)
  const unlinked = [...model.linking.cutFiles].map((file) => ordered[file].path)
  const gaps = [...gapsOf(FAR_FETCHED, leftOut(findings, told)), ...gapsOf(CUT, cutPaths), ...gapsOf(UNLINKED, unlinked)]
  return { findings: told, gaps, ...spread.frontier() }
}

/** Rules that take paths within a folder somewhere, where some file looks at such. */
function tellContained(files: readonly FlowFile[]): ReadonlySet<number> {
  if (!files.some(({ program }) => program.guards.some(({ isPathContainment }) => isPathContainment))) return NO_RULES
  return new Set(
    files.flatMap(({ sinks }) => sinks.flatMap(({ uses }) => uses.flatMap(({ rule, ignoresContained }) => (ignoresContained ? [rule] : [])))),
  )
}

const NO_RULES: ReadonlySet<number> = new Set()

const CUT = 'Data flow takes more steps here than its bound; the rest is left out.'
const UNLINKED = 'The re-exports that imports lead to here take more steps than the bound; some imports are not resolved.'
const FAR_FETCHED = 'A way that data may take to here goes through more files, with more done to it, than its bound; it is left out.'

function gapsOf(detail: string, files: readonly string[]): FlowResult['gaps'] {
  return [...new Set(files)].toSorted(compareTexts).map((file) => ({ file, detail }))
}

/** Files with a sink that is told by none of the findings that are. */
function leftOut(findings: readonly FlowFinding[], told: readonly FlowFinding[]): readonly string[] {
  const placeOf = ({ rule, start, end, file }: FlowFinding): string => `${rule}:${start}:${end}:${file}`
  const known = new Set(told.map(placeOf))
  return findings.flatMap((finding) => (known.has(placeOf(finding)) ? [] : [finding.file]))
}
