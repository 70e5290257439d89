import { compareTexts } from '../model/compare-texts.ts'
import type { Finding } from '../model/finding.ts'
import type { RuleInfo } from '../model/rule-info.ts'

/** The description of each rule, in id order: of the passed rules, and from findings for other rules. */
export function describeRules(rules: readonly RuleInfo[], findings: readonly Finding[]): readonly RuleInfo[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  for (const finding of findings) if (!known.has(finding.rule)) known.set(finding.rule, fromFinding(finding))
  return [...known.values()].toSorted((left, right) => compareTexts(left.id, right.id))
}

function fromFinding({ rule, title, severity, confidence, category, cwe, owasp, fix, references }: Finding): RuleInfo {
  return {
    id: rule,
    title,
    severity,
    confidence,
    category,
    cwe,
    owasp,
    languages: [],
    description: title,
    references,
    ...(fix !== undefined && { fix }),
  }
}

/** MITRE's page of a weakness such as `CWE-78`. */
export function cweUrl(cwe: string): string {
  return `https://cwe.mitre.org/data/definitions/${cwe.slice('CWE-'.length)}.html`
}
