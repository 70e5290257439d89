import type { LiteralNeed, NamePlace } from '../../model/literal-need.ts'
import type { GrammarNames } from '../../model/tree.ts'
import { type Automaton, buildAutomaton, CONFIGS, DONE } from './build-automaton.ts'
import { ANY_TYPE } from './build-steps.ts'
import { isSilent, MATCH, metavariableOf } from './check-captures.ts'
import { countCaptures } from './count-captures.ts'
import type { RunStep } from './match-step.ts'
import { placesOfNames } from './name-places.ts'
import type { QueryPattern } from './query-ast.ts'
import { allOf, needOfElement, someOf } from './query-need.ts'
import type { Predicate } from './read-predicates.ts'
import type { RunAutomaton } from './search-ways.ts'

/** A pattern of a query, ready to run. Captures are numbers: indexes of `captures`. */
export interface CompiledPattern {
  readonly automaton: RunAutomaton
  readonly entries: readonly PatternEntry[]
  readonly captures: readonly PatternCapture[]
  readonly match: number
  /** Depths of `@match` below the pattern's root. */
  readonly matchDepths: readonly number[]
  /** True if `@match` is captured exactly at the start of the pattern, so that the search can start from it. */
  readonly direct: boolean
  /** The root of the pattern has several siblings. */
  readonly siblings: boolean
  /** Paths differ in their number of captures, so the longest must be found. */
  readonly longest: boolean
  readonly predicates: readonly Predicate[]
  /** Steps that capture `@match`. Undefined if other elements do too. */
  readonly matchSteps: readonly RunStep[] | undefined
  /** Types of nodes that `@match` can be; undefined means any. */
  readonly types: readonly number[] | undefined
  readonly keywords: LiteralNeed
  readonly need: LiteralNeed
}

/** A step with which a pattern can start. */
export interface PatternEntry {
  readonly config: number
  readonly depth: number
  readonly parentCaptures: readonly number[]
  readonly rooted: boolean
  /** Type of the node it starts with; undefined means any. */
  readonly type: number | undefined
  /** For direct patterns, where it starts if `@match` is known: at that node, or at a child. */
  readonly from: 'match' | 'child' | 'nowhere'
}

/** A capture, and the metavariable that it binds, if any. */
export interface PatternCapture {
  readonly name: string
  readonly metavariable: string | undefined
  /** It may capture several nodes. */
  readonly many: boolean
}

/** How grammars name the types of names: `identifier`, `property_identifier`, `shorthand_property_identifier_pattern`. */
const NAME_TYPE = /identifier(?:_pattern)?$/

/** Prepares a pattern for trees of one grammar. The predicates are those about its captures. */
export function compilePattern(pattern: QueryPattern, predicates: readonly Predicate[], names: GrammarNames): CompiledPattern {
  const automaton = buildAutomaton(pattern.root)
  const all = countCaptures(automaton, () => true)
  const longest = all.least !== all.most
  const early = earlyPredicates(automaton, longest, predicates)
  const late = predicates.filter((predicate) => predicate.kind === 'equal' || !early.includes(predicate))
  const isMade = (name: string): boolean => countCaptures(automaton, (other) => other === name).least > 0
  // Captures that only steps test need not be recorded unless their presence matters. With the longest-match rule every capture counts.
  const isDropped = (name: string): boolean =>
    !longest &&
    isSilent(name) &&
    !late.some((predicate) => speaksOf(predicate, name)) &&
    (isMade(name) || early.every((predicate) => predicate.capture !== name || predicate.ofNone)) &&
    !isOfParent(automaton, name)
  const captured = [
    ...new Set([...automaton.steps.flatMap((step) => step.captures), ...automaton.entries.flatMap((entry) => entry.parentCaptures)]),
  ].filter((name) => !isDropped(name))
  const captures = captured.map((name) => ({
    name,
    metavariable: isSilent(name) ? undefined : metavariableOf(name),
    many: countCaptures(automaton, (other) => other === name).most > 1,
  }))
  const steps = toRunSteps(automaton, captured, early)
  const entries = automaton.entries.map((entry): PatternEntry => {
    const step = automaton.steps[Math.floor(entry.config / CONFIGS)]
    const from = entry.parentCaptures.includes(MATCH) ? 'child' : step?.captures.includes(MATCH) ? 'match' : 'nowhere'
    const type = step === undefined || step.symbol === ANY_TYPE ? undefined : step.symbol
    return {
      config: entry.config,
      depth: entry.depth,
      parentCaptures: entry.parentCaptures.map((name) => captured.indexOf(name)),
      rooted: entry.rooted,
      type,
      from,
    }
  })
  const targets = new Set(automaton.transitions.flatMap((ways) => ways.map((way) => (way.config === DONE ? DONE : Math.floor(way.config / CONFIGS)))))
  const later = [...targets].some((at) => steps[at]?.isMatch)
  const fromParent = entries.some((entry) => entry.from === 'child')
  const keywords = needOfElement(pattern.root)
  const places = placesOfNames(pattern.root, names)
  return {
    automaton: { steps, transitions: automaton.transitions },
    entries,
    captures,
    match: captured.indexOf(MATCH),
    matchDepths: [
      ...new Set([...(fromParent ? [0] : []), ...automaton.steps.filter((step) => step.captures.includes(MATCH)).map((step) => step.depth)]),
    ],
    direct: !later && entries.every((entry) => entry.from === 'match' || !entryMatches(automaton, entry.config) || entry.from === 'child'),
    siblings: [...targets].some((at) => automaton.steps[at]?.depth === 0),
    longest: longest || (later && fromParent),
    predicates: predicates.filter((predicate) => predicate.kind === 'equal' || captured.includes(predicate.capture)),
    matchSteps: fromParent ? undefined : steps.filter((step) => step.isMatch),
    types: fromParent ? undefined : typesOf(steps),
    keywords,
    need: allOf([keywords, ...predicates.flatMap((predicate) => needOfPredicate(automaton, predicate, names, places))]),
  }
}

