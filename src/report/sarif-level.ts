import type { Severity } from '../model/severity.ts'

const LEVELS = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const satisfies Record<Severity, string>

/** The SARIF level of a severity. GitHub annotations and Checkstyle have similar levels. */
export function toSarifLevel(severity: Severity): (typeof LEVELS)[Severity] {
  return LEVELS[severity]
}
