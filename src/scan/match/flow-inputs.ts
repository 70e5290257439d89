import type { FlowCandidate, FlowFile } from '../../model/flow.ts'
import type { DialectRules } from '../../model/ruleset.ts'
import { type FlowEnds, type FlowEndsInput, readFlowEnds } from './match-endpoints.ts'
import { costOfLowering } from '../costs/step-costs.ts'

/** The data-flow input of a scanned file. It is lowered immediately if it has both ends of a flow, otherwise when another file has the other end. */
export interface FlowPart {
  readonly candidate: FlowCandidate
  readonly lowered: FlowFile | undefined
  /** The sources and sinks of the file, if it is not lowered yet. */
  readonly ends?: FlowEnds
  /** Number of steps. */
  readonly steps: number
}

/** Undefined if the file can have no part in any flow. */
export function readFlowPart(input: FlowEndsInput): FlowPart | undefined {
  const { view, rules, clock, flow } = input
  if (rules.taint.matchers.length === 0 || rules.code?.syntax.lower === undefined || rules.dialect.declarations?.test(view.path) === true)
    return undefined
  const ends = input.withoutPrefilter ? allEnds(rules) : clock.time('prefilter', () => rules.flowCandidates(view.text))
  const sinks = ends.sinks.filter((position) => rules.rules[position].appliesTo(view.path))
  const toRule = (position: number): number => rules.rules[position].index
  const { language, id: dialect } = rules.dialect
  const names = clock.time('flow', () => flow.readImports(view.text, language))
  const file = { path: view.path, language, dialect, ...names }
  const unread: FlowPart = {
    candidate: { ...file, sources: ends.sources.map(toRule), sinks: sinks.map(toRule), exact: false },
    lowered: undefined,
    steps: 0,
  }
  if (!ends.sources.some((position) => sinks.includes(position))) return unread
  const read = readFlowEnds(input)
  if (read === undefined) return unread
  // Its sinks are searched when a linked file has a source.
  if (read.sources.length === 0) return { candidate: { ...unread.candidate, sources: [] }, lowered: undefined, ends: read, steps: read.steps() }
  const found = { sources: read.sources, sinks: read.sinks() }
  const both = found.sources.some((rule) => found.sinks.includes(rule))
  const lowered = both ? read.lower() : undefined
  const steps = read.steps() + (lowered === undefined ? 0 : costOfLowering(lowered.program.values.count))
  return { candidate: { ...file, ...found, exact: true }, lowered, ...(lowered === undefined ? { ends: read } : {}), steps }
}

function allEnds({ rules }: DialectRules): ReturnType<DialectRules['flowCandidates']> {
  const all = rules.flatMap((rule, position) => (rule.taint === undefined ? [] : [position]))
  return { sources: all, sinks: all }
}
