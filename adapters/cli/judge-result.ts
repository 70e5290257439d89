import type { ScanResult } from '../../src/node/index.ts'
import { countOf } from './format-number.ts'
import { type ScanFlags, THRESHOLDS, type Threshold, WANTED_GRADES, type WantedGrade } from './scan-flags.ts'

/**
 * Why a result does not pass, one sentence each; empty when it passes. `--min-grade` alone replaces the default threshold; with both, both must
 * hold. Where no file was scanned, or no code that there is, there is no grade to judge.
 */
export function judgeResult(result: ScanResult, flags: Pick<ScanFlags, 'failOn' | 'minGrade'>): string[] {
  const threshold = flags.failOn ?? (flags.minGrade === undefined ? 'high' : 'never')
  return [...judgeFindings(result, threshold), ...judgeGrade(result, flags.minGrade)]
}

function judgeFindings(result: ScanResult, threshold: Threshold): string[] {
  if (threshold === 'never') return []
  const severities = THRESHOLDS.slice(0, THRESHOLDS.indexOf(threshold) + 1)
  const counts = { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount, never: 0 }
  const count = severities.reduce((sum, severity) => sum + counts[severity], 0)
  const orWorse = severities.length === 1 ? threshold : `${threshold} or worse`
  return count === 0 ? [] : [`${countOf(count, 'finding')} ${count === 1 ? 'is' : 'are'} ${orWorse} (--fail-on ${threshold}).`]
}

function judgeGrade({ grade }: ScanResult, wanted: WantedGrade | undefined): string[] {
  if (wanted === undefined || grade === 'N/A') return []
  const reached = WANTED_GRADES.findIndex((each) => each === grade)
  if (reached >= 0 && reached <= WANTED_GRADES.indexOf(wanted)) return []
  return [`Grade ${grade} is below ${wanted} (--min-grade ${wanted}).`]
}
