import type { RuleInfo } from '../model/rule-info.ts'
import type { RuleSpec } from '../model/rule-spec.ts'

/** The public description of a rule. Missing lists are empty. */
export function toRuleInfo(spec: RuleSpec): RuleInfo {
  const { id, title, severity, confidence, category, cwe, owasp = [], languages, description, fix, references = [] } = spec
  return {
    id,
    title,
    severity,
    confidence,
    category,
    cwe,
    owasp,
    languages,
    description: description.trim(),
    ...(fix === undefined ? {} : { fix: fix.trim() }),
    references,
  }
}
