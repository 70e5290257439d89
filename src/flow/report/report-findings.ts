import { MATCH } from '../../model/bound.ts'
import type { TraceStep } from '../../model/finding.ts'
import type { Captures, FlowFinding, SinkSite, SourceSite, TaintUse } from '../../model/flow.ts'
import { type Confidence, CONFIDENCES, lowerBy, SEVERITIES, weaker } from '../../model/severity.ts'
import type { AccessOf } from '../import-graph/access-control.ts'
import type { Project } from '../program/link-program.ts'
import { causesOf, makesText } from './root-causes.ts'
import { buildWay, isChange, isHandedAsReceiver, stepKind } from './build-trace.ts'
import { labelsOfRule, type LabelBatch, labelsNamed, labelNames, labelsOfSink } from '../solver/label-sets.ts'
import type { Located } from '../solver/rule-facts.ts'
import type { ReachedSink, TaintSolution } from '../solver/fact-table.ts'

export interface FlowReportInput {
  readonly project: Project
  readonly batch: LabelBatch
  readonly solution: TaintSolution
  readonly sources: readonly Located<SourceSite>[]
  readonly sinks: readonly Located<SinkSite>[]
  readonly reachedBy: AccessOf
}

/** How much a finding weighs: what its source or its sink says, or its rule. */
type Weight = Pick<TaintUse, 'severity' | 'confidence'>

/**
 * A way through more files than this on which more happens to the data than this, beside that it is passed to a function and given back by it, is not reported: each may be a guess, such
 * as which of many callers a result goes to. In a large application (MLflow) ways that a person could follow had up to seven such steps, and of those with more than ten that were read
 * none was one. In a few files, of those with more than twenty none was one either. Neither was one through many files in which objects were handed on as receivers of more methods
 * than this: what was looked up by a name (`model.stage(name)`) holds all of an application.
 */
const MOST_FILES = 4
const MOST_CHANGES = 10
const FEW_FILES = 2
const MOST_CHANGES_IN_FEW = 20
const MOST_RECEIVERS = 4

/**
 * A way of so many steps, or through so many files, is a guess, and of low severity and confidence. Of 621 ways that were read in 67 real applications 149 were so; of these 9 were right
 * and 125 wrong, of the others 102 and 167. Where a rule is not sure by itself, so is a way into functions and out of them this often: 26 were right and 132 wrong.
 */
const STEPS_OF_A_GUESS = 12
const FILES_OF_A_GUESS = 4
const PASSAGES_OF_A_GUESS = 3

/** One finding for each rule, source and sink. Where a sink asks for several labels that no source brings alone, one for those that do together. */
export function reportFlows(input: FlowReportInput): FlowFinding[] {
  const { project, batch, solution, sinks } = input
  const findings: FlowFinding[] = []
  const met = new Map<number, number>()
  for (const { sinkFact: hit } of solution.reachedSinks) met.set(hit.sink, (met.get(hit.sink) ?? 0) | hit.labels)
  const joint = new Map<string, { readonly use: TaintUse; readonly flows: ReachedSink[] }>()
  const alone = new Set<string>()
  const hasCompany = createCompanyCheck(input)
  for (const flow of solution.reachedSinks) {
    const { sinkFact: hit } = flow
    const sink = sinks[hit.sink]
    const rules = new Set<number>()
    for (const use of sink.uses) {
      const isMet = use.role === 'sink' && (use.takesWeak || !hit.isMayTaint) && (hit.labels & labelsOfSink(batch, use)) !== 0
      if (!isMet || rules.has(use.rule) || !use.appliesTo(project.files[sink.file].path)) continue
      if (!suffice(batch, use, met.get(hit.sink) ?? 0) || !hasCompany(use, sink)) continue
      if (doesHarmWithin(input, use, flow)) continue
      const id = `${hit.sink}:${use.rule}`
      if (suffice(batch, use, hit.labels)) {
        rules.add(use.rule)
        alone.add(id)
        findings.push(toFinding(input, use, flow, weightOf(input, use, [flow])))
        continue
      }
      const known = joint.get(id)
      if (known === undefined) joint.set(id, { use, flows: [flow] })
      else known.flows.push(flow)
    }
  }
  for (const [id, { use, flows }] of joint) {
    // Where some data is enough by itself, other data that comes there too is no harm.
    if (alone.has(id)) continue
    const first = flows.toSorted((left, right) => byWeight(strongestOf(input, use, [left]), strongestOf(input, use, [right])))[0]
    findings.push(toFinding(input, use, first, weightOf(input, use, flows)))
  }
  return findings
}

