import type { TraceStep } from '../model/finding.ts'
import type { SinkSite, SourceSite } from '../model/flow.ts'
import { OP } from '../model/program.ts'
import type { Project } from './build-project.ts'
import type { SinkHit, TaintSolution } from './taint-facts.ts'

/** Longer ways are cut in the middle: a person reads their two ends. */
const MAX_STEPS = 40
/** Calls within calls that a trace goes into. */
const MAX_DEPTH = 12

interface Step {
  readonly file: number
  readonly start: number
  readonly end: number
  readonly what: string
}

/** The way from a source to a sink: where the data starts, each thing that happened to it, and where it does harm. */
export function buildTrace(
  project: Project,
  { facts }: TaintSolution,
  source: SourceSite & { file: number },
  sink: SinkSite & { file: number },
  hit: SinkHit,
): TraceStep[] {
  const steps: Step[] = []

  const addFacts = (last: number, depth: number): void => {
    const chain: number[] = []
    for (let at = last; at >= 0 && chain.length < 10_000; at = facts.before[at]) chain.push(at)
    for (let index = chain.length - 1; index >= 0; index--) {
      const fact = chain[index]
      const previous = index === chain.length - 1 ? -1 : chain[index + 1]
      const inner = facts.inner[fact]
      if (inner >= 0 && depth < MAX_DEPTH) {
        addEntry(inner)
        addFacts(inner, depth + 1)
      }
      const what = describe(fact, previous, inner)
      if (what !== undefined) steps.push(place(facts.value[fact], what))
    }
  }

  /** The parameter through which a chain within a function began. */
  const addEntry = (last: number): void => {
    let first = last
    while (facts.before[first] >= 0) first = facts.before[first]
    const value = facts.value[first]
    if (project.op[value] !== OP.parameter) return
    const func = project.functions[project.owner[value]]
    const name = project.a[value] < 0 ? 'its receiver' : (func.parameters[project.a[value]]?.name ?? '')
    const called = func.isConstructor ? 'the constructor' : func.name === '' ? 'a function' : `\`${func.name}\``
    steps.push(
      place(
        value,
        name === '' ? `passed to ${called}` : name === 'its receiver' ? `passed to ${called} as its receiver` : `passed to ${called} as \`${name}\``,
      ),
    )
  }

  function describe(fact: number, previous: number, inner: number): string | undefined {
    const value = facts.value[fact]
    switch (project.op[value]) {
      case OP.result: {
        if (previous < 0) return undefined
        const call = project.calls[project.a[value]]
        const name = call.written === '' ? 'the call' : `\`${call.written}\``
        return inner >= 0 ? `returned by ${name}` : `passed through ${name}`
      }
      case OP.combine:
        return previous < 0 ? undefined : 'becomes part of a text'
      case OP.store: {
        const key = project.key[value]
        const known = key >= 0 && !project.keys[key].startsWith('%')
        return previous >= 0 && project.b[value] === facts.value[previous]
          ? known
            ? `stored in \`${project.keys[key]}\``
            : 'stored as an element'
          : undefined
      }
      case OP.after: {
        if (previous < 0 || project.a[value] === facts.value[previous]) return undefined
        const call = project.calls[project.b[value]]
        return `put in by \`${call.written}\``
      }
      case OP.imported:
        return previous < 0 ? undefined : 'imported'
      case OP.cell:
        return previous < 0 ? undefined : 'used by a function within'
      default:
        return undefined
    }
  }

  function place(value: number, what: string): Step {
    const file = project.fileOf[value]
    const local = value - project.firstValue[file]
    const { values } = project.files[file].program
    return { file, start: values.start[local], end: values.end[local], what }
  }

  let at: SinkHit | undefined = hit
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH * 4; depth++) {
    if (depth > 0) addEntry(at.fact)
    addFacts(at.fact, 0)
    at = at.deeper
  }
  const distinct = steps.filter(
    (step, index) =>
      index === 0 || step.what !== steps[index - 1].what || step.start !== steps[index - 1].start || step.file !== steps[index - 1].file,
  )
  const kept = distinct.length <= MAX_STEPS ? distinct : [...distinct.slice(0, MAX_STEPS / 2), ...distinct.slice(-MAX_STEPS / 2)]
  return [
    toStep(project, 'source', { file: source.file, start: source.start, end: source.end, what: 'untrusted data' }),
    ...kept.map((step) => toStep(project, 'step', step)),
    toStep(project, 'sink', { file: sink.file, start: sink.start, end: sink.end, what: 'used here' }),
  ]
}

function toStep(project: Project, kind: TraceStep['kind'], { file, start, end, what }: Step): TraceStep {
  const { path, lines } = project.files[file]
  const from = lines.positionAt(start)
  const to = lines.positionAt(end)
  return { kind, file: path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, what }
}
