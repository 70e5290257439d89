// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

export type Severity = 'critical' | 'high' | 'medium' | 'low'
export type Confidence = 'high' | 'medium' | 'low'

export interface RuleList {
  /** The pack that the scans of the caller run. */
  pack: string
  rules: Rule[]
}
export interface Rule {
  id: string
  title: string
  severity: Severity
  confidence: Confidence
  category: string
  cwe: string[]
  owasp: string[]
  languages: string[]
  description: string
  fix?: string
  references: string[]
}
