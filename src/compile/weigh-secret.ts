import type { RuleSpec } from '../model/rule-spec.ts'
import type { CompiledRule, FindingWeight } from '../model/ruleset.ts'
import { isSampleFile, isShownAsSample } from '../model/sample-file.ts'
import { CONFIDENCES, lowerBy, SEVERITIES } from '../model/severity.ts'
import { isTestCode } from '../model/test-code.ts'

/**
 * What a secret is where samples of secrets stand: in documentation and templates, and after words that say so, nearly nothing, unless its rule knows by its form that it is one; in test code
 * nearly nothing either: of those that were read none was one. Undefined: what the rule says. Rules of other categories always mean what they say.
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
