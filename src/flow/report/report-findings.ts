import { MATCH } from '../../model/bound.ts'
import type { Captures, FlowFinding, SinkSite, SourceSite, TaintUse } from '../../model/flow.ts'
import { CONFIDENCES, lowerBy, SEVERITIES, weaker } from '../../model/severity.ts'
import type { Project } from '../program/link-program.ts'
import { labelsOfRule, labelsOfSink } from '../solver/label-sets.ts'
import type { Located } from '../solver/rule-facts.ts'
import { buildTrace } from './build-trace.ts'
import { callingSiteOf } from './calling-site.ts'
import { findSourcePaths, type ReachedSink } from './find-source-paths.ts'
import { accessOf, areEnough, byWeight, LEAST, sourceOf, strongestOf, type Weight, weightOf } from './finding-weight.ts'
import { isImplausible, isUnlikely } from './path-plausibility.ts'
import type { FlowReportInput } from './report-input.ts'
import { buildsString, causesOf } from './root-causes.ts'
import { type CalleeSinkQuery, createCalleeSinkQuery } from './sinks-in-callees.ts'

export interface FlowReport {
  readonly findings: readonly FlowFinding[]
  /** Files of sinks for which not all call edges were searched. */
  readonly cutFiles: readonly number[]
}

/** Data of several sources that a sink requires together. */
interface CombinedFlows {
  readonly use: TaintUse
  readonly flows: ReachedSink[]
}

/**
 * Creates a finding for each rule, source group and sink. If a sink requires labels that no single source has, it creates one for the sources that
 * have them together.
 */
export function reportFlows(input: FlowReportInput): FlowReport {
  const { batch, sinks } = input
  const { reached, cutSinks } = findSourcePaths(input.solution.state)
  const isReported = createReportTest(input, reached)
  const findings: FlowFinding[] = []
  const combined = new Map<string, CombinedFlows>()
  const complete = new Set<string>()
  for (const flow of reached) {
    const rules = new Set<number>()
    for (const use of sinks[flow.path.sink].uses) {
      if (rules.has(use.rule) || !isReported(use, flow)) continue
      const id = `${flow.path.sink}:${use.rule}`
      if (areEnough(batch, use, flow.path.labels)) {
        rules.add(use.rule)
        complete.add(id)
        addPlausible(findings, toFinding(input, use, flow, weightOf(input, use, [flow])), [flow])
        continue
      }
      const known = combined.get(id)
      if (known === undefined) combined.set(id, { use, flows: [flow] })
      else known.flows.push(flow)
    }
  }
  // If the data of one source is sufficient, other data at the sink adds nothing.
  for (const [id, { use, flows }] of combined) if (!complete.has(id)) addPlausible(findings, combineFlows(input, use, flows), flows)
  return { findings, cutFiles: cutSinks.map((sink) => sinks[sink].file) }
}

/** Adds a finding, unless its data is tainted only possibly, on a path of too many guesses. */
function addPlausible(findings: FlowFinding[], finding: FlowFinding, flows: readonly ReachedSink[]): void {
  if (!flows.some(({ path }) => path.isMayTaint) || !isImplausible(finding)) findings.push(finding)
}

/** Whether data that reaches a sink is reported for a rule. */
function createReportTest(input: FlowReportInput, reached: readonly ReachedSink[]): (use: TaintUse, flow: ReachedSink) => boolean {
  const { project, batch, sinks } = input
  const sinksInCallees = createCalleeSinkQuery(input.solution.state)
  const labelsBySink = new Map<number, number>()
  for (const { path } of reached) labelsBySink.set(path.sink, (labelsBySink.get(path.sink) ?? 0) | path.labels)
  const isAccompanied = createCompanionTest(input)
  return (use, flow) => {
    const { labels, isMayTaint, sink: index } = flow.path
    const sink = sinks[index]
    if (use.role !== 'sink' || (isMayTaint && !use.takesWeak) || (labels & labelsOfSink(batch, use)) === 0) return false
    if (!use.appliesTo(project.files[sink.file].path)) return false
    if (!areEnough(batch, use, labelsBySink.get(index) ?? 0) || !isAccompanied(use, sink)) return false
    return !isReportedInCallee(input, sinksInCallees, use, flow)
  }
}

function combineFlows(input: FlowReportInput, use: TaintUse, flows: readonly ReachedSink[]): FlowFinding {
  const [first] = flows.toSorted((left, right) => byWeight(strongestOf(input, use, [left]), strongestOf(input, use, [right])))
  return toFinding(input, use, first, weightOf(input, use, flows))
}

