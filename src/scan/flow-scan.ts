import type { FlowCandidate, FlowFile } from '../model/flow.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import type { PartialFile } from '../model/gap.ts'
import type { DialectRules } from '../model/ruleset.ts'
import type { Limits } from '../model/scanner.ts'
import type { SourceView } from '../model/source.ts'
import { createSourceView } from './create-source-view.ts'
import type { PhaseClock } from './phase-clock.ts'
import type { Profiler } from './profiler.ts'
import type { RawFinding } from './raw-finding.ts'
import { createStepBudget, StepLimitError } from './step-budget.ts'

/** What a scanned file brings to data flow: it is lowered at once when it has both ends of a flow, else when it turns out that other files have them. */
export interface FlowPart extends FlowCandidate {
  readonly rules: DialectRules
  /** Whether the ends are those found in the tree; otherwise those that the literals allow. */
  readonly exact: boolean
  readonly lowered: FlowFile | undefined
  /** Rules whose requirements this file does not meet. */
  readonly refused: ReadonlySet<number>
}

export interface FlowPartInput {
  readonly view: SourceView
  readonly rules: DialectRules
  readonly flow: FlowEngine
  readonly limits: Limits
  readonly clock: PhaseClock
  readonly profiler: Profiler | undefined
  readonly withoutPrefilter: boolean
  /** Whether other rules have had the file parsed. */
  readonly parsed: boolean
  /** Whether the file meets what rules require of it: by position. */
  meets(position: number): boolean
  onGap(reason: PartialFile['reason'], detail: string): void
}

/** Undefined when the file can have no part in any flow. */
export function readFlowPart(input: FlowPartInput): FlowPart | undefined {
  const { view, rules, clock } = input
  if (rules.taint.places.length === 0 || rules.code?.syntax.lower === undefined) return undefined
  const all = rules.rules.flatMap((rule, position) => (rule.taint === undefined ? [] : [position]))
  const ends = input.withoutPrefilter ? { sources: all, sinks: all } : clock.time('prefilter', () => rules.flowCandidates(view.text))
  const sinks = ends.sinks.filter((position) => rules.rules[position].appliesTo(view.path))
  const toRule = (position: number): number => rules.rules[position].index
  const refused = new Set(sinks.filter((position) => rules.rules[position].requirements.length > 0 && !input.meets(position)).map(toRule))
  const part = { path: view.path, language: rules.dialect.language, text: view.text, rules, refused }
  const alone = ends.sources.some((position) => sinks.includes(position))
  const some = ends.sources.length > 0 || sinks.length > 0
  const read = alone || (some && input.parsed) ? readEnds(input) : undefined
  if (read === undefined) return { ...part, sources: ends.sources.map(toRule), sinks: sinks.map(toRule), exact: false, lowered: undefined }
  return {
    ...part,
    sources: read.sources,
    sinks: read.sinks,
    exact: true,
    lowered: read.sources.some((rule) => read.sinks.includes(rule)) ? read.lower() : undefined,
  }
}

interface Ends {
  readonly sources: readonly number[]
  readonly sinks: readonly number[]
  /** Lowers the file and marks what was found in it. */
  lower(): FlowFile | undefined
}

/** Looks for sources and sinks in a file's tree. Undefined when it has none. */
function readEnds({
  view,
  rules,
  flow,
  limits,
  clock,
  profiler,
  onGap,
  withoutPrefilter,
}: Omit<FlowPartInput, 'meets' | 'parsed'>): Ends | undefined {
  const tree = view.tree()
  const symbols = view.symbols()
  const { code } = rules
  if (tree === undefined || symbols === undefined || code?.syntax.lower === undefined) return undefined
  const { syntax } = code
  const lower = code.syntax.lower
  const budget = createStepBudget(rules.taint.places.length, limits.maxStepsPerRule)
  const stopped = new Set<number>()
  const guardPlain = (place: number, work: () => void): void => {
    if (stopped.has(place)) return
    budget.charge(place)
    try {
      work()
    } catch (error) {
      stopped.add(place)
      if (error instanceof StepLimitError) onGap('step-limit', `A matcher of data flow needs more than ${limits.maxStepsPerRule} steps here.`)
      else onGap('rule-failed', `A matcher of data flow failed: ${error instanceof Error ? error.name : 'unknown error'}.`)
    }
  }
  const guard =
    profiler === undefined
      ? guardPlain
      : (place: number, work: () => void): void =>
          profiler.charge(
            rules.taint.places[place].uses.map(({ rule }) => rule),
            clock.timeApart(() => guardPlain(place, work)),
          )
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return clock.time('flow', work)
    } catch (error) {
      onGap('rule-failed', `Data flow could not be read: ${error instanceof Error ? error.name : 'unknown error'}.`)
      return undefined
    }
  }
  const context = { file: view, spend: budget.spend, tree, symbols, syntax }
  return attempt(() => {
    const wanted = withoutPrefilter ? rules.taint.places.map((_, index) => index) : rules.taint.candidates(view.text)
    // What cleans or carries data is looked for in the few files that have both ends of a flow.
    const isEnd = (place: number): boolean => rules.taint.places[place].uses.some(({ role }) => role === 'source' || role === 'sink')
    const { hits, sources, sinks } = flow.find({ context, rules: rules.taint, wanted: wanted.filter(isEnd), guard })
    return {
      sources,
      sinks,
      lower: () =>
        attempt(() => {
          const others = flow.find({ context, rules: rules.taint, wanted: wanted.filter((place) => !isEnd(place)), guard })
          const lowered = lower(tree, view.text, symbols)
          if (lowered.program.coarse) onGap('flow-limit', 'Code nests too deep here for data flow to be followed in detail.')
          return flow.annotate({ context, lowered, rules: rules.taint, wanted, hits: [...hits, ...others.hits], language: rules.dialect.language })
        }),
    }
  })
}

