import { compareTexts } from './compare-texts.ts'
import type { Finding } from './finding.ts'
import { SEVERITIES } from './severity.ts'
import type { SuppressedFinding } from './suppression.ts'

/** The order of findings: severity, file, line, column, rule. Ends and ids make it total. */
export function compareFindings(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareTexts(left.rule, right.rule) ||
    left.endLine - right.endLine ||
    left.endColumn - right.endColumn ||
    compareTexts(left.id, right.id)
  )
}

/** The order of suppressed findings: file, line, rule, id. */
export function compareSuppressed(left: SuppressedFinding, right: SuppressedFinding): number {
  return compareTexts(left.file, right.file) || left.line - right.line || compareTexts(left.rule, right.rule) || compareTexts(left.id, right.id)
}
