import type { Finding } from '../../model/finding.ts'
import type { TriageData } from './triage-data.ts'

/** The question for a finding: by its weaknesses, else by its category, else the general one. */
export function chooseQuestion({ cwe, category }: Pick<Finding, 'cwe' | 'category'>, { questions, question }: TriageData): string {
  const byWeakness = questions.find((each) => each.cwe?.some((weakness) => cwe.includes(weakness)))
  return (byWeakness ?? questions.find((each) => each.category === category))?.question ?? question
}