/** Whether what is called is a function of the program that does the harm within. One that is given a text which its caller has made of the data does none by itself: the caller does. */
function doesHarmWithin(input: FlowReportInput, use: TaintUse, flow: ReachedSink): boolean {
  const { project, batch, solution, sinks } = input
  const wanted = flow.sinkFact.labels & labelsOfRule(batch, use.rule)
  const inCallees = solution.sinksInCallees.get(callOf(project, sinks[flow.sinkFact.sink])) ?? NO_SINKS
  const isOfRule = ({ uses, file }: SinkSite & { readonly file: number }): boolean =>
    uses.some((each) => each.rule === use.rule && each.appliesTo(project.files[file].path))
  // Rules of one label class share their labels: the sink tells which rule it is of.
  if (![...inCallees].some(([sink, labels]) => (labels & wanted) !== 0 && isOfRule(sinks[sink]))) return false
  return !makesText(toFinding(input, use, flow, use).trace)
}

const NO_SINKS: ReadonlyMap<number, number> = new Map()

/** The call that a sink is, as the project counts; -1 for none. */
function callOf({ firstCall }: Project, { call, file }: Located<SinkSite>): number {
  return call < 0 ? -1 : firstCall[file] + call
}

/** Whether a way rests on so many guesses that it is not reported. */
export function isFarFetched({ trace }: { readonly trace: readonly TraceStep[] }): boolean {
  const changes = trace.filter(isChange).length
  const receivers = trace.filter(isHandedAsReceiver).length
  if (changes <= MOST_CHANGES && receivers <= MOST_RECEIVERS) return false
  const files = new Set(trace.map(({ file }) => file)).size
  return files > MOST_FILES || (files > FEW_FILES && changes > MOST_CHANGES_IN_FEW)
}

/**
 * A place is mended once, whatever reaches it. The strongest source counts; of several ways the shortest is told, the first where they are alike, and the others are
 * counted.
 */
export function onePerSink(findings: readonly FlowFinding[]): FlowFinding[] {
  const best = new Map<string, FlowFinding>()
  for (const finding of findings) {
    const id = `${finding.rule}:${finding.start}:${finding.end}:${finding.file}`
    const known = best.get(id)
    if (known === undefined) best.set(id, finding)
    else {
      const isBetter = (byWeight(finding, known) || finding.trace.length - known.trace.length) < 0
      best.set(id, { ...(isBetter ? finding : known), alternatives: known.alternatives + finding.alternatives + 1 })
    }
  }
  return [...best.values()]
}

/** Tells whether data of the rule reaches what a sink asks for beside its own. */
function createCompanyCheck({ project, batch, solution, sinks }: FlowReportInput): (use: TaintUse, sink: Located<SinkSite>) => boolean {
  const reached = new Map<number, number>()
  for (const { companions, file } of sinks)
    for (const values of companions.values()) for (const value of values) reached.set(project.firstValue[file] + value, 0)
  if (reached.size > 0) {
    const { count, value, labels: bits } = solution.facts
    for (let fact = 0; fact < count; fact++) {
      const known = reached.get(value[fact])
      if (known !== undefined) reached.set(value[fact], known | bits[fact])
    }
  }
  return (use, { companions, file }) => {
    if (use.with === undefined) return true
    const wanted = labelsOfRule(batch, use.rule)
    return companions.get(use.with)?.some((value) => ((reached.get(project.firstValue[file] + value) ?? 0) & wanted) !== 0) === true
  }
}

/** Whether these labels are enough for a sink. */
function suffice(batch: LabelBatch, { rule, requires }: TaintUse, bits: number): boolean {
  return requires?.(labelNames(batch, rule, bits)) ?? true
}

/** The strongest first. */
function byWeight(left: Weight, right: Weight): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    CONFIDENCES.indexOf(left.confidence) - CONFIDENCES.indexOf(right.confidence)
  )
}

/** What the strongest data weighs that is enough for the sink: where labels must meet, as little as the weakest that it takes. */
function weightOf(input: FlowReportInput, sink: TaintUse, flows: readonly ReachedSink[]): Weight {
  const arriving = arrivingOf(input, sink, flows)
  // What data was labelled with on its way is no source's.
  let bits = flows.reduce((all, { sinkFact: hit }) => all | hit.labels, 0)
  for (const each of arriving) bits &= ~each.bits
  const weight = arriving.find((each) => suffice(input.batch, sink, (bits |= each.bits)))?.use ?? strongestOf(input, sink, flows)
  // However sure the rule is, a guess on the way is one: of those that were read in real applications none in twenty was right.
  return flows.some(({ sinkFact: hit }) => hit.isMayTaint) ? LEAST : weight
}