export interface FlowScanInput {
  readonly flow: FlowEngine
  readonly parts: readonly FlowPart[]
  readonly configs: readonly { readonly path: string; readonly text: string }[]
  readonly limits: Limits
  readonly clock: PhaseClock
  readonly profiler: Profiler | undefined
  readonly withoutPrefilter: boolean
  readonly ruleIds: (rule: number) => string
}

export interface FlowScan {
  /** By path. */
  readonly findings: ReadonlyMap<string, readonly RawFinding[]>
  readonly gaps: readonly PartialFile[]
}

/** Follows data through the files that have a part in it. The same whatever their order. */
export function scanFlow(input: FlowScanInput): FlowScan {
  const { flow, parts, configs, clock, limits, ruleIds } = input
  const gaps: PartialFile[] = []
  const ordered = parts.toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
  let last: { readonly part: FlowPart; readonly ends: Ends | undefined } | undefined
  // A file whose sources were asked for is most often lowered next.
  const endsOf = (part: FlowPart): Ends | undefined => {
    if (last?.part !== part) last = { part, ends: readLater(part, input, gaps) }
    return last.ends
  }
  const result = clock.time('flow', () =>
    flow.follow({
      files: ordered,
      configs,
      endsIn: (file) => (ordered[file].exact ? ordered[file] : (endsOf(ordered[file]) ?? { sources: [], sinks: [] })),
      lower: (file) => ordered[file].lowered ?? endsOf(ordered[file])?.lower(),
    }),
  )
  const refused = new Map(ordered.map((part) => [part.path, part.refused]))
  const findings = new Map<string, RawFinding[]>()
  const counts = new Map<string, number>()
  for (const { file, rule, start, end, captures, trace, alternatives } of result.findings.toSorted((left, right) => left.start - right.start)) {
    if (refused.get(file)?.has(rule) === true) continue
    const count = (counts.get(`${rule} ${file}`) ?? 0) + 1
    counts.set(`${rule} ${file}`, count)
    if (count > limits.maxMatchesPerRule) {
      const detail = `The rule matches more than ${limits.maxMatchesPerRule} times; the rest is left out.`
      if (count === limits.maxMatchesPerRule + 1) gaps.push({ file, reason: 'match-limit', detail, rule: ruleIds(rule) })
      continue
    }
    const known = findings.get(file) ?? []
    findings.set(file, known)
    known.push({ rule, start, end, captures, trace, ...(alternatives > 0 ? { alternatives } : {}) })
  }
  for (const { file, detail } of result.gaps) gaps.push({ file, reason: 'flow-limit', detail })
  return { findings, gaps: distinctGaps(gaps) }
}

/** A file that is read twice tells its gaps twice. */
function distinctGaps(gaps: readonly PartialFile[]): readonly PartialFile[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()]
}

/** Parses again what had no reason to be looked into when it was scanned. */
function readLater(part: FlowPart, { flow, limits, clock, profiler, withoutPrefilter }: FlowScanInput, gaps: PartialFile[]): Ends | undefined {
  profiler?.enter({ path: part.path, bytes: part.text.length })
  const onGap = (reason: PartialFile['reason'], detail: string, offset?: number): void => {
    gaps.push({ file: part.path, reason, detail, ...(offset === undefined ? {} : view.lines.positionAt(offset)) })
  }
  const view: SourceView = createSourceView({
    path: part.path,
    text: part.text,
    rules: part.rules,
    maxNesting: limits.maxNesting,
    onGap,
    time: clock.time,
  })
  return readEnds({ view, rules: part.rules, flow, limits, clock, profiler, withoutPrefilter, onGap })
}
