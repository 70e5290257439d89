import type { TraceStep } from '../../model/finding.ts'
import type { SinkSite, SourceSite } from '../../model/flow.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import { isMayTaint } from '../solver/access-paths.ts'
import { type FactTable, firstFactOf, type SinkFact, type TaintSolution, predecessorOf } from '../solver/fact-table.ts'

/** Longer ways are cut in the middle: a person reads their two ends. */
const MAX_STEPS = 40
/** Calls within calls that a trace goes into. */
const MAX_DEPTH = 12
/** Facts of one function on a way. */
const MAX_FACTS = 10_000

interface Step {
  readonly file: number
  readonly start: number
  readonly end: number
  readonly what: string
}

/** A way as far as it has been told. */
interface OpenTrace {
  readonly project: Project
  readonly facts: FactTable
  /** What the data carries whose way is told. */
  readonly bits: number
  readonly steps: Step[]
}

/** The way of data from a source to a sink. */
export interface DataWay {
  /** Where it starts, each thing that happened to it, and where it does harm. */
  readonly trace: TraceStep[]
  /** Who gets to a function on it, where not everybody does and the source says nothing of that. */
  readonly access: string | undefined
}

/** The way of data that carries some of these bits. */
export function buildWay(
  project: Project,
  { facts }: TaintSolution,
  source: SourceSite & { file: number },
  sink: SinkSite & { file: number },
  hit: SinkFact,
  bits: number,
): DataWay {
  const trace: OpenTrace = { project, facts, bits, steps: [] }
  let at: SinkFact | undefined = hit
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH * 4; depth++) {
    if (depth > 0) addEntry(trace, at.fact)
    addFacts(trace, at.fact, 0)
    at = at.calleeSinkFact
  }
  const access = source.access === undefined ? accessOf(project, trace.steps) : undefined
  const behind = source.access ?? access
  const first = {
    file: source.file,
    start: source.start,
    end: source.end,
    what: describeSource(source.text, behind),
  }
  return {
    trace: [
      toStep(project, 'source', first),
      ...shorten(trace.steps).map((step) => toStep(project, 'step', step)),
      toStep(project, 'sink', { file: sink.file, start: sink.start, end: sink.end, what: describeSink(project, sink) }),
    ],
    access,
  }
}

/** Names the source where its code is a short chain of names, keys and one lookup: longer code is shown by reports, which mask secrets. */
function describeSource(text: string, access: string | undefined): string {
  const named = SHORT_ACCESS.test(text) ? `untrusted input \`${text}\`` : 'untrusted input'
  return access === undefined ? named : `${named}, ${access}`
}

