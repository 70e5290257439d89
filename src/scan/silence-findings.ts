import type { ScannedReport } from '../model/file-report.ts'
import type { Finding } from '../model/finding.ts'
import type { SuppressedFinding, UnusedSuppression } from '../model/suppression.ts'
import { suppresses } from '../text/read-suppressions.ts'

export interface SilencedFindings<Found> {
  readonly findings: readonly Found[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unused: readonly UnusedSuppression[]
}

/** Takes out the findings of a file that a comment silences. */
export function silenceFindings<Found extends Finding>(
  found: readonly Found[],
  { path, suppressions, foreign }: ScannedReport,
): SilencedFindings<Found> {
  const silencers = [...suppressions, ...foreign]
  const used = new Set<number>()
  const findings: Found[] = []
  const suppressed: SuppressedFinding[] = []
  for (const finding of found) {
    const { id, rule, file, line } = finding
    const silencing = [...silencers.keys()].filter((index) => suppresses(silencers[index], rule, line))
    for (const index of silencing) used.add(index)
    if (silencing.length === 0) findings.push(finding)
    else {
      const { reason } = silencers[silencing[0]]
      suppressed.push({ id, rule, file, line, ...(reason === undefined ? {} : { reason }) })
    }
  }
  const unused = suppressions.flatMap(({ line, rules }, index) => (used.has(index) ? [] : [{ file: path, line, rules }]))
  return { findings, suppressed, unused }
}
