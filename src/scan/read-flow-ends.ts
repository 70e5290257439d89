import type { FlowFile, TaintPlace } from '../model/flow.ts'
import type { FlowEngine, FoundPlaces } from '../model/flow-engine.ts'
import type { PartialFile } from '../model/gap.ts'
import type { DialectRules } from '../model/ruleset.ts'
import type { Limits } from '../model/scanner.ts'
import type { SourceView } from '../model/source.ts'
import type { PhaseClock } from './phase-clock.ts'
import type { Profiler } from './profiler.ts'
import { createStepBudget, StepLimitError } from './step-budget.ts'

export interface FlowEndsInput {
  readonly view: SourceView
  readonly rules: DialectRules
  readonly flow: FlowEngine
  readonly limits: Limits
  readonly clock: PhaseClock
  readonly profiler: Profiler | undefined
  readonly withoutPrefilter: boolean
  onGap(reason: PartialFile['reason'], detail: string): void
}

/** The ends of flows in a file. */
export interface FlowEnds {
  /** Rules of which there is one: indexes in `Ruleset.rules`; where data counts in its own file alone, only beside a sink. Sinks are looked for when they are asked for: most files have no source. */
  readonly sources: readonly number[]
  sinks(): readonly number[]
  /** Lowers the file and marks what is found in it: for these rules at least, or for all. */
  lower(rules?: ReadonlySet<number>): FlowFile | undefined
}

/** Looks for sources and sinks in a file's tree. Undefined when it has none. */
export function readFlowEnds({ view, rules, flow, limits, clock, profiler, onGap, withoutPrefilter }: FlowEndsInput): FlowEnds | undefined {
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
      if (error instanceof StepLimitError) onGap('step-limit', `Data flow: ${error.message}`)
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
    const wantedOf = new Map(LOOKED_FOR.map((role) => [role, wanted.filter((place) => firstRole(rules.taint.places[place]) === role)]))
    const find = (role: Role, forRules?: ReadonlySet<number>): FoundPlaces | undefined => {
      const places = wantedOf.get(role) ?? []
      const isFor = (place: number): boolean => rules.taint.places[place].uses.some(({ rule }) => forRules?.has(rule) !== false)
      return attempt(() => flow.find({ context, rules: rules.taint, wanted: places.filter(isFor), guard }))
    }
    const sources = find('source') ?? NO_PLACES
    let sinks: FoundPlaces | undefined
    const findSinks = (): FoundPlaces => (sinks ??= find('sink') ?? NO_PLACES)
    // A place of both kinds was found with the sources.
    const sinkRules = (): readonly number[] => [...new Set([...sources.sinks, ...findSinks().sinks])]
    const own = sources.ownSources.length === 0 ? [] : sources.ownSources.filter((rule) => sinkRules().includes(rule))
    return {
      sources: [...new Set([...sources.sources, ...own])],
      sinks: sinkRules,
      lower: (forRules) =>
        attempt(() => {
          const ends = sinks ?? find('sink', forRules) ?? NO_PLACES
          const others = find('other', forRules) ?? NO_PLACES
          const lowered = lower(tree, view.text, symbols)
          if (lowered.program.coarse) onGap('flow-limit', 'Code nests too deep here for data flow to be followed in detail.')
          const hits = [...sources.hits, ...ends.hits, ...others.hits]
          return flow.annotate({ context, lowered, rules: rules.taint, wanted, hits, language: rules.dialect.language })
        }),
    }
  })
}

/** In which order places are looked for: what cleans or carries data only in the few files that are lowered. */
const LOOKED_FOR = ['source', 'sink', 'other'] as const
type Role = (typeof LOOKED_FOR)[number]
const NO_PLACES: FoundPlaces = { hits: [], sources: [], ownSources: [], sinks: [] }

/** With what a place is looked for: that of its uses which comes first. */
function firstRole({ uses }: TaintPlace): Role {
  return LOOKED_FOR.find((role) => uses.some((use) => use.role === role)) ?? 'other'
}
