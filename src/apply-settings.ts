import { applyOverrides } from './focus/apply-overrides.ts'
import { gradeScan } from './grade/grade-scan.ts'
import { toGradeInput } from './grade/to-grade-input.ts'
import type { ScanResult } from './model/result.ts'
import type { ProjectSettings } from './model/settings.ts'
import { countSeverities } from './model/count-severities.ts'

/**
 * A result as the settings of a project have it: what they turn off is suppressed, severities are theirs, and counts, score and grade are of what counts.
 * `pathOf` gives a path of the result as globs of the settings see it. Throws `GlobError`.
 */
export function applySettings(
  result: ScanResult,
  { overrides }: Pick<ProjectSettings, 'overrides'>,
  pathOf: (file: string) => string = (file) => file,
): ScanResult {
  if (overrides.length === 0) return result
  const settled = { ...result, ...applyOverrides(result, overrides, pathOf) }
  const { critical, high, medium, low } = countSeverities(settled.findings)
  const counted = { ...settled, criticalCount: critical, highCount: high, mediumCount: medium, lowCount: low }
  return { ...counted, ...gradeScan(toGradeInput(counted)) }
}