/**
 * Whether the sink is a call of a function of the program that contains the sink of this data itself. If the caller has built a string from the data,
 * the caller is reported too.
 */
function isReportedInCallee(input: FlowReportInput, sinksInCallees: CalleeSinkQuery, use: TaintUse, flow: ReachedSink): boolean {
  const { project, batch, sinks } = input
  const labels = flow.path.labels & labelsOfRule(batch, use.rule)
  const inCallees = sinksInCallees(callOf(project, sinks[flow.path.sink]))
  if (![...inCallees.values()].some((reaching) => (reaching & labels) !== 0)) return false
  return !buildsString(toFinding(input, use, flow, use).trace)
}

/** The call that is the sink; -1 for none. */
function callOf({ firstCall }: Project, { call, file }: Located<SinkSite>): number {
  return call < 0 ? -1 : firstCall[file] + call
}

/**
 * Merges findings of a rule at one sink, because one fix covers all of its sources, apart from callers that have a fix of their own. Keeps the
 * strongest finding, and among equal ones the shortest trace. The others are counted.
 */
export function onePerSink(findings: readonly FlowFinding[]): FlowFinding[] {
  const best = new Map<string, FlowFinding>()
  for (const finding of findings) {
    const { rule, file, start, end, callingSite } = finding
    const id = `${rule}:${start}:${end}:${file}:${callingSite?.file ?? ''}:${callingSite?.start ?? ''}`
    const known = best.get(id)
    if (known === undefined) best.set(id, finding)
    else {
      const isBetter = (byWeight(finding, known) || finding.trace.length - known.trace.length) < 0
      best.set(id, { ...(isBetter ? finding : known), alternatives: known.alternatives + finding.alternatives + 1 })
    }
  }
  return [...best.values()]
}

/** Tests whether data of the rule reaches the companions that a sink requires. */
function createCompanionTest({ project, batch, solution, sinks }: FlowReportInput): (use: TaintUse, sink: Located<SinkSite>) => boolean {
  const labelsByValue = new Map<number, number>()
  for (const { companions, file } of sinks)
    for (const values of companions.values()) for (const value of values) labelsByValue.set(project.firstValue[file] + value, 0)
  if (labelsByValue.size > 0) {
    const { count, value, labels } = solution.state.facts
    for (let fact = 0; fact < count; fact++) {
      const known = labelsByValue.get(value[fact])
      if (known !== undefined) labelsByValue.set(value[fact], known | labels[fact])
    }
  }
  return (use, { companions, file }) => {
    if (use.with === undefined) return true
    const labels = labelsOfRule(batch, use.rule)
    return companions.get(use.with)?.some((value) => ((labelsByValue.get(project.firstValue[file] + value) ?? 0) & labels) !== 0) === true
  }
}

function toFinding(input: FlowReportInput, use: TaintUse, flow: ReachedSink, weight: Weight): FlowFinding {
  const { project, batch, solution, sources, sinks } = input
  const site = sources[sourceOf(input, use.rule, flow)]
  const source = { ...site, access: accessOf(input, site) }
  const sink = sinks[flow.path.sink]
  const { trace, access } = buildTrace({
    solution: solution.state,
    source,
    sink,
    path: flow.path,
    labels: labelsOfRule(batch, use.rule),
    usedAs: use.usedAs,
  })
  const found = isUnlikely(trace, weaker(CONFIDENCES, weight.confidence, use.confidence))
    ? LEAST
    : { ...weight, severity: lowerBy(SEVERITIES, weight.severity, access === undefined || use.sentByVictim ? 0 : 1) }
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
    callingSite: callingSiteOf(solution.state, flow.path),
  }
}

/**
 * Metavariables of source and sink for messages. Captures in another file than the finding have no offsets, so that no edit applies them to its own
 * file.
 */
function capturesOf(source: Located<SourceSite>, sink: Located<SinkSite>): Captures {
  const captures = new Map(source.captures).set('$SOURCE', { start: source.start, end: source.end, text: source.text })
  if (source.file !== sink.file) for (const [name, { text }] of captures) captures.set(name, { text })
  for (const [name, capture] of sink.captures) captures.set(name, capture)
  const reported = { start: sink.start, end: sink.end, text: sink.text }
  return captures.set('$SINK', reported).set(MATCH, reported)
}