const LEAST: Weight = { severity: 'low', confidence: 'low' }

function strongestOf(input: FlowReportInput, sink: TaintUse, flows: readonly ReachedSink[]): Weight {
  return arrivingOf(input, sink, flows)[0]?.use ?? flows.flatMap((flow) => usesOf(input, sink, flow)).sort(byWeight)[0] ?? sink
}

/** The ways in which places are sources of data that arrives, the strongest first. */
function arrivingOf(
  input: FlowReportInput,
  sink: TaintUse,
  flows: readonly ReachedSink[],
): readonly { readonly use: TaintUse; readonly bits: number }[] {
  return flows
    .flatMap((flow) =>
      usesOf(input, sink, flow).map((use) => ({ use, bits: labelsNamed(input.batch, sink.rule, use.label ?? '') & flow.sinkFact.labels })),
    )
    .filter(({ bits }) => bits !== 0)
    .sort((left, right) => byWeight(left.use, right.use))
}

function usesOf(input: FlowReportInput, { rule }: TaintUse, flow: ReachedSink): readonly TaintUse[] {
  const source = input.sources[sourceOf(input, rule, flow)]
  const uses = source.uses.filter((use) => use.role === 'source' && use.rule === rule && use.requires === undefined)
  // Where the file itself says who gets there, they are weaker already.
  const isLess = source.access === undefined && accessOf(input, source) !== undefined
  return isLess ? uses.map((use) => ({ ...use, severity: lowerBy(SEVERITIES, use.severity, 1) })) : uses
}

/** Who gets to a source: as its file says, or those that hand requests on to it. */
function accessOf({ project, reachedBy }: FlowReportInput, { access, file, enclosingNames: within }: Located<SourceSite>): string | undefined {
  return access ?? reachedBy(project.files[file].path, within)
}

/** The source with which the way of a rule's data begins. */
function sourceOf({ batch, solution }: FlowReportInput, rule: number, { sinkFact: hit }: ReachedSink): number {
  return solution.sourceOf(hit.fact, labelsOfRule(batch, rule))
}

function toFinding(input: FlowReportInput, use: TaintUse, flow: ReachedSink, weight: Weight): FlowFinding {
  const { project, batch, solution, sources, sinks } = input
  const site = sources[sourceOf(input, use.rule, flow)]
  const source = { ...site, access: accessOf(input, site) }
  const sink = sinks[flow.sinkFact.sink]
  const { trace, access } = buildWay(project, solution, source, sink, flow.sinkFact, labelsOfRule(batch, use.rule))
  const found = isGuess(trace, weaker(CONFIDENCES, weight.confidence, use.confidence))
    ? LEAST
    : { ...weight, severity: lowerBy(SEVERITIES, weight.severity, access === undefined ? 0 : 1) }
  return {
    file: project.files[sink.file].path,
    rule: use.rule,
    start: sink.start,
    end: sink.end,
    captures: capturesOf(source, sink),
    trace,
    causes: causesOf(project, source, sink, trace),
    severity: weaker(SEVERITIES, found.severity, use.severity),
    confidence: weaker(CONFIDENCES, found.confidence, use.confidence),
    alternatives: flow.alternatives,
  }
}

function isGuess(trace: readonly TraceStep[], confidence: Confidence): boolean {
  const passages = trace.filter((step) => ['enters', 'leaves'].includes(stepKind(step) ?? '')).length
  return (
    trace.length >= STEPS_OF_A_GUESS ||
    new Set(trace.map(({ file }) => file)).size >= FILES_OF_A_GUESS ||
    (confidence === 'medium' && passages >= PASSAGES_OF_A_GUESS)
  )
}

/** What messages may say of both ends. What stands in another file than the finding has no offsets, so that no edit takes them for those of its own file. */
function capturesOf(source: Located<SourceSite>, sink: Located<SinkSite>): Captures {
  const captures = new Map(source.captures).set('$SOURCE', { start: source.start, end: source.end, text: source.text })
  if (source.file !== sink.file) for (const [name, { text }] of captures) captures.set(name, { text })
  for (const [name, capture] of sink.captures) captures.set(name, capture)
  const reported = { start: sink.start, end: sink.end, text: sink.text }
  return captures.set('$SINK', reported).set(MATCH, reported)
}
