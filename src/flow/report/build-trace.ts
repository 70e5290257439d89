import { BOUNDS } from '../../model/bounds.ts'
import type { TraceStep } from '../../model/finding.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import { isMayTaint } from '../solver/confidence.ts'
import { firstFactOf, predecessorOf } from '../solver/fact-table.ts'
import type { Located } from '../solver/rule-facts.ts'
import type { SolverState } from '../solver/solver-state.ts'
import { describeSource } from './describe-source.ts'
import type { PathSegment } from './path-segment.ts'

/** Longer traces are cut in the middle, because readers need both ends. */
const MAX_STEPS = BOUNDS.traceSteps.value
/** Nested calls that returned data and are shown in a trace. */
const MAX_DEPTH = BOUNDS.traceCallDepth.value
/** Nested calls between source and sink that are shown in a trace. */
const MAX_SEGMENTS = BOUNDS.traceSegments.value
/** Facts of a path that are visited. Beyond, calls that returned data are not shown. */
const MAX_FACTS = BOUNDS.traceFacts.value

interface Step {
  readonly file: number
  readonly start: number
  readonly end: number
  readonly what: string
}

/** What the solver has found out. */
type Solution = Pick<SolverState, 'project' | 'facts' | 'lookupResults'>

/** A trace that is being built. */
interface OpenTrace extends Solution {
  /** The labels whose path is shown. */
  readonly labels: number
  readonly steps: Step[]
  /** Visited facts. */
  factCount: number
}

export interface TraceInput {
  readonly solution: Solution
  readonly source: Located<SourceSite>
  readonly sink: Located<SinkSite>
  readonly path: PathSegment
  readonly labels: number
  /** The use of the data in the sink. */
  readonly usedAs: string | undefined
}

export interface BuiltTrace {
  /** The source, the steps of propagation, and the sink. */
  readonly trace: TraceStep[]
  /** Who can reach a function on the path, if it is not everybody and the source does not tell. */
  readonly access: string | undefined
}

/** Builds the trace of a path from the predecessors of its facts, calls and returns included. */
export function buildTrace({ solution, source, sink, path, labels, usedAs }: TraceInput): BuiltTrace {
  const { project, facts } = solution
  const trace = openTrace(solution, labels)
  let segment: PathSegment | undefined = path
  for (let depth = 0; segment !== undefined && depth < MAX_SEGMENTS; depth++) {
    if (depth > 0) addEntry(trace, segment.fact)
    addFacts(trace, segment.fact, 0)
    segment = segment.callee
  }
  const access = source.access === undefined ? accessOf(project, trace.steps) : undefined
  const what = describeSource({ project, facts, source, path, labels }, source.access ?? access)
  const first = { file: source.file, start: source.start, end: source.end, what }
  const last = { file: sink.file, start: sink.start, end: sink.end, what: describeSink(project, sink, usedAs) }
  const steps = shorten(trace.steps).map((step) => toStep(project, 'step', step))
  return { trace: [toStep(project, 'source', first), ...steps, toStep(project, 'sink', last)], access }
}

/** The steps of the data of a fact within the function of its entry, and in the functions that it calls. */
export function buildStepsTo(solution: Solution, fact: number, labels: number): readonly TraceStep[] {
  const trace = openTrace(solution, labels)
  addFacts(trace, fact, 0)
  return shorten(trace.steps).map((step) => toStep(solution.project, 'step', step))
}

function openTrace({ project, facts, lookupResults }: Solution, labels: number): OpenTrace {
  return { project, facts, lookupResults, labels, steps: [], factCount: 0 }
}

/** Names the callee of a sink, and the use of the data in it. */
function describeSink(project: Project, { call, file }: SinkSite & { file: number }, usedAs: string | undefined): string {
  const written = call < 0 ? '' : project.calls[project.firstCall[file] + call].spelledName
  const used = usedAs === undefined ? '' : ` as ${usedAs}`
  return written === '' ? `used${used === '' ? ' in this expression' : used}` : `${PASSED}\`${written}\`${used}`
}

/**
 * Who can reach the functions through which data flows within one request. What a helper reads from the request for a handler is sent by those who
 * can reach the handler.
 */
function accessOf({ files }: Project, steps: readonly Step[]): string | undefined {
  for (const { file, start, end, what } of steps) {
    // Another request reads the stored data.
    if (what === STORED) return undefined
    const span = files[file].guarded.find((each) => each.start <= start && end <= each.end)
    if (span !== undefined) return span.access
  }
  return undefined
}

/** Whether a step changes the data: it neither passes it to a function nor returns it. */
export function isChange({ kind, what }: TraceStep): boolean {
  return kind === 'step' && !what.startsWith(PASSED) && !what.startsWith(RETURNED)
}

/** Whether a step calls a method on the data. */
export function isReceiverCall({ kind, what }: TraceStep): boolean {
  return kind === 'step' && what.startsWith(PASSED) && what.endsWith(AS_RECEIVER)
}

/** Whether a step enters a function of the program, leaves one, or builds a string. */
export function stepKind({ kind, what }: TraceStep): 'enters' | 'leaves' | 'string' | undefined {
  if (kind !== 'step') return undefined
  if (what.startsWith(PASSED)) return 'enters'
  return what.startsWith(RETURNED) ? 'leaves' : what === CONCATENATED ? 'string' : undefined
}

const PASSED = 'passed to '
const AS_RECEIVER = 'as its receiver'
const RETURNED = 'returned by '
const CONCATENATED = 'concatenated into a string'
const STORED = 'stored for later calls'

