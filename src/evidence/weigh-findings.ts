import { type Evidence, type EvidenceFact, type EvidenceTable, FACTS, type FactCounts, type FactName, type Weighing } from '../model/evidence.ts'
import type { WeighableFinding, Finding } from '../model/finding.ts'
import type { Confidence } from '../model/severity.ts'
import { countFacts, scaleCount } from './count-facts.ts'
import { historyOf, sayHistory } from './rule-history.ts'

/** Facts that a finding tells. The others moved its probability less. */
const MAX_FACTS = 8

/** Gives findings the confidence that their facts justify, with the evidence. The order stays, and so does the severity. */
export function weighFindings(findings: readonly WeighableFinding[], weighing: Weighing | undefined): readonly Finding[] {
  const alike = new Map<string, number>()
  for (const finding of findings) alike.set(keyOf(finding), (alike.get(keyOf(finding)) ?? 0) + 1)
  return findings.map((finding) => {
    const { context: _, ...plain } = finding
    if (weighing === undefined || !weighing.rules.has(finding.rule)) return plain
    const evidence = weigh(finding, countFacts(finding, (alike.get(keyOf(finding)) ?? 1) - 1), weighing.table)
    return { ...plain, confidence: confidenceOf(evidence.probability, finding.confidence, weighing.table), evidence }
  })
}

function keyOf({ rule, file }: Finding): string {
  return `${rule} ${file}`
}

function confidenceOf(probability: number, stated: Confidence, { thresholds }: EvidenceTable): Confidence {
  if (probability >= thresholds.high) return 'high'
  // Of findings that state `high`, too few were reviewed with a low probability to say that they are wrong.
  return stated === 'high' || probability >= (stated === 'low' ? thresholds.raised : thresholds.medium) ? 'medium' : 'low'
}

/** The probability of a finding with these facts, and what each fact adds. The sum is made of the rounded weights that readers see. */
function weigh({ rule, category }: Finding, counts: FactCounts, { intercept, weights, history }: EvidenceTable): Evidence {
  const toFact = (fact: FactName, value: number, what: string): EvidenceFact => ({ fact, weight: round((weights.get(fact) ?? 0) * value), what })
  const facts = FACTS.map(({ name, what }) => {
    if (name === 'rule-history') return toFact(name, historyOf(history, rule, category), sayHistory(history, rule, category))
    const count = counts.get(name) ?? 0
    return toFact(name, scaleCount(count), what.replace('#', String(count)))
  })
  const sum = facts.reduce((total, { weight }) => total + weight, intercept)
  const told = facts.filter(({ weight }) => weight !== 0).toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
  return { probability: round(1 / (1 + Math.exp(-sum))), facts: told.slice(0, MAX_FACTS) }
}

/** To two decimals, as reports show it. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
