import type { Finding } from './finding.ts'
import type { SeverityCounts } from './grade.ts'

/** The number of findings per severity. */
export function countSeverities(findings: readonly Finding[]): SeverityCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 }
  for (const finding of findings) counts[finding.severity]++
  return counts
}
