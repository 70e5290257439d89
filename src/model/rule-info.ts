import type { Confidence, Severity } from './severity.ts'

/** The public description of a rule: in findings, lists, and over HTTP. */
export interface RuleInfo {
  readonly id: string
  readonly title: string
  readonly severity: Severity
  readonly confidence: Confidence
  readonly category: string
  /** `CWE-78` */
  readonly cwe: readonly string[]
  /** `A03:2021` */
  readonly owasp: readonly string[]
  readonly languages: readonly string[]
  readonly description: string
  readonly fix?: string
  readonly references: readonly string[]
}
