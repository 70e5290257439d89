import type { RuleSpec } from '../model/rule-spec.ts'
import type { CompiledRule, FindingWeight } from '../model/ruleset.ts'
import { isSampleFile, isShownAsSample } from '../model/sample-file.ts'
import { CONFIDENCES, lowerBy, SEVERITIES } from '../model/severity.ts'
import { isTestCode } from '../model/test-code.ts'

/**
 * Lowers severity and confidence of secrets in samples (documentation, templates, and after words that introduce an example) unless the rule
 * recognises real secrets by their format, and in test code, where none of the inspected ones was real. Undefined to keep those of the rule. Other
 * categories are not affected.
 */
export function weighSecret({ category, severity, confidence, paths = {} }: RuleSpec): CompiledRule['weighPlace'] {
  if (category !== 'secrets') return undefined
  const { samples = 'least' } = paths
  const inSample: FindingWeight =
    samples === 'least' ? LEAST : { severity: lowerBy(SEVERITIES, severity, 1), confidence: lowerBy(CONFIDENCES, confidence, 1) }
  return ({ path, text }, start) => {
    if (isSampleFile(path) || isShownAsSample(text, start)) return inSample
    return isTestCode(path) ? LEAST : undefined
  }
}

const LEAST: FindingWeight = { severity: 'low', confidence: 'low' }
