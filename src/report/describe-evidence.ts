import type { EvidenceFact } from '../model/evidence.ts'
import type { Finding } from '../model/finding.ts'

/** Why a finding has its confidence, one line a fact: "high confidence: 93 % of such findings are true positives". */
export function describeEvidence({ confidence, evidence }: Finding): readonly string[] {
  if (evidence === undefined) return [`${confidence} confidence, as the rule states it: findings of the rule were not reviewed`]
  return [`${confidence} confidence: ${percentOf(evidence.probability)} % of such findings are true positives`, ...evidence.facts.map(describeFact)]
}

/** A whole number, from 0 to 100. */
export function percentOf(probability: number): number {
  return Math.round(probability * 100)
}

function describeFact({ weight, what }: EvidenceFact): string {
  return `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}  ${what}`
}
