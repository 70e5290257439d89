import type { Finding } from '../model/finding.ts'
import { HIDING_REASONS, type HiddenFindings, type HidingReason, type ScanResult } from '../model/result.ts'
import { type Confidence, CONFIDENCES, SEVERITIES, type Severity } from '../model/severity.ts'
import { matchIdGlob } from '../text/match-id-glob.ts'
import { matchPaths } from './match-paths.ts'

/** Filters for the list of findings. A finding must match all filters that are set. */
export interface Focus {
  /** This severity or higher. */
  readonly severity?: Severity
  /** This confidence or higher. */
  readonly confidence?: Confidence
  /** Any of these. */
  readonly categories?: readonly string[]
  /** Rule ids or globs of rule ids. */
  readonly rules?: readonly string[]
  readonly excludeRules?: readonly string[]
  /** Globs of paths, in the form that the result has. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * Lists only the findings that match the focus. Counts, score and grade stay those of all findings, and `hidden` states how many findings are not
 * listed. Throws `GlobError` for a malformed glob.
 */
export function focusResult(result: ScanResult, focus: Focus): ScanResult {
  return hideFindings(result, 'filter', compileFocus(focus))
}

/** Lists only the findings for which a predicate is true, and adds the others to `hidden`. */
export function hideFindings(result: ScanResult, reason: HidingReason, isWanted: (finding: Finding, index: number) => boolean): ScanResult {
  const findings = result.findings.filter(isWanted)
  const left = result.findings.length - findings.length
  return left === 0 ? result : { ...result, findings, hidden: addHidden(result.hidden ?? [], { reason, findings: left }) }
}

/** Lists only the most severe findings, up to the given number. */
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
