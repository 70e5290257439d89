import type { SourceSite, TaintUse } from '../../model/flow.ts'
import { CONFIDENCES, SEVERITIES } from '../../model/severity.ts'
import { behindCheckOfRights } from '../endpoints/behind-check-of-rights.ts'
import { type LabelBatch, labelNames, labelsNamed, labelsOfRule } from '../solver/label-sets.ts'
import type { Located } from '../solver/rule-facts.ts'
import type { ReachedSink } from './find-source-paths.ts'
import type { FlowReportInput } from './report-input.ts'

/** Severity and confidence of a finding, from its source, its sink or its rule. */
export type Weight = Pick<TaintUse, 'severity' | 'confidence'>

/** The weight of findings whose paths are probably wrong. */
export const LEAST: Weight = { severity: 'low', confidence: 'low' }

/**
 * The weight of the strongest data that is sufficient for the sink. If a sink requires several labels, the weakest of them decides. Of the reviewed
 * paths through unknown calls in real applications fewer than one in twenty was right, so these have the least weight for every rule.
 */
export function weightOf(input: FlowReportInput, sink: TaintUse, flows: readonly ReachedSink[]): Weight {
  const arriving = arrivingUses(input, sink, flows)
  // Labels that were added on the path have no weight of their own.
  let labels = flows.reduce((all, { path }) => all | path.labels, 0)
  for (const each of arriving) labels &= ~each.labels
  const weight = arriving.find((each) => areEnough(input.batch, sink, (labels |= each.labels)))?.use ?? strongestOf(input, sink, flows)
  return flows.some(({ path }) => path.isMayTaint) ? LEAST : weight
}

/** Whether these labels are sufficient for a sink. */
export function areEnough(batch: LabelBatch, { rule, requires }: TaintUse, labels: number): boolean {
  return requires?.(labelNames(batch, rule, labels)) ?? true
}

/** Orders by severity and confidence, the strongest first. */
export function byWeight(left: Weight, right: Weight): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    CONFIDENCES.indexOf(left.confidence) - CONFIDENCES.indexOf(right.confidence)
  )
}

/** The weight of the strongest source of some data. */
export function strongestOf(input: FlowReportInput, sink: TaintUse, flows: readonly ReachedSink[]): Weight {
  return arrivingUses(input, sink, flows)[0]?.use ?? flows.flatMap((flow) => sourceUses(input, sink, flow)).sort(byWeight)[0] ?? sink
}

/** The sources of data that arrives, the strongest first, with the labels that arrive. */
function arrivingUses(
  input: FlowReportInput,
  sink: TaintUse,
  flows: readonly ReachedSink[],
): readonly { readonly use: TaintUse; readonly labels: number }[] {
  return flows
    .flatMap((flow) =>
      sourceUses(input, sink, flow).map((use) => ({ use, labels: labelsNamed(input.batch, sink.rule, use.label ?? '') & flow.path.labels })),
    )
    .filter(({ labels }) => labels !== 0)
    .sort((left, right) => byWeight(left.use, right.use))
}

function sourceUses(input: FlowReportInput, { rule }: TaintUse, flow: ReachedSink): readonly TaintUse[] {
  const source = input.sources[sourceOf(input, rule, flow)]
  const uses = source.uses.filter((use) => use.role === 'source' && use.rule === rule && use.requires === undefined)
  // If the file itself restricts access, the uses of the source are already weaker.
  const isRestricted = source.access === undefined && accessOf(input, source) !== undefined
  return isRestricted ? uses.map(behindCheckOfRights) : uses
}

/** Who can reach a source, if not everybody: according to its file, or to the files that mount it. */
export function accessOf({ project, reachedBy }: FlowReportInput, { access, file, enclosingNames }: Located<SourceSite>): string | undefined {
  return access ?? reachedBy(project.files[file].path, enclosingNames)
}

/** The source of the data of a rule, by its index. */
export function sourceOf({ batch, solution }: FlowReportInput, rule: number, { path }: ReachedSink): number {
  return solution.sourceOf(path.fact, labelsOfRule(batch, rule))
}
