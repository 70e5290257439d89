import { compileRegex } from '../engines/regex/compile-regex.ts'
import { boundName } from '../model/bound.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { RuleSpec, TaintSpec, WeakerSpec } from '../model/rule-spec.ts'
import { checkMatcher, checkStart, joinScopes, type MatcherContext, reportUnbound, type Scope } from './check-matcher.ts'
import { readLabelExpression } from './read-label-expression.ts'
import type { AnyMatcher } from './matcher-tree.ts'
import { CONFIDENCES, SEVERITIES } from '../model/severity.ts'
import { findMetavariables, REPORTED_NODE } from './metavariables.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { reportAt } from './spec-file.ts'

/** Metavariables that taint rules bind in addition to those of their matchers: the code of the source and the sink. */
const TAINT_METAVARIABLES = [REPORTED_NODE, '$SOURCE', '$SINK']

/** A matcher of a rule and its position. */
export interface PlacedMatcher {
  readonly matcher: AnyMatcher
  readonly path: SpecPath
}

/** Reports the mistakes in a rule that the schema cannot express. */
export function checkRule(spec: RuleSpec, context: MatcherContext): Diagnostic[] {
  const scope = scopeOfTexts(spec, context)
  return [
    ...(spec.match === undefined ? [] : checkStart(spec.match, ['match'], context)),
    ...listMatchers(spec).flatMap(({ matcher, path }) => checkMatcher(matcher, path, context)),
    ...(spec.taint === undefined
      ? []
      : [...checkLabels(spec.taint, context), ...checkWeakerEnds(spec, spec.taint, context), ...checkCompanions(spec.taint, context)]),
    ...checkWeakerPlaces(spec, context),
    ...(scope === undefined ? [] : listTexts(spec).flatMap(({ text, path }) => checkText(text, path, context, scope))),
    ...(scope === undefined ? [] : checkEdits(spec, context, scope)),
  ]
}

/** All top-level matchers of a rule. */
export function listMatchers({ match, taint, requires, weaker }: RuleSpec): readonly PlacedMatcher[] {
  const found: PlacedMatcher[] = match === undefined ? [] : [{ matcher: match, path: ['match'] }]
  for (const key of ['sources', 'sinks', 'sanitizers', 'propagators'] as const) {
    taint?.[key]?.forEach((matcher, index) => found.push({ matcher, path: ['taint', key, index] }))
  }
  weaker?.forEach(({ when }, index) => found.push({ matcher: when, path: ['weaker', index, 'when'] }))
  requires?.forEach((requirement, index) => {
    for (const key of ['match', 'absent'] as const) {
      const matcher = requirement[key]
      if (matcher !== undefined) found.push({ matcher, path: ['requires', index, key] })
    }
  })
  return found
}

/** Metavariables that a finding's texts may use: those of the match, or of source and sink. Those of requirements are not included. */
function scopeOfTexts({ match, taint }: RuleSpec, { shared }: MatcherContext): Scope {
  const matchers: readonly AnyMatcher[] = taint === undefined ? (match === undefined ? [] : [match]) : [...taint.sources, ...taint.sinks]
  return matchers
    .map((matcher) => shared.boundBy(matcher))
    .reduce<Scope>(joinScopes, new Set(taint === undefined ? [REPORTED_NODE] : TAINT_METAVARIABLES))
}

/** Texts with metavariables. The description is included if it is the message of findings. */
function listTexts({
  description,
  message,
  'one-cause': oneCause,
  autofix,
}: RuleSpec): readonly { readonly text: string; readonly path: SpecPath }[] {
  return [
    message === undefined ? { text: description, path: ['description'] } : { text: message, path: ['message'] },
    ...(oneCause === undefined ? [] : [{ text: oneCause, path: ['one-cause'] }]),
    ...(autofix?.replace === undefined ? [] : [{ text: autofix.replace, path: ['autofix', 'replace'] }]),
    ...(autofix?.edits ?? []).map(({ text }, index) => ({ text, path: ['autofix', 'edits', index, 'text'] })),
  ]
}

function checkText(text: string, path: SpecPath, { positions }: MatcherContext, scope: ReadonlySet<string>): Diagnostic[] {
  const unbound = findMetavariables(text).filter(({ name }) => !scope.has(name))
  return unbound.map(({ name, offset }) => reportAt(positions, path, reportUnbound(name, scope), offset))
}

