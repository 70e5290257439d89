import type { ExplainedSource, FlowLoss } from '../../model/explanation.ts'
import type { SourceSite } from '../../model/flow.ts'
import { OP } from '../../model/program.ts'
import { buildStepsTo } from '../report/build-trace.ts'
import type { FactTable } from '../solver/fact-table.ts'
import type { Located } from '../solver/rule-facts.ts'
import { type BackwardEdge, type BackwardEdges, listBackwardEdges } from './backward-edges.ts'
import type { BreakScope } from './break-scope.ts'
import { classifyBreak } from './classify-break.ts'
import { placeOfSpan, placeOfValue, quote, toFlowSteps } from './describe-code.ts'
import { factsByValue } from './find-breaks.ts'
import type { ExplainedProgram, SolvedProgram } from './solve-explained.ts'

const ALL_LABELS = -1

/** Explains each source: the steps of its data, and where the data ends. */
export function explainSources(explained: ExplainedProgram): readonly ExplainedSource[] {
  const { solved, ends } = explained
  if (solved === undefined) return []
  const scope: BreakScope = { explained, solved, byValue: factsByValue(solved.solution.state.facts, solved.labels) }
  const forward = listForwardEdges(listBackwardEdges(explained.program.solver))
  const factsOf = factsBySource(solved)
  const reaching = reachingSources(solved)
  return ends.sources.flatMap((site, index): readonly ExplainedSource[] => {
    const use = site.uses.find(({ role }) => role === 'source')
    if (use === undefined) return []
    return [explainSource(scope, forward, { site, clause: use.clause, facts: factsOf.get(index) ?? [], reaches: reaching.has(index) })]
  })
}

type ForwardEdges = ReadonlyMap<number, readonly { readonly edge: BackwardEdge; readonly to: number }[]>

function listForwardEdges(backward: BackwardEdges): ForwardEdges {
  const found = new Map<number, { edge: BackwardEdge; to: number }[]>()
  for (const [to, edges] of backward)
    for (const edge of edges) {
      const known = found.get(edge.from)
      if (known === undefined) found.set(edge.from, [{ edge, to }])
      else known.push({ edge, to })
    }
  return found
}

/** By source: its facts outside of the functions that its data is passed to. */
function factsBySource({ solution }: SolvedProgram): ReadonlyMap<number, readonly number[]> {
  const { facts } = solution.state
  const found = new Map<number, number[]>()
  for (let fact = 0; fact < facts.count; fact++) {
    if (facts.entry[fact] >= 0) continue
    const source = solution.sourceOf(fact, ALL_LABELS)
    const known = found.get(source)
    if (known === undefined) found.set(source, [fact])
    else known.push(fact)
  }
  return found
}

function reachingSources({ reached, solution, reported }: SolvedProgram): ReadonlySet<number> {
  if (reported.size === 0) return new Set()
  return new Set(reached.map(({ path }) => solution.sourceOf(path.fact, ALL_LABELS)))
}

interface SourceInput {
  readonly site: Located<SourceSite>
  readonly clause: string
  readonly facts: readonly number[]
  readonly reaches: boolean
}

function explainSource(scope: BreakScope, forward: ForwardEdges, { site, clause, facts, reaches }: SourceInput): ExplainedSource {
  const { explained, solved } = scope
  const { facts: table, project } = solved.solution.state
  const place = placeOfSpan(explained, site.file, site)
  // What a call or check leaves of an object is no step of the data.
  const plain = facts.filter((fact) => project.op[table.value[fact]] !== OP.store && project.op[table.value[fact]] !== OP.postUpdate)
  const [furthest] = plain.length > 0 ? furthestFirst(table, plain) : furthestFirst(table, facts)
  if (furthest === undefined) return { place, clause, steps: [], reaches, loss: { code: 'no-path', term: 'source', place, message: NO_DATA } }
  const stepsTo = (fact: number): ExplainedSource['steps'] => toFlowSteps(explained, buildStepsTo(solved.solution.state, fact, solved.labels))
  if (reaches) return { place, clause, steps: stepsTo(furthest), reaches }
  const { loss, value } = findLoss(scope, forward, facts, furthest)
  const last = facts.find((fact) => table.value[fact] === value) ?? furthest
  return { place, clause, steps: stepsTo(last), reaches, loss }
}

const NO_DATA = 'The source starts no data here: its value is not used, or a sanitizer is at the same code.'

function furthestFirst({ distance }: FactTable, facts: readonly number[]): readonly number[] {
  return facts.toSorted((left, right) => distance[right] - distance[left])
}

interface FoundLoss {
  readonly loss: FlowLoss
  /** The last value that has the data. */
  readonly value: number
}

/** The loss that explains the most, of the values that have data of the source. Those that the data reaches last come first. */
function findLoss(scope: BreakScope, forward: ForwardEdges, facts: readonly number[], furthest: number): FoundLoss {
  const { facts: table } = scope.solved.solution.state
  const values = new Map(facts.map((fact) => [table.value[fact], table.distance[fact]]))
  for (const value of calledValues(scope, facts)) if (!values.has(value)) values.set(value, 0)
  const losses = [...values].flatMap(([value, distance]) =>
    (forward.get(value) ?? []).flatMap(({ edge, to }) =>
      scope.byValue.has(to) ? [] : [{ ...classifyBreak(scope, { edge, to, distance: 0 }), distance, value }],
    ),
  )
  const [best] = losses.toSorted((left, right) => left.rank - right.rank || right.distance - left.distance)
  if (best !== undefined) return best
  const lastSeen = placeOfValue(scope.explained, table.value[furthest])
  const message = `The data is last seen in ${quote(lastSeen.text)} on line ${lastSeen.line}. No sink of the rule uses it.`
  return { loss: { code: 'no-path', term: 'data-flow path', place: lastSeen, lastSeen, message }, value: table.value[furthest] }
}

/** Values in functions that the data of a source enters. */
function calledValues({ solved }: BreakScope, facts: readonly number[]): readonly number[] {
  const { state } = solved.solution
  const own = new Set(facts)
  const entered = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const before = entered.size
    for (const [entry, { incoming }] of state.entryFacts.entries())
      if (incoming.some(({ fact }) => own.has(fact) || (state.facts.entry[fact] >= 0 && entered.has(state.facts.entry[fact])))) entered.add(entry)
    if (entered.size === before) break
  }
  const values: number[] = []
  for (let fact = 0; fact < state.facts.count; fact++) if (entered.has(state.facts.entry[fact])) values.push(state.facts.value[fact])
  return values
}
