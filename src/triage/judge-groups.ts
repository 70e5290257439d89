import type { Finding } from '../model/finding.ts'
import { groupBy } from '../model/group-by.ts'
import { TRIAGE_VERDICTS, type TriageCase, type TriageOutcome } from '../model/triage.ts'
import type { JudgedFinding, TriageJudge } from './triage-judge.ts'

/**
 * Puts the prepared findings to a judge, those of one file together, and returns the outcome of each by its id. Never rejects: whatever goes wrong is the outcome of
 * the findings that it concerns.
 */
export async function judgeGroups(
  findings: readonly Finding[],
  cases: readonly TriageCase[],
  judge: TriageJudge,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TriageOutcome>> {
  const outcomes = new Map<string, TriageOutcome>()
  const pending = listGroups(findings, cases, judge.groupSize)
  for (const each of cases) if (each.kind === 'unprepared') outcomes.set(each.id, { kind: 'unanswered', reason: each.reason, detail: each.detail })
  let next = 0
  const work = async (): Promise<void> => {
    for (let group = pending[next++]; group !== undefined; group = pending[next++]) {
      const answered = await judgeSafely(group, judge, signal)
      for (const [index, { finding }] of group.entries()) outcomes.set(finding.id, answered[index] ?? missing())
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, judge.concurrency) }, work))
  return outcomes
}

function listGroups(findings: readonly Finding[], cases: readonly TriageCase[], size: number): readonly (readonly JudgedFinding[])[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const judged = cases.flatMap((each) => {
    const finding = byId.get(each.id)
    return finding === undefined || each.kind === 'unprepared' ? [] : [{ finding, context: each.context }]
  })
  return [...groupBy(judged, ({ finding }) => finding.file).values()].flatMap((ofFile) =>
    Array.from({ length: Math.ceil(ofFile.length / size) }, (_, index) => ofFile.slice(index * size, (index + 1) * size)),
  )
}

async function judgeSafely(group: readonly JudgedFinding[], judge: TriageJudge, signal: AbortSignal): Promise<readonly TriageOutcome[]> {
  try {
    signal.throwIfAborted()
    const outcomes = await judge.judge(group, { signal })
    return outcomes.map(checkOutcome)
  } catch (error) {
    const detail = signal.aborted ? 'The triage was stopped.' : `The triage failed (${error instanceof Error ? error.name : 'unknown error'}).`
    return group.map(() => ({ kind: 'unanswered', reason: signal.aborted ? 'timeout' : 'failed', detail }))
  }
}

/** An answer of an embedder without types may be anything. */
function checkOutcome(outcome: TriageOutcome): TriageOutcome {
  if (outcome.kind === 'unanswered') return outcome
  const answer: unknown = outcome.answer
  const isAnswer =
    typeof answer === 'object' &&
    answer !== null &&
    TRIAGE_VERDICTS.some((verdict) => verdict === Reflect.get(answer, 'verdict')) &&
    isShare(Reflect.get(answer, 'confidence')) &&
    typeof Reflect.get(answer, 'reason') === 'string' &&
    ['line', 'quote'].every((key) => ['string', 'undefined'].includes(typeof Reflect.get(answer, key)))
  return isAnswer
    ? outcome
    : { kind: 'unanswered', reason: 'wrong-schema', detail: 'The answer of the language model does not have the required format.' }
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function missing(): TriageOutcome {
  return { kind: 'unanswered', reason: 'wrong-schema', detail: 'The answer does not mention the finding.' }
}
