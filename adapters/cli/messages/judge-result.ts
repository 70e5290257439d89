import type { ScanResult } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'
import { type ScanFlags, THRESHOLDS, type Threshold, WANTED_GRADES, type WantedGrade } from '../flags/scan-flags.ts'

/**
 * The reasons why a result does not pass, one sentence each. Empty if it passes. Hidden findings do not fail it, but count for the grade.
 * `--min-grade` alone replaces the default threshold; with both flags, both conditions apply. Without scanned code there is no grade to compare.
 */
export function judgeResult(result: ScanResult, flags: JudgingFlags): string[] {
  const threshold = flags.failOn ?? (flags.minGrade === undefined ? 'high' : 'never')
  return [...judgeFindings(result, threshold), ...judgeGrade(result, flags.minGrade), ...judgeSuppressions(result, flags)]
}

type JudgingFlags = Pick<ScanFlags, 'failOn' | 'minGrade' | 'errorOnUnusedSuppressions' | 'requireReasons'>

function judgeFindings(result: ScanResult, threshold: Threshold): string[] {
  if (threshold === 'never') return []
  const severities: readonly Threshold[] = THRESHOLDS.slice(0, THRESHOLDS.indexOf(threshold) + 1)
  const count = result.findings.filter(({ severity }) => severities.includes(severity)).length
  const orWorse = severities.length === 1 ? threshold : `${threshold} or higher`
  return count === 0 ? [] : [`${countOf(count, 'finding')} of severity ${orWorse} (--fail-on ${threshold}).`]
}

function judgeGrade({ grade }: ScanResult, wanted: WantedGrade | undefined): string[] {
  if (wanted === undefined || grade === 'N/A') return []
  const reached = WANTED_GRADES.findIndex((each) => each === grade)
  if (reached >= 0 && reached <= WANTED_GRADES.indexOf(wanted)) return []
  return [`Grade ${grade} is below ${wanted} (--min-grade ${wanted}).`]
}

function judgeSuppressions({ suppressed, unusedSuppressions }: ScanResult, flags: JudgingFlags): string[] {
  const unused = flags.errorOnUnusedSuppressions === true ? unusedSuppressions.map(({ file, line }) => ({ file, line })) : []
  const bare = flags.requireReasons === true ? suppressed.filter(({ reason }) => reason === undefined) : []
  return [
    ...(unused.length > 0
      ? [`${countOf(unused.length, 'suppression comment')} without effect (--error-on-unused-suppressions): ${listPlaces(unused)}`]
      : []),
    ...(bare.length > 0 ? [`${countOf(bare.length, 'finding')} suppressed without a reason (--require-reasons): ${listPlaces(bare)}`] : []),
  ]
}

/** Number of locations that are listed. */
const MAX_PLACES = 10

function listPlaces(places: readonly { readonly file: string; readonly line: number }[]): string {
  const shown = places.slice(0, MAX_PLACES).map(({ file, line }) => `${showText(file)}:${line}`)
  return `${shown.join(', ')}${places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : ''}.`
}
