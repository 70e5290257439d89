import type { FlowCandidate, FlowFile } from '../model/flow.ts'
import { type FlowEndsInput, readFlowEnds } from './read-flow-ends.ts'

/** What a scanned file brings to data flow. It is lowered at once when it has both ends of a flow, else when it turns out that other files have them. */
export interface FlowPart {
  readonly candidate: FlowCandidate
  readonly lowered: FlowFile | undefined
}

/** Undefined when the file can have no part in any flow. */
export function readFlowPart(input: FlowEndsInput): FlowPart | undefined {
  const { view, rules, clock, flow } = input
  if (rules.taint.places.length === 0 || rules.code?.syntax.lower === undefined) return undefined
  const all = rules.rules.flatMap((rule, position) => (rule.taint === undefined ? [] : [position]))
  const ends = input.withoutPrefilter ? { sources: all, sinks: all } : clock.time('prefilter', () => rules.flowCandidates(view.text))
  const sinks = ends.sinks.filter((position) => rules.rules[position].appliesTo(view.path))
  const toRule = (position: number): number => rules.rules[position].index
  const { language, id: dialect } = rules.dialect
  const names = clock.time('flow', () => flow.readImports(view.text, language))
  const file = { path: view.path, language, dialect, ...names }
  const alone = ends.sources.some((position) => sinks.includes(position))
  const read = alone ? readFlowEnds(input) : undefined
  if (read === undefined)
    return { candidate: { ...file, sources: ends.sources.map(toRule), sinks: sinks.map(toRule), exact: false }, lowered: undefined }
  const both = read.sources.some((rule) => read.sinks.includes(rule))
  return { candidate: { ...file, sources: read.sources, sinks: read.sinks, exact: true }, lowered: both ? read.lower() : undefined }
}