const SHORT_ACCESS = /^(?=.{1,60}$)[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[\w'"-]{1,20}\]|\([\w'"-]{0,20}\))*$/

/** Names the function that a sink calls. */
function describeSink(project: Project, { call, file }: SinkSite & { file: number }): string {
  const written = call < 0 ? '' : project.calls[project.firstCall[file] + call].spelledName
  return written === '' ? 'used in this expression' : `${PASSED}\`${written}\``
}

/** Who gets to the functions that data comes through in one request: what a helper took of it for a handler is what those send who get to the handler. */
function accessOf({ files }: Project, steps: readonly Step[]): string | undefined {
  for (const { file, start, end, what } of steps) {
    // Another request reads what this one has left.
    if (what === LEFT) return undefined
    const span = files[file].guarded.find((each) => each.start <= start && end <= each.end)
    if (span !== undefined) return span.access
  }
  return undefined
}

/** Whether something happens to the data there, beside that it is passed to a function or given back by it. */
export function isChange({ kind, what }: TraceStep): boolean {
  return kind === 'step' && !what.startsWith(PASSED) && !what.startsWith(GIVEN_BACK)
}

/** Whether a step hands the data to a method as what it is called on. */
export function isHandedAsReceiver({ kind, what }: TraceStep): boolean {
  return kind === 'step' && what.startsWith(PASSED) && what.endsWith(AS_RECEIVER)
}

/** Whether a step enters a function of the program, leaves one, or makes a text. */
export function stepKind({ kind, what }: TraceStep): 'enters' | 'leaves' | 'text' | undefined {
  if (kind !== 'step') return undefined
  if (what.startsWith(PASSED)) return 'enters'
  return what.startsWith(GIVEN_BACK) ? 'leaves' : what === MADE_TEXT ? 'text' : undefined
}

const PASSED = 'passed to '
const AS_RECEIVER = 'as its receiver'
const GIVEN_BACK = 'returned by '
const MADE_TEXT = 'concatenated into a string'
const LEFT = 'stored for later calls'

/** What happened within a function, up to this fact. */
function addFacts(trace: OpenTrace, last: number, depth: number): void {
  const { facts, bits } = trace
  const chain: { readonly fact: number; readonly inner: number }[] = []
  for (let at = last; at >= 0 && chain.length < MAX_FACTS; ) {
    const { predecessor: before, calleeFact: inner } = predecessorOf(facts, at, bits)
    chain.push({ fact: at, inner })
    at = before
  }
  for (let index = chain.length - 1; index >= 0; index--) {
    const { fact, inner } = chain[index]
    if (inner >= 0 && depth < MAX_DEPTH) {
      addEntry(trace, inner)
      addFacts(trace, inner, depth + 1)
    }
    const before = index === chain.length - 1 ? -1 : chain[index + 1].fact
    const previous = before < 0 ? -1 : facts.value[before]
    const isGuess = before >= 0 && isMayTaint(facts.path[fact]) && !isMayTaint(facts.path[before])
    const what = describe(trace.project, facts.value[fact], { previous, isReturned: inner >= 0, isGuess })
    if (what !== undefined) trace.steps.push(place(trace.project, facts.value[fact], what))
  }
}

/** The parameter through which a chain within a function began. */
function addEntry({ project, facts, bits, steps }: OpenTrace, last: number): void {
  const value = facts.value[firstFactOf(facts, last, bits)]
  if (project.op[value] !== OP.parameter) return
  const { name, isConstructor, parameters } = project.functions[project.owner[value]]
  const called = isConstructor ? 'the constructor' : name === '' ? 'a function' : `\`${name}\``
  const isReceiver = project.a[value] < 0
  const parameter = isReceiver ? '' : (parameters[project.a[value]]?.name ?? '')
  const target = isReceiver ? `${called} ${AS_RECEIVER}` : parameter === '' ? called : `parameter \`${parameter}\` of ${called}`
  steps.push(place(project, value, `${PASSED}${target}`))
}

/** How data came to a value: from another one (-1 for none), perhaps by a function that gave it back, or by one that nobody knows. */
interface Arrival {
  readonly previous: number
  readonly isReturned: boolean
  readonly isGuess: boolean
}

/** What becomes of the previous value in this one; undefined where that is nothing to tell. */
function describe(project: Project, value: number, { previous, isReturned, isGuess }: Arrival): string | undefined {
  const { op, a, b, key, keys, calls } = project
  if (previous < 0) return undefined
  switch (op[value]) {
    case OP.result: {
      const { spelledName } = calls[a[value]]
      const called = spelledName === '' ? 'the call' : `\`${spelledName}\``
      if (isGuess && !isReturned) return `possibly propagated by ${called} (unknown function)`
      return `${isReturned ? GIVEN_BACK : 'propagated by '}${called}`
    }
    case OP.combine:
    case OP.mix:
      return MADE_TEXT
    case OP.store:
      if (b[value] !== previous || isPutBack(project, value)) return undefined
      return key[value] >= 0 && !keys[key[value]].startsWith('%') ? `stored in property \`${keys[key[value]]}\`` : 'stored as an element'
    case OP.postUpdate:
      return a[value] === previous ? undefined : `added by \`${calls[b[value]].spelledName}\``
    case OP.imported:
      return 'imported'
    case OP.refine:
      return isGuess ? 'used in a lookup that found something' : undefined
    case OP.captured:
      return isGuess ? LEFT : 'captured by a nested function'
    default:
      return undefined
  }
}

/** Whether a store puts back what a check has left of a part of what a call returns: no code says so. */
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

/** Without what is said twice in a row, and of long ways the two ends. */
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
