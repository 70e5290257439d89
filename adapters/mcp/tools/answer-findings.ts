import { type Finding, focusResult, type Severity } from '../../../src/node/index.ts'
import { answerWith, type ToolAnswer } from '../data/tool-answer.ts'
import { openMaskedCode } from '../session/masked-code.ts'
import type { RecordedScan } from '../session/recorded-scan.ts'
import { showFinding } from './show-finding.ts'

/** The filters of a call. */
export interface FindingFilters {
  readonly severity?: Severity | undefined
  readonly category?: string | undefined
  readonly rule?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** UTF-16 units of the findings in one answer. */
const MAX_UNITS = 60_000

/** The page of a scan's findings that the caller asked for, the most severe first. */
export async function answerFindings(
  scan: RecordedScan,
  { severity, category, rule, limit, offset }: FindingFilters,
  isWanted: (finding: Finding) => boolean = () => true,
): Promise<ToolAnswer> {
  const focus = {
    ...(severity && { severity }),
    ...(category !== undefined && { categories: [category] }),
    ...(rule !== undefined && { rules: [rule] }),
  }
  const matching = focusResult(scan.result, focus).findings.filter(isWanted)
  const page = matching.slice(offset, offset + limit)
  const code = await openMaskedCode(scan, page)
  const findings: ReturnType<typeof showFinding>[] = []
  let units = 0
  for (const finding of page) {
    const shown = showFinding(finding, code)
    units += JSON.stringify(shown).length
    if (units > MAX_UNITS && findings.length > 0) break
    findings.push(shown)
  }
  const next = offset + findings.length
  const { grade, score, filesScanned, criticalCount: critical, highCount: high, mediumCount: medium, lowCount: low, suppressed } = scan.result
  return answerWith({
    ...{ grade, score, filesScanned, counts: { critical, high, medium, low }, matching: matching.length, findings },
    ...(next < matching.length && findings.length > 0 && { nextOffset: next }),
    suppressed: suppressed.length,
    notAnalysed: countGaps(scan),
  })
}

function countGaps({ result: { skipped, partial } }: RecordedScan) {
  const counts = new Map<string, number>()
  for (const { reason } of [...skipped, ...partial]) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, files]) => ({ reason, files }))
}