function checkEdits({ autofix }: RuleSpec, { positions }: MatcherContext, scope: ReadonlySet<string>): Diagnostic[] {
  return (autofix?.edits ?? []).flatMap(({ at, find }, index) => {
    const path = ['autofix', 'edits', index]
    const regex = find === undefined ? undefined : compileRegex(find)
    return [
      ...(scope.has(boundName(at)) ? [] : [reportAt(positions, [...path, 'at'], reportUnbound(at, scope))]),
      ...(regex?.kind === 'fault' ? [reportAt(positions, [...path, 'find'], { code: 'regex/syntax', ...regex }, regex.offset)] : []),
    ]
  })
}

/** Checks labels. Sources define labels. A sink or source that requires an undefined label never matches. */
function checkLabels({ sources, sinks }: TaintSpec, { positions }: MatcherContext): Diagnostic[] {
  const given = sources.flatMap(({ label }) => label ?? [])
  const check = (requires: string | undefined, path: SpecPath): Diagnostic[] => {
    if (requires === undefined) return []
    const { labels, fault } = readLabelExpression(requires)
    const unknown = labels.filter(({ name }) => !given.includes(name))
    const found = unknown.map(({ name, offset }) => {
      return reportAt(
        positions,
        path,
        { code: 'taint/unknown-label', message: `No source has the label \`${name}\`.`, hint: suggestWord(name, given) },
        offset,
      )
    })
    if (fault === undefined) return found
    return [
      ...found,
      reportAt(
        positions,
        path,
        { code: 'taint/label-syntax', message: `\`requires\` has a syntax error here: expected ${fault.expected}.` },
        fault.offset,
      ),
    ]
  }
  return [
    ...sources.flatMap(({ requires }, index) => check(requires, ['taint', 'sources', index, 'requires'])),
    ...sinks.flatMap(({ requires }, index) => check(requires, ['taint', 'sinks', index, 'requires'])),
  ]
}

/** The severity and confidence of a source or a sink must not exceed those of the rule, so that rule lists show the maximum. */
function checkWeakerEnds(spec: RuleSpec, { sources, sinks }: TaintSpec, { positions }: MatcherContext): Diagnostic[] {
  return [
    ...sources.flatMap((source, index) =>
      checkLess(spec, source, { path: ['taint', 'sources', index], entry: 'source', positions, says: source.requires === undefined }),
    ),
    ...sinks.flatMap((sink, index) => checkLess(spec, sink, { path: ['taint', 'sinks', index], entry: 'sink', positions, says: true })),
  ]
}

/** The same check for the locations of a rule with `match`. */
function checkWeakerPlaces(spec: RuleSpec, { positions }: MatcherContext): Diagnostic[] {
  return (spec.weaker ?? []).flatMap((place, index) => checkLess(spec, place, { path: ['weaker', index], entry: 'place', positions, says: true }))
}

interface WeakerEntry {
  readonly path: SpecPath
  /** The name of the entry. */
  readonly entry: string
  readonly positions: MatcherContext['positions']
  /** False if the stated severity or confidence has no effect, because data from other sources has its own. */
  readonly says: boolean
}

function checkLess(rule: RuleSpec, stated: Pick<WeakerSpec, 'severity' | 'confidence'>, { path, entry, positions, says }: WeakerEntry): Diagnostic[] {
  const check = (key: 'severity' | 'confidence', words: readonly string[]): Diagnostic[] => {
    const word = stated[key]
    if (word === undefined) return []
    const isLower = words.indexOf(word) > words.indexOf(rule[key])
    if (isLower && says) return []
    const message = isLower
      ? `The source has \`requires\`: its data comes from other sources, so \`${key}\` has no effect here.`
      : `The ${key} \`${word}\` of a ${entry} must be below that of its rule, \`${rule[key]}\`.`
    const hint = isLower ? `state the ${key} of the sources that it requires` : `leave it out: findings have the ${key} of the rule`
    return [reportAt(positions, [...path, key], { code: 'taint/source-weakness', message, hint })]
  }
  return [...check('severity', SEVERITIES), ...check('confidence', CONFIDENCES)]
}

/** The companions of a sink must be bound by its matcher. */
function checkCompanions({ sinks }: TaintSpec, { positions, shared }: MatcherContext): Diagnostic[] {
  return sinks.flatMap((sink, index) => {
    const scope = shared.boundBy(sink)
    if (sink.with === undefined || scope === undefined || scope.has(boundName(sink.with))) return []
    return [reportAt(positions, ['taint', 'sinks', index, 'with'], reportUnbound(sink.with, scope))]
  })
}
