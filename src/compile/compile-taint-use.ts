import { boundName } from '../model/bound.ts'
import type { TaintUse } from '../model/flow.ts'
import type { PropagatorSpec, RuleSpec, TaintSanitizerSpec, TaintSinkSpec, TaintSourceSpec } from '../model/rule-spec.ts'
import { CONFIDENCES, SEVERITIES } from '../model/severity.ts'
import { contextBit } from '../model/string-context.ts'
import { compileLabels } from './compile-labels.ts'

/** An entry of any list of a taint rule. */
export type AnyTaintSpec = TaintSourceSpec & TaintSinkSpec & TaintSanitizerSpec & Partial<PropagatorSpec>

/** The rule that an entry belongs to. */
export interface TaintUseInput {
  readonly number: number
  /** Its index in the list of its role. */
  readonly position: number
  /** Index in `Ruleset.rules`. */
  readonly rule: number
  readonly spec: RuleSpec
  appliesTo(path: string): boolean
}

/** The use of a place by an entry of a taint rule. The lower severity of entry and rule counts, because a pack may have changed the rule's. */
export function compileTaintUse(entry: AnyTaintSpec, role: TaintUse['role'], { number, position, rule, spec, appliesTo }: TaintUseInput): TaintUse {
  return {
    number,
    rule,
    role,
    clause: `taint.${role}s[${position}]`,
    label: entry.label,
    requires: entry.requires === undefined ? undefined : compileLabels(entry.requires),
    bySideEffect: entry['by-side-effect'] ?? false,
    exact: entry.exact ?? false,
    sameFileOnly: entry.scope === 'file' || entry.scope === 'entry',
    entryPointOnly: entry.scope === 'entry',
    severity: SEVERITIES.findLast((severity) => severity === spec.severity || severity === entry.severity) ?? spec.severity,
    confidence: CONFIDENCES.findLast((confidence) => confidence === spec.confidence || confidence === entry.confidence) ?? spec.confidence,
    ignoresContained: entry['ignored-guards']?.includes('path-containment') === true,
    contexts: contextBit(entry.context ?? spec.taint?.context ?? 'text'),
    takesWeak: entry.weak !== 'off',
    sentByVictim: spec.taint?.['sent-by-victim'] === true,
    ...(spec.taint?.['used-as'] === undefined ? {} : { usedAs: spec.taint['used-as'] }),
    ...(entry.fields === undefined ? {} : { fields: entry.fields }),
    ...(entry.when === undefined ? {} : { when: entry.when }),
    ...(entry.from === undefined ? {} : { from: boundName(entry.from) }),
    ...(entry.to === undefined ? {} : { to: boundName(entry.to) }),
    ...(entry.with === undefined ? {} : { with: boundName(entry.with) }),
    appliesTo,
  }
}
