import type { Severity } from '../model/severity.ts'

const LEVELS = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const satisfies Record<Severity, string>

/** SARIF's word for a severity; annotations of GitHub and Checkstyle have words after its manner. */
export function toSarifLevel(severity: Severity): (typeof LEVELS)[Severity] {
  return LEVELS[severity]
}
