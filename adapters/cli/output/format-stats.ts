import type { RuleCacheOutcome, ScanResult, ScanStats } from '../../../src/node/index.ts'
import { countOf, formatNumber } from '../output/format-number.ts'

/** Wall time in milliseconds and peak memory of the process in bytes. */
export interface Measure {
  readonly milliseconds: number
  readonly peakBytes: number
  /** Undefined without own rules or without a cache. */
  readonly ownRules: RuleCacheOutcome | undefined
}

const OWN_RULES: Readonly<Record<RuleCacheOutcome, string>> = {
  read: 'custom rules loaded from the cache',
  written: 'custom rules compiled and written to the cache',
  unwritable: 'custom rules compiled; the cache is not writable',
}

/** The output of `--stats`. */
export function formatStats(stats: ScanStats, result: ScanResult, measure: Measure): string {
  const seconds = Math.max(measure.milliseconds, 0.01) / 1000
  const megabytes = stats.bytes / 1e6
  const serious = result.criticalCount + result.highCount
  const phases = Object.entries(stats.phases).map(([phase, milliseconds]) => `${phase} ${(milliseconds / 1000).toFixed(2)} s`)
  const cached = stats.filesCached > 0 ? `, ${formatNumber(stats.filesCached)} from the cache` : ''
  const spared = `${formatNumber(stats.filesSpared)} skipped by the prefilter`
  const rows = [
    ['files', `${formatNumber(result.filesScanned)} scanned, ${formatNumber(stats.filesParsed)} parsed, ${spared}${cached}`],
    ['size', `${megabytes.toFixed(2)} MB, ${countOf(stats.lines, 'line')}`],
    ['time', `${seconds.toFixed(2)} s${phases.length > 0 ? ` (${phases.join(', ')})` : ''}`],
    [
      'speed',
      `${(megabytes / seconds).toFixed(1)} MB/s, ${formatNumber(stats.files / seconds)} files/s, ${formatNumber(stats.lines / seconds)} lines/s`,
    ],
    ['memory', `${formatNumber(measure.peakBytes / 1e6)} MB peak`],
    ...(measure.ownRules === undefined ? [] : [['rules', OWN_RULES[measure.ownRules]]]),
    ['findings', serious === 0 ? 'no critical or high findings' : `one critical or high finding per ${countOf(stats.lines / serious, 'line')}`],
  ]
  return rows.map(([name, value]) => `${name.padEnd(10)}${value}\n`).join('')
}
