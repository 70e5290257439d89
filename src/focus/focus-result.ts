import type { Finding } from '../model/finding.ts'
import { HIDING_REASONS, type HiddenFindings, type HidingReason, type ScanResult } from '../model/result.ts'
import { type Confidence, CONFIDENCES, SEVERITIES, type Severity } from '../model/severity.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import { matchPaths } from './match-paths.ts'

/** Which findings somebody wants to see. What is not given asks for nothing; all that is given must hold. */
export interface Focus {
  /** This severity or worse. */
  readonly severity?: Severity
  /** This confidence or more. */
  readonly confidence?: Confidence
  /** Any of these. */
  readonly categories?: readonly string[]
  /** Rule ids, or globs over ids. */
  readonly rules?: readonly string[]
  readonly excludeRules?: readonly string[]
  /** Globs of paths, as the result has them. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * Leaves in the list what the focus asks for. The counts, the score and the grade stay those of all that was found, and `hidden` says how many findings left
 * the list. Throws `GlobError` for a glob that is none.
 */
export function focusResult(result: ScanResult, focus: Focus): ScanResult {
  return hideFindings(result, 'filter', compileFocus(focus))
}

/** Leaves in the list what a test holds for, and adds what left it to `hidden`. */
export function hideFindings(result: ScanResult, reason: HidingReason, isWanted: (finding: Finding, index: number) => boolean): ScanResult {
  const findings = result.findings.filter(isWanted)
  const left = result.findings.length - findings.length
  return left === 0 ? result : { ...result, findings, hidden: addHidden(result.hidden ?? [], { reason, findings: left }) }
}

/** Leaves the worst findings in the list, so many. */
export function limitFindings(result: ScanResult, most: number): ScanResult {
  return hideFindings(result, 'limit', (_finding, index) => index < most)
}

function addHidden(hidden: readonly HiddenFindings[], more: HiddenFindings): readonly HiddenFindings[] {
  const all = [...hidden, more]
  const sums = HIDING_REASONS.map((reason) => ({
    reason,
    findings: all.reduce((sum, each) => (each.reason === reason ? sum + each.findings : sum), 0),
  }))
  return sums.filter(({ findings }) => findings > 0)
}

function compileFocus({ severity, confidence, categories, rules, excludeRules = [], include, exclude = [] }: Focus): (finding: Finding) => boolean {
  const isIncluded = include === undefined ? () => true : matchPaths(include)
  const isExcluded = matchPaths(exclude)
  return (finding) =>
    (severity === undefined || SEVERITIES.indexOf(finding.severity) <= SEVERITIES.indexOf(severity)) &&
    (confidence === undefined || CONFIDENCES.indexOf(finding.confidence) <= CONFIDENCES.indexOf(confidence)) &&
    (categories === undefined || categories.includes(finding.category)) &&
    (rules === undefined || rules.some((glob) => matchIdGlob(glob, finding.rule))) &&
    !excludeRules.some((glob) => matchIdGlob(glob, finding.rule)) &&
    isIncluded(finding.file) &&
    !isExcluded(finding.file)
}
