import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { TaintUse, UsesByRole } from '../model/flow.ts'
import type { CodeSyntax, Dialect } from '../model/language.ts'
import { type LiteralNeed, needSome, NOTHING } from '../model/literal-need.ts'
import type { LoadedMatcher, LoadedRule } from '../model/rule-pack.ts'
import type { Entry, FlowNeeds, TaintRules } from '../model/ruleset.ts'
import type { NodeMatcher } from '../model/matcher.ts'
import { buildDispatch } from './build-dispatch.ts'
import { type AnyTaintSpec, compileTaintUse } from './compile-taint-use.ts'
import { expandPlaces } from './expand-places.ts'
import type { PlaceTable } from './taint-places.ts'

type AppliesTo = (path: string) => boolean

/** The taint matchers of all rules of a dialect. A named matcher of many rules is one place. */
export interface TaintCompiler {
  /** Returns the literals that a file needs for each end of the rule. */
  add(rule: LoadedRule, index: number, appliesTo: AppliesTo): FlowNeeds
  /** All places, with the literals that a file needs for each. */
  finish(syntax: CodeSyntax | undefined): PlaceRules
}

type PlaceRules = Omit<TaintRules, 'accessFor' | 'mountsFor' | 'candidates' | 'matchersFor'> & {
  readonly needs: readonly LiteralNeed[]
  /** The node matchers of all entries of the dispatch. */
  readonly nodeMatchers: readonly NodeMatcher[]
}

/** Starts without places. Add rules in order, then call `finish` once. */
export function createTaintCompiler(compiler: MatcherCompiler, dialect: Dialect, shared: ReadonlyMap<string, LoadedMatcher>): TaintCompiler {
  const table: PlaceTable = { compiler, dialect, shared, places: new Map(), narrowed: new Map(), added: [], uses: [] }
  return {
    add: (rule, index, appliesTo) => addRule(table, rule, index, appliesTo),
    finish: (syntax) => toPlaceRules(table, syntax),
  }
}

interface End {
  readonly use: TaintUse
  readonly need: LiteralNeed
}

function addRule(table: PlaceTable, { spec, positions }: LoadedRule, rule: number, appliesTo: AppliesTo): FlowNeeds {
  const { taint } = spec
  if (taint === undefined) return { sources: NOTHING, ownSources: NOTHING, sinks: NOTHING }
  const add = (role: TaintUse['role'], entries: readonly AnyTaintSpec[] = []): readonly End[] =>
    entries.flatMap((entry, index) => {
      const use = compileTaintUse(entry, role, { number: table.uses.length, position: index, rule, spec, appliesTo })
      table.uses.push(use)
      const written = { spec: entry, path: ['taint', `${role}s`, index], positions }
      return expandPlaces(table, written, { parameter: undefined, decorator: [], dataName: undefined }).map(({ place, need }) => {
        place.uses.push(use)
        return { use, need }
      })
    })
  const sources = add('source', taint.sources)
  const sinks = add('sink', taint.sinks)
  add('sanitizer', taint.sanitizers)
  add('propagator', taint.propagators)
  return {
    sources: needOf(sources.filter(({ use }) => use.requires === undefined && !use.sameFileOnly)),
    ownSources: needOf(sources.filter(({ use }) => use.requires === undefined && use.sameFileOnly)),
    sinks: needOf(sinks),
  }
}

function needOf(ends: readonly End[]): LiteralNeed {
  return needSome(ends.map(({ need }) => need))
}

function toPlaceRules({ places: byKey, uses }: PlaceTable, syntax: CodeSyntax | undefined): PlaceRules {
  const places = [...byKey.values()]
  const branchesOf = places.map(({ place: { matcher } }) => (matcher === undefined ? [] : (matcher.branches ?? [matcher])))
  const owners = branchesOf.map((branches) => ({ entries: branches.map((matcher): Entry => ({ kind: 'node', matcher })) }))
  return {
    matchers: places.map(({ place }) => ({ ...place, byRole: usesByRole(place.uses) })),
    uses,
    dispatch: buildDispatch(owners, syntax),
    needs: places.map(({ need }) => need),
    nodeMatchers: branchesOf.flat(),
  }
}

function usesByRole(uses: readonly TaintUse[]): UsesByRole {
  const inRole = (role: TaintUse['role']): readonly TaintUse[] => uses.filter((use) => use.role === role)
  const sanitizers = inRole('sanitizer')
  return {
    source: inRole('source'),
    sink: inRole('sink'),
    propagator: inRole('propagator'),
    sanitizer: sanitizers.filter(({ when }) => when === undefined),
    check: { true: sanitizers.filter(({ when }) => when === true), false: sanitizers.filter(({ when }) => when === false) },
  }
}
