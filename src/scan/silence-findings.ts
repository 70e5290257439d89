import type { ScannedReport } from '../model/file-report.ts'
import type { Finding } from '../model/finding.ts'
import type { SuppressedFinding, Suppression, UnusedSuppression } from '../model/suppression.ts'
import { suppresses } from '../text/read-suppressions.ts'

export interface SilencedFindings<Found> {
  readonly findings: readonly Found[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unused: readonly UnusedSuppression[]
}

/** Whether a suppression comment of a file counts. */
export type SuppressionTest = (file: string, suppression: Suppression) => boolean

/** Takes out the findings of a file that a comment silences. */
export function silenceFindings<Found extends Finding>(
  found: readonly Found[],
  { path, ...report }: ScannedReport,
  accept: SuppressionTest = () => true,
): SilencedFindings<Found> {
  const suppressions = report.suppressions.filter((suppression) => accept(path, suppression))
  const silencers = [...suppressions, ...report.foreign.filter((suppression) => accept(path, suppression))]
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
