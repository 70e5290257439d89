import { gradeScan } from './grade/grade-scan.ts'
import { toGradeInput } from './grade/to-grade-input.ts'
import { compareFindings, compareSuppressed } from './model/compare-findings.ts'
import { compareTexts } from './model/compare-texts.ts'
import type { Finding } from './model/finding.ts'
import { groupBy } from './model/group-by.ts'
import type { ScanResult } from './model/result.ts'
import type { Severity } from './model/severity.ts'
import type { SuppressedFinding } from './model/suppression.ts'
import type { FindingTriage, TriageCase, TriageOutcome, TriageSummary } from './model/triage.ts'
import { checkAnswer, lowerSeverity } from './triage/check-answer.ts'
import { judgeGroups } from './triage/judge-groups.ts'
import { toJudge, type Triage, type TriageJudge } from './triage/triage-judge.ts'

/** How a result is put to a triage. */
export interface TriageOptions {
  /** Who decides, for a `Triage` function. Default: `custom`. */
  readonly by?: string
  /** When it is aborted, findings without an answer are kept. */
  readonly signal?: AbortSignal
}

/**
 * Puts the findings of a result to a triage and returns the result with its verdicts: findings have `triage`, suppressed ones are in `suppressed`, counts, score and
 * grade are those with triage, and `triage` has those without. `cases` come from `prepareTriage`. Never rejects: a finding without a valid answer is kept as it is.
 */
export async function triageResult(
  result: ScanResult,
  cases: readonly TriageCase[],
  triage: Triage | TriageJudge,
  { by, signal = new AbortController().signal }: TriageOptions = {},
): Promise<ScanResult> {
  const judge = typeof triage === 'function' ? toJudge(triage, by) : triage
  const outcomes = await judgeGroups(result.findings, cases, judge, signal)
  const contexts = new Map(cases.flatMap((each) => (each.kind === 'prepared' ? [[each.id, each.context] as const] : [])))
  const verdicts = new Map<string, FindingTriage>()
  for (const finding of result.findings) {
    const outcome = outcomes.get(finding.id)
    const context = contexts.get(finding.id)
    if (outcome?.kind === 'answer' && context !== undefined) verdicts.set(finding.id, checkAnswer(outcome.answer, finding, { context, by: judge.by }))
  }
  const changed = applyVerdicts(result, verdicts)
  return { ...changed, triage: summarise(result, { verdicts, outcomes, judge }) }
}

function applyVerdicts(result: ScanResult, verdicts: ReadonlyMap<string, FindingTriage>): ScanResult {
  const findings: Finding[] = []
  const suppressed: SuppressedFinding[] = []
  const counts = { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount }
  const move = (from: Severity, to?: Severity): void => {
    counts[from]--
    if (to !== undefined) counts[to]++
  }
  for (const finding of result.findings) {
    const triage = verdicts.get(finding.id)
    if (triage === undefined) findings.push(finding)
    else if (triage.applied && triage.verdict === 'suppress') {
      const { id, rule, file, line } = finding
      suppressed.push({ id, rule, file, line, reason: triage.reason, by: 'triage', triage })
      move(finding.severity)
    } else if (triage.applied && triage.verdict === 'lower') {
      const severity = lowerSeverity(finding.severity)
      findings.push({ ...finding, severity, triage })
      move(finding.severity, severity)
    } else findings.push({ ...finding, triage })
  }
  const counted = {
    ...result,
    criticalCount: counts.critical,
    highCount: counts.high,
    mediumCount: counts.medium,
    lowCount: counts.low,
    findings: findings.sort(compareFindings),
    suppressed: [...result.suppressed, ...suppressed].sort(compareSuppressed),
  }
  return { ...counted, ...gradeScan(toGradeInput(counted)) }
}

interface Judged {
  readonly verdicts: ReadonlyMap<string, FindingTriage>
  readonly outcomes: ReadonlyMap<string, TriageOutcome>
  readonly judge: TriageJudge
}

function summarise({ grade, score }: ScanResult, { verdicts, outcomes, judge }: Judged): TriageSummary {
  const all = [...verdicts.values()]
  const count = (verdict: FindingTriage['verdict']): number => all.filter((each) => each.applied && each.verdict === verdict).length
  const unanswered = [...outcomes.values()].flatMap((outcome) => (outcome.kind === 'unanswered' ? [outcome] : []))
  const usage = judge.usage?.()
  return {
    by: judge.by,
    gradeWithout: grade,
    scoreWithout: score,
    asked: outcomes.size,
    kept: count('keep'),
    lowered: count('lower'),
    suppressed: count('suppress'),
    annotated: all.filter(({ applied }) => !applied).length,
    unanswered: [...groupBy(unanswered, ({ reason, detail }) => `${reason}\n${detail}`).values()]
      .map((alike) => ({ reason: alike[0].reason, findings: alike.length, detail: alike[0].detail }))
      .toSorted((left, right) => compareTexts(left.reason, right.reason) || compareTexts(left.detail, right.detail)),
    ...(usage !== undefined && { usage }),
  }
}
