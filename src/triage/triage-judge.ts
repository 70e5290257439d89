import type { Finding } from '../model/finding.ts'
import type { TriageAnswer, TriageContext, TriageOutcome, TriageUsage } from '../model/triage.ts'

/**
 * Judges one finding by its context. Called for findings in program code. It may be called for several findings at the same time. If it rejects, the finding is kept
 * and the summary reports the failure.
 */
export type Triage = (finding: Finding, context: TriageContext, options: { readonly signal: AbortSignal }) => Promise<TriageAnswer>

/** A finding with its context. */
export interface JudgedFinding {
  readonly finding: Finding
  readonly context: TriageContext
}

/** A triage that judges the findings of one file together. */
export interface TriageJudge {
  /** Shown in reports, such as `openai:gpt-4.1-mini`. */
  readonly by: string
  /** Findings that `judge` takes at once. */
  readonly groupSize: number
  /** Groups that are judged at the same time. */
  readonly concurrency: number
  /** One outcome for each finding, in the same order. */
  judge(group: readonly JudgedFinding[], options: { readonly signal: AbortSignal }): Promise<readonly TriageOutcome[]>
  /** What was spent so far. */
  usage?(): TriageUsage
}

/** A function that judges findings one by one, as a judge. */
export function toJudge(triage: Triage, by = 'custom'): TriageJudge {
  return {
    by,
    groupSize: 1,
    concurrency: 4,
    judge: async (group, options) => {
      const outcomes: TriageOutcome[] = []
      for (const { finding, context } of group) outcomes.push({ kind: 'answer', answer: await triage(finding, context, options) })
      return outcomes
    },
  }
}
