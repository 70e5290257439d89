import type { FlowFile } from '../model/flow.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
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
  /** Rules of which there is one: indexes in `Ruleset.rules`. */
  readonly sources: readonly number[]
  readonly sinks: readonly number[]
  /** Lowers the file and marks what was found in it. */
  lower(): FlowFile | undefined
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
