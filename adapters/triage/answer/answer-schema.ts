import { TRIAGE_VERDICTS, type TriageVerdict } from '../../../src/node/index.ts'

/** One answer of the model. */
export interface ModelAnswer {
  /** Number of the finding in the request, from 1. */
  readonly finding: number
  readonly verdict: TriageVerdict
  readonly confidence: number
  readonly line: string | null
  readonly quote: string | null
  readonly reason: string
}

/** JSON schema of an answer, in the subset that both APIs enforce: every field is required, and `null` stands for none. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    answers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          finding: { type: 'integer', description: 'Number of the finding.' },
          line: { type: ['string', 'null'], description: 'Id of the one line that decides, such as A7; null if there is none.' },
          quote: { type: ['string', 'null'], description: 'The text of this line, copied exactly; null if there is none.' },
          verdict: { type: 'string', enum: [...TRIAGE_VERDICTS] },
          confidence: { type: 'number', description: '0 to 1.' },
          reason: { type: 'string', description: 'One sentence.' },
        },
        required: ['finding', 'line', 'quote', 'verdict', 'confidence', 'reason'],
        additionalProperties: false,
      },
    },
  },
  required: ['answers'],
  additionalProperties: false,
}

const LONGEST_TEXT = 2_000

/** The answers of a value, or undefined if it does not match the schema. */
export function readAnswers(value: unknown): readonly ModelAnswer[] | undefined {
  if (!isRecord(value) || Object.keys(value).some((key) => key !== 'answers')) return undefined
  const { answers } = value
  return Array.isArray(answers) && answers.every(isAnswer) ? answers : undefined
}

function isAnswer(value: unknown): value is ModelAnswer {
  if (!isRecord(value) || Object.keys(value).some((key) => !FIELDS.includes(key))) return false
  const { finding, verdict, confidence, line, quote, reason } = value
  return (
    Number.isSafeInteger(finding) &&
    TRIAGE_VERDICTS.some((each) => each === verdict) &&
    typeof confidence === 'number' &&
    confidence >= 0 &&
    confidence <= 1 &&
    isText(reason) &&
    (line === null || isText(line)) &&
    (quote === null || isText(quote))
  )
}

const FIELDS = ['finding', 'verdict', 'confidence', 'line', 'quote', 'reason']

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
