import type { TriageOutcome, UnansweredReason } from '../../../src/node/index.ts'
import { type ModelAnswer, readAnswers } from './answer-schema.ts'

/** The outcomes of the findings of a request by the JSON text that the model answered. A finding that is missing or answered twice has no answer. */
export function readOutcomes(text: string, findings: number): readonly TriageOutcome[] {
  const all = (outcome: TriageOutcome): readonly TriageOutcome[] => Array.from({ length: findings }, () => outcome)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return all(unanswered('malformed', 'The answer of the model is not valid JSON.'))
  }
  const answers = readAnswers(value)
  if (answers === undefined) return all(unanswered('wrong-schema', 'The answer of the model does not match the schema.'))
  return Array.from({ length: findings }, (_, index) => {
    const own = answers.filter(({ finding }) => finding === index + 1)
    const [answer] = own
    return answer !== undefined && own.length === 1
      ? toOutcome(answer)
      : unanswered('wrong-schema', 'The model did not answer exactly once for the finding.')
  })
}

/** A finding without an answer. */
export function unanswered(reason: UnansweredReason, detail: string): TriageOutcome {
  return { kind: 'unanswered', reason, detail }
}

function toOutcome({ verdict, confidence, line, quote, reason }: ModelAnswer): TriageOutcome {
  return { kind: 'answer', answer: { verdict, confidence, reason, ...(line !== null && { line }), ...(quote !== null && { quote }) } }
}