function entryMatches(automaton: Automaton, config: number): boolean {
  return automaton.steps[Math.floor(config / CONFIGS)]?.captures.includes(MATCH) ?? false
}

/** A predicate requires literals only if its capture is present in every match. */
function needOfPredicate(
  automaton: Automaton,
  predicate: Predicate,
  names: GrammarNames,
  places: ReadonlyMap<string, NamePlace | undefined>,
): LiteralNeed[] {
  if (predicate.kind === 'equal') return []
  const always = !predicate.ofNone || countCaptures(automaton, (name) => name === predicate.capture).least > 0
  if (!always) return []
  if (predicate.names === undefined || !capturesNames(automaton, predicate.capture, names)) return [predicate.need]
  const place = places.get(predicate.capture)
  return [someOf(predicate.names.map((text) => (place === undefined ? { kind: 'word', text } : { kind: 'placed', text, place })))]
}

/** Whether a capture is always a complete name: no name character precedes or follows it. */
function capturesNames(automaton: Automaton, capture: string, names: GrammarNames): boolean {
  if (automaton.entries.some((entry) => entry.parentCaptures.includes(capture))) return false
  const steps = automaton.steps.filter((step) => step.captures.includes(capture))
  return steps.every(({ symbol }) => symbol !== ANY_TYPE && NAME_TYPE.test(names.typeName(symbol)))
}

/** A predicate on the text of one capture. */
type TextPredicate = Extract<Predicate, { kind: 'text' }>

/** Predicates that steps test immediately. */
function earlyPredicates(automaton: Automaton, longest: boolean, predicates: readonly Predicate[]): readonly TextPredicate[] {
  return predicates.flatMap((predicate) => {
    if (predicate.kind === 'equal') return []
    const count = countCaptures(automaton, (name) => name === predicate.capture)
    // The early test is equivalent to the test at the end if no other path could have replaced this one: all paths have equally many captures, or
    // this capture once each.
    const sound = predicate.mode === 'every' ? !longest || (count.least === 1 && count.most === 1) : count.least === 1 && count.most === 1
    return sound ? [predicate] : []
  })
}

function speaksOf(predicate: Predicate, capture: string): boolean {
  return predicate.kind === 'equal' ? predicate.left === capture || predicate.right === capture : predicate.capture === capture
}

function isOfParent({ entries }: Automaton, capture: string): boolean {
  return entries.some((entry) => entry.parentCaptures.includes(capture))
}

function toRunSteps(automaton: Automaton, names: readonly string[], early: readonly TextPredicate[]): RunStep[] {
  const keptAt = automaton.steps.map((step) => step.captures.map((name) => names.indexOf(name)).filter((capture) => capture >= 0))
  const ahead = stepsAhead(automaton)
  return automaton.steps.map((step, at) => ({
    symbol: step.symbol,
    supertype: step.supertype,
    field: step.field,
    named: step.named,
    immediate: step.immediate,
    lastChild: step.lastChild,
    missing: step.missing,
    absentFields: step.absentFields,
    captures: keptAt[at] ?? [],
    tests: early.filter((predicate) => step.captures.includes(predicate.capture)).map((predicate) => predicate.test),
    isMatch: step.captures.includes(MATCH),
    capturesAhead: [at, ...ahead(at)].some((other) => (keptAt[other]?.length ?? 0) > 0),
    matchAhead: ahead(at).some((other) => automaton.steps[other]?.captures.includes(MATCH)),
  }))
}

/** The steps that may follow a step, including itself if it may repeat. */
function stepsAhead(automaton: Automaton): (step: number) => readonly number[] {
  const known = new Map<number, readonly number[]>()
  return (step) => {
    const before = known.get(step)
    if (before !== undefined) return before
    const seen = new Set<number>()
    const open = [step]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const way of automaton.transitions[at] ?? []) {
        const next = way.config === DONE ? DONE : Math.floor(way.config / CONFIGS)
        if (next === DONE || seen.has(next)) continue
        seen.add(next)
        open.push(next)
      }
    }
    const ahead = [...seen]
    known.set(step, ahead)
    return ahead
  }
}

function typesOf(steps: readonly RunStep[]): readonly number[] | undefined {
  const symbols = steps.filter((step) => step.isMatch).map((step) => step.symbol)
  return symbols.includes(ANY_TYPE) ? undefined : symbols
}
