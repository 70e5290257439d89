import type { ExplainedSink, FlowLoss } from '../../model/explanation.ts'
import type { SinkSite, TaintUse } from '../../model/flow.ts'
import { areEnough } from '../report/finding-weight.ts'
import { labelsOfSink } from '../solver/label-sets.ts'
import type { Located } from '../solver/rule-facts.ts'
import { type BackwardEdges, listBackwardEdges } from './backward-edges.ts'
import type { BreakScope } from './break-scope.ts'
import { classifyBreak } from './classify-break.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'
import { describeRoot } from './describe-root.ts'
import { type BackwardSearch, createTaintTest, factsByValue, searchBack } from './find-breaks.ts'
import { findOverwritten } from './find-overwritten.ts'
import type { ExplainedProgram, SolvedProgram } from './solve-explained.ts'

/** Explains each sink: reached, or where the data is lost that might have reached it. */
export function explainSinks(explained: ExplainedProgram): readonly ExplainedSink[] {
  const { ends, solved } = explained
  const edges = listBackwardEdges(explained.program.solver)
  return ends.sinks.flatMap((sink, index): readonly ExplainedSink[] => {
    const use = sink.uses.find(({ role }) => role === 'sink')
    if (use === undefined) return []
    const base = { place: placeOfSpan(explained, sink.file, sink), clause: use.clause }
    if (solved === undefined) return [{ ...base, reached: false, loss: NO_SOURCE }]
    const path = explained.files[sink.file].file.path
    if (solved.reported.has(`${path}:${sink.start}:${sink.end}`)) return [{ ...base, reached: true }]
    return [{ ...base, reached: false, loss: explainSink({ explained, solved, edges }, sink, index, use) }]
  })
}

const NO_SOURCE: FlowLoss = {
  code: 'no-source',
  term: 'source',
  clause: 'taint.sources',
  message: 'No code in these files matches a source of the rule, so no data can reach the sink.',
}

interface SinkScope {
  readonly explained: ExplainedProgram
  readonly solved: SolvedProgram
  readonly edges: BackwardEdges
}

function explainSink({ explained, solved, edges }: SinkScope, sink: Located<SinkSite>, index: number, use: TaintUse): FlowLoss {
  const { state } = solved.solution
  const { project } = state
  const place = placeOfSpan(explained, sink.file, sink)
  const values = sink.values.map((value) => value + project.firstValue[sink.file])
  const isAnnotated = values.some((value) => state.taint.sinks.get(value)?.some((each) => each.sink === index) === true)
  if (state.sinkFacts.bySink.has(index)) return { ...explainUnreported(solved, sink, index, use), place }
  const byValue = factsByValue(state.facts, solved.labels)
  if (!isAnnotated) return { code: 'callee', term: 'call edge', place, message: CALLEE }
  const tainted = values.filter((value) => byValue.has(value))
  if (tainted.length > 0) return { ...explainRejected(solved, tainted, use), place, lastSeen: placeOfValue(explained, tainted[0]) }
  const scope: BreakScope = { explained, solved, byValue }
  const search = searchBack(values, edges, createTaintTest(project, state.facts, byValue))
  const [best] = search.breaks
    .map((found) => ({ ...classifyBreak(scope, found), distance: found.distance }))
    .toSorted((left, right) => left.rank - right.rank || left.distance - right.distance)
  const overwritten = findOverwritten(scope, sink, values)
  if (best !== undefined && (best.rank < 3 || overwritten === undefined)) return best.loss
  return overwritten ?? describeDropped(scope, search) ?? describeRoot(explained, search, place)
}

/** A function of the program that gets the data and does not return it. */
function describeDropped({ explained, solved, byValue }: BreakScope, { returns }: BackwardSearch): FlowLoss | undefined {
  const { calls } = solved.solution.state.project
  for (const { call: index } of returns) {
    const call = calls[index]
    const passed = [call.receiver, ...call.arguments.map(({ value }) => value)].find((value) => byValue.has(value))
    if (passed === undefined) continue
    const place = placeOfSpan(explained, call.file, call)
    const name = quote(call.spelledName === '' ? 'this function' : call.spelledName)
    const message = `${name} gets the data on line ${place.line}, and its result does not contain the data.`
    return { code: 'function', term: 'summary', place, lastSeen: placeOfValue(explained, passed), message }
  }
  return undefined
}

const CALLEE = 'The sink is a call of a function of these files, which is followed instead: a sink in that function counts.'

/** Data reaches the sink, but makes no finding. */
function explainUnreported({ reached, batch }: SolvedProgram, sink: Located<SinkSite>, index: number, use: TaintUse): FlowLoss {
  const flows = reached.filter(({ path }) => path.sink === index)
  if (flows.length === 0) return { code: 'no-path', term: 'path condition', message: NO_CONDITION }
  if (!use.takesWeak && flows.every(({ path }) => path.isMayTaint))
    return {
      code: 'weak',
      term: 'weak data',
      message: 'Only weak data reaches the sink, which an unknown call may have propagated, and the sink has `weak: off`.',
    }
  const labels = flows.reduce((all, { path }) => all | path.labels, 0)
  if (!areEnough(batch, use, labels) || (labels & labelsOfSink(batch, use)) === 0)
    return {
      code: 'labels',
      term: 'labels',
      clause: `${use.clause}.requires`,
      message: 'The data that reaches the sink does not have the labels that the sink requires.',
    }
  if (use.with !== undefined && sink.companions.size > 0)
    return {
      code: 'companion',
      term: 'sink',
      clause: `${use.clause}.with`,
      message: `Data reaches the sink, but none reaches ${quote(use.with)}, which the sink requires too.`,
    }
  return { code: 'callee', term: 'sink', message: 'The data goes on to a sink in the called function, which is reported instead.' }
}

const NO_CONDITION = 'The data reaches the sink only on branches that the constant arguments of the calls exclude.'

/** The value of the sink has data that the sink does not accept. */
function explainRejected({ solution: { state } }: SolvedProgram, values: readonly number[], use: TaintUse): FlowLoss {
  const { facts, paths, project } = state
  for (let fact = 0; fact < facts.count; fact++) {
    if (!values.includes(facts.value[fact]) || paths.isRoot(facts.path[fact])) continue
    const key = paths.firstKey(facts.path[fact])
    const named = key < 0 ? 'a part' : `the property ${quote(project.keys[key])}`
    const clause = `${use.clause}.${use.fields === undefined ? 'exact' : 'fields'}`
    return { code: 'exact', term: 'access path', clause, message: `Only ${named} of the value has data, and the sink wants the value itself.` }
  }
  if (state.taint.ownFile !== 0)
    return { code: 'own-file', term: 'source scope', message: 'The source has `scope: file`: its data counts at sinks of its own file only.' }
  return { code: 'labels', term: 'labels', clause: use.clause, message: 'The value has data, but not with the labels that the sink accepts.' }
}
