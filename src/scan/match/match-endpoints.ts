import type { FlowFile, TaintMatcher, TaintUse } from '../../model/flow.ts'
import type { FlowEngine, FoundEndpoints, EndpointInput } from '../../model/flow-engine.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { DialectRules } from '../../model/ruleset.ts'
import type { Limits } from '../../model/scanner.ts'
import type { SourceView } from '../../model/source.ts'
import type { PhaseClock } from '../costs/phase-clock.ts'
import type { Profiler } from '../costs/profiler.ts'
import { createStepBudget, type StepBudget, StepLimitError } from '../costs/step-budget.ts'

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

/** The sources and sinks of a file. */
export interface FlowEnds {
  /** Steps of matching so far. */
  steps(): number
  /**
   * Indexes in `Ruleset.rules` of rules with a source. If data counts only in its own file, a sink is required. Sinks are searched on demand, because
   * most files have no source.
   */
  readonly sources: readonly number[]
  sinks(): readonly number[]
  /** Lowers the file and annotates it for at least these rules, or for all. */
  lower(rules?: ReadonlySet<number>): FlowFile | undefined
  /** Redirects later gaps, for a file that is lowered after its report was created. */
  reportTo(onGap: FlowEndsInput['onGap']): void
}

/** Searches sources and sinks in a file's tree. Undefined if it has none. */
export function readFlowEnds(given: FlowEndsInput): FlowEnds | undefined {
  const { view, rules } = given
  let { onGap } = given
  const input: FlowEndsInput = { ...given, onGap: (reason, detail) => onGap(reason, detail) }
  const tree = view.tree()
  const symbols = view.symbols()
  const { code } = rules
  if (tree === undefined || symbols === undefined || code?.syntax.lower === undefined) return undefined
  const { lower } = code.syntax
  const budget = createStepBudget(rules.taint.matchers.length, input.limits)
  const context: NodeContext = { file: view, spend: budget.spend, tree, symbols, syntax: code.syntax }
  return attempt(input, () => {
    const wanted = input.withoutPrefilter ? rules.taint.matchers.map((_, index) => index) : wantedPlaces(input)
    const find = createFinder(input, context, wanted, createGuard(input, budget))
    const sources = find('source') ?? NO_PLACES
    let sinks: FoundEndpoints | undefined
    const findSinks = (): FoundEndpoints => (sinks ??= find('sink') ?? NO_PLACES)
    // A place that is both was found with the sources.
    const sinkRules = (): readonly number[] => [...new Set([...sources.sinks, ...findSinks().sinks])]
    const own = sources.ownSources.length === 0 ? [] : sources.ownSources.filter((rule) => sinkRules().includes(rule))
    return {
      steps: budget.spent,
      sources: [...new Set([...sources.sources, ...own])],
      sinks: sinkRules,
      lower: (forRules) =>
        attempt(input, () => {
          const ends = sinks ?? find('sink', forRules) ?? NO_PLACES
          const others = find('other', forRules) ?? NO_PLACES
          const lowered = lower(tree, view.text, symbols, input.flow.modelsFor(rules.dialect.language))
          if (lowered.program.isCoarse) input.onGap('flow-limit', 'Code nests too deep here for data flow to be followed in detail.')
          const matches = [...sources.matches, ...ends.matches, ...others.matches]
          return input.flow.annotate({ context, lowered, rules: rules.taint, wanted, matches, language: rules.dialect.language })
        }),
      reportTo: (next) => {
        onGap = next
      },
    }
  })
}

/** An exception excludes the file from data flow, but does not end the scan. */
function attempt<T>({ clock, onGap }: FlowEndsInput, work: () => T): T | undefined {
  try {
    return clock.time('flow', work)
  } catch (error) {
    if (error instanceof StepLimitError) onGap('step-limit', `Data flow: ${error.message}`)
    else onGap('rule-failed', `Data flow could not be read: ${error instanceof Error ? error.name : 'unknown error'}.`)
    return undefined
  }
}

type Guard = EndpointInput['runWithinBudget']

/** Runs the matcher of a place, until it has failed or spent its budget: that is a gap. */
function createGuard({ rules, clock, profiler, onGap }: FlowEndsInput, budget: StepBudget): Guard {
  const stopped = new Set<number>()
  const guard: Guard = (place, work) => {
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
  if (profiler === undefined) return guard
  return (place, work) =>
    profiler.charge(
      rules.taint.matchers[place].uses.map(({ rule }) => rule),
      clock.timeApart(() => guard(place, work)),
    )
}

/** Maximum sources and sinks of one kind per file, as a multiple of the findings of one rule, because most belong to no finding. */
const PLACES_OF_A_FINDING = 10

type Finder = (role: Role, forRules?: ReadonlySet<number>) => FoundEndpoints | undefined

/** Searches the wanted places of a role, for these rules or for all. */
function createFinder(input: FlowEndsInput, context: NodeContext, wanted: readonly number[], guard: Guard): Finder {
  const { taint } = input.rules
  const wantedOf = new Map(LOOKED_FOR.map((role) => [role, wanted.filter((place) => firstRole(taint.matchers[place]) === role)]))
  const matchers = input.withoutPrefilter ? undefined : taint.matchersFor(input.view.text)
  const isWanted: EndpointInput['isWanted'] = (matcher) => matchers?.has(matcher) !== false
  const mostHits = PLACES_OF_A_FINDING * input.limits.maxMatchesPerRule
  const onMostHits = (): void =>
    input.onGap('match-limit', `Data flow: what rules look for is there more than ${mostHits} times; the rest is left out.`)
  return (role, forRules) => {
    const isFor = (place: number): boolean => taint.matchers[place].uses.some(({ rule }) => forRules?.has(rule) !== false)
    const places = (wantedOf.get(role) ?? []).filter(isFor)
    return attempt(input, () =>
      input.flow.find({
        context,
        rules: taint,
        wanted: places,
        isWanted,
        runWithinBudget: guard,
        maxMatches: mostHits,
        onTooManyMatches: onMostHits,
      }),
    )
  }
}

/** The order of the search. Sanitizers and propagators are searched only in the few files that are lowered. */
const LOOKED_FOR = ['source', 'sink', 'other'] as const
type Role = (typeof LOOKED_FOR)[number]
const NO_PLACES: FoundEndpoints = { matches: [], sources: [], ownSources: [], sinks: [] }

/** The first role of a place in this order. */
function firstRole({ uses }: TaintMatcher): Role {
  const roles = uses.map(lookedForAs)
  return LOOKED_FOR.find((role) => roles.includes(role)) ?? 'other'
}

/** A source that only relabels data of other sources starts no data, so it is searched with propagators. */
function lookedForAs({ role, requires }: TaintUse): Role {
  if (role === 'source') return requires === undefined ? 'source' : 'other'
  return role === 'sink' ? 'sink' : 'other'
}

/** Places that can take part in a flow. Sources whose data counts only in its own file are skipped if there can be no sink. */
function wantedPlaces({ view, rules }: FlowEndsInput): readonly number[] {
  const sinks = new Set(rules.flowCandidates(view.text).sinks.map((position) => rules.rules[position].index))
  const isWanted = ({ role, sameFileOnly: ownFile, rule }: TaintUse): boolean => role !== 'source' || !ownFile || sinks.has(rule)
  return rules.taint.candidates(view.text).filter((place) => rules.taint.matchers[place].uses.some(isWanted))
}