/** Adds the steps within a function, up to this fact. */
function addFacts(trace: OpenTrace, last: number, depth: number): void {
  const { facts, labels } = trace
  const chain: { readonly fact: number; readonly calleeFact: number }[] = []
  for (let at = last; at >= 0 && chain.length < MAX_FACTS; ) {
    const { predecessor, calleeFact } = predecessorOf(facts, at, labels)
    chain.push({ fact: at, calleeFact })
    at = predecessor
  }
  trace.factCount += chain.length
  for (let index = chain.length - 1; index >= 0; index--) {
    const { fact, calleeFact } = chain[index]
    if (calleeFact >= 0 && depth < MAX_DEPTH && trace.factCount < MAX_FACTS) {
      addEntry(trace, calleeFact)
      addFacts(trace, calleeFact, depth + 1)
    }
    const predecessor = index === chain.length - 1 ? -1 : chain[index + 1].fact
    const previous = predecessor < 0 ? -1 : facts.value[predecessor]
    const isGuess = predecessor >= 0 && isMayTaint(facts.path[fact]) && !isMayTaint(facts.path[predecessor])
    const what = describe(trace, facts.value[fact], { previous, isReturned: calleeFact >= 0, isGuess })
    if (what !== undefined) trace.steps.push(place(trace.project, facts.value[fact], what))
  }
}

/** Adds the parameter through which the data of a fact has entered its function. */
function addEntry({ project, facts, labels, steps }: OpenTrace, last: number): void {
  const value = facts.value[firstFactOf(facts, last, labels)]
  if (project.op[value] !== OP.parameter) return
  const { name, isConstructor, parameters } = project.functions[project.owner[value]]
  const called = isConstructor ? 'the constructor' : name === '' ? 'a function' : `\`${name}\``
  const isReceiver = project.a[value] < 0
  const parameter = isReceiver ? '' : (parameters[project.a[value]]?.name ?? '')
  const target = isReceiver ? `${called} ${AS_RECEIVER}` : parameter === '' ? called : `parameter \`${parameter}\` of ${called}`
  steps.push(place(project, value, `${PASSED}${target}`))
}

/** Where the data of a value comes from: another value (-1 for none), the result of a function of the program, or an uncertain propagation. */
interface Arrival {
  readonly previous: number
  readonly isReturned: boolean
  readonly isGuess: boolean
}

/** The step from the previous value to this one; `undefined` if there is nothing to show. */
function describe(trace: OpenTrace, value: number, { previous, isReturned, isGuess }: Arrival): string | undefined {
  const { project } = trace
  const { op, a, b, key, keys, calls } = project
  if (previous < 0) return undefined
  switch (op[value]) {
    case OP.result: {
      const { spelledName } = calls[a[value]]
      const called = spelledName === '' ? 'the call' : `\`${spelledName}\``
      if (isGuess && !isReturned) return `possibly propagated by ${called} (unknown function)`
      return `${isReturned ? RETURNED : 'propagated by '}${called}`
    }
    case OP.combine:
    case OP.mix:
      return CONCATENATED
    case OP.store:
      if (b[value] !== previous || isPutBack(project, value)) return undefined
      return key[value] >= 0 && !keys[key[value]].startsWith('%') ? `stored in property \`${keys[key[value]]}\`` : 'stored as an element'
    case OP.postUpdate:
      if (a[value] === previous) return isGuess ? checkedBy(project, b[value]) : undefined
      return `added by \`${calls[b[value]].spelledName}\``
    case OP.imported:
      return 'imported'
    case OP.refine:
      return isGuess ? describeCheck(trace, value) : undefined
    case OP.captured:
      return isGuess ? STORED : 'captured by a nested function'
    default:
      return undefined
  }
}

/** Why a check makes data harmless only possibly. */
function describeCheck({ project, lookupResults }: OpenTrace, value: number): string {
  const { a, b, files, fileOf, firstValue } = project
  const guard = b[value] < 0 ? undefined : files[fileOf[value]].program.guards[b[value]]
  if (guard?.isPrefixOnly === true) return 'compared with a prefix without a separator, which a longer name may have too'
  const isLookup = lookupResults.has(value) || guard === undefined || guard.callResult < 0
  return isLookup ? 'used in a lookup that found something' : checkedBy(project, a[firstValue[fileOf[value]] + guard.callResult])
}

function checkedBy({ calls }: Project, call: number): string {
  return `checked by \`${calls[call].spelledName}\`, which is not part of the scanned files`
}

/** Whether a store writes a property back after a guard has refined it. It is not in the code. */
function isPutBack(project: Project, store: number): boolean {
  const part = project.b[store]
  if (project.op[part] !== OP.phi || project.fileOf[part] !== project.fileOf[store]) return false
  const [left, right] = [place(project, part, ''), place(project, store, '')]
  return left.start === right.start && left.end === right.end && !/^\d+$/.test(project.keys[project.key[store]] ?? '0')
}

function place(project: Project, value: number, what: string): Step {
  const file = project.fileOf[value]
  const local = value - project.firstValue[file]
  const { values } = project.files[file].program
  return { file, start: values.start[local], end: values.end[local], what }
}

/** Removes repeated steps, and the middle of long traces. */
function shorten(steps: readonly Step[]): readonly Step[] {
  const distinct = steps.filter(
    (step, index) =>
      index === 0 || step.what !== steps[index - 1].what || step.start !== steps[index - 1].start || step.file !== steps[index - 1].file,
  )
  return distinct.length <= MAX_STEPS ? distinct : [...distinct.slice(0, MAX_STEPS / 2), ...distinct.slice(-MAX_STEPS / 2)]
}

function toStep(project: Project, kind: TraceStep['kind'], { file, start, end, what }: Step): TraceStep {
  const { path, lines } = project.files[file]
  const from = lines.positionAt(start)
  const to = lines.positionAt(end)
  return { kind, file: path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, what }
}
