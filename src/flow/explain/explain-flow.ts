import type { CallModels } from '../../model/call-models.ts'
import { compareTexts } from '../../model/compare-texts.ts'
import type { CodePlace, ExplainedSink, ExplainedSource, FlowLoss } from '../../model/explanation.ts'
import type { ExplainedFlow, FlowExplanationInput } from '../../model/flow-explanation.ts'
import { explainSinks } from './explain-sinks.ts'
import { explainSources } from './explain-sources.ts'
import { solveExplained } from './solve-explained.ts'

/** Solves the files for one rule and explains each source and sink. In order of file and position. */
export function explainFlow(input: FlowExplanationInput, models: CallModels): ExplainedFlow {
  const explained = solveExplained(input, models)
  const sinks = byPlace(distinct(explainSinks(explained)))
  const sources = byPlace(distinct(explainSources(explained)))
  return { sources, sinks, reason: generalReason(sources, sinks), isEmptyLoss: ({ code }) => EMPTY.has(code) }
}

/** Clauses that find the same code with the same result are one. */
function distinct<End extends { readonly place: CodePlace; readonly loss?: FlowLoss }>(all: readonly End[]): readonly End[] {
  const found = new Map<string, End>()
  for (const end of all) {
    const { file, line, column, endLine, endColumn } = end.place
    const key = `${file}:${line}:${column}:${endLine}:${endColumn}:${end.loss?.message ?? ''}`
    if (!found.has(key)) found.set(key, end)
  }
  return [...found.values()]
}

function byPlace<Place extends { readonly place: CodePlace }>(all: readonly Place[]): readonly Place[] {
  return all.toSorted(
    ({ place: left }, { place: right }) => compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column,
  )
}

/** Losses that name what happens to the data come before those that find no data. */
const EMPTY: ReadonlySet<FlowLoss['code']> = new Set(['no-data', 'not-called', 'import', 'no-path', 'no-source', 'callee'])

function generalReason(sources: readonly ExplainedSource[], sinks: readonly ExplainedSink[]): FlowLoss {
  if (sources.length === 0) return { code: 'no-source', term: 'source', clause: 'taint.sources', message: NO_SOURCE }
  if (sinks.length === 0) {
    const [loss] = sources.flatMap((source) => source.loss ?? [])
    const seen = loss?.lastSeen === undefined ? '' : ` The data was last seen on line ${loss.lastSeen.line}.`
    const places = {
      ...(loss?.place === undefined ? {} : { place: loss.place }),
      ...(loss?.lastSeen === undefined ? {} : { lastSeen: loss.lastSeen }),
    }
    return { code: 'no-sink', term: 'sink', clause: 'taint.sinks', message: `${NO_SINK}${seen}`, ...places }
  }
  const losses = sinks.flatMap(({ loss }) => loss ?? [])
  return (
    losses.find(({ code }) => !EMPTY.has(code)) ??
    losses[0] ?? { code: 'no-path', term: 'data-flow path', message: 'Data reaches a sink, but the finding is not reported.' }
  )
}

const NO_SOURCE = 'No code in these files matches a source of the rule.'
const NO_SINK = 'No code in these files matches a sink of the rule.'
