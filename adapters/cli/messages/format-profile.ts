import type { ScanProfile, ScanStats } from '../../../src/node/index.ts'
import { countOf, formatNumber } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

const MAX_ROWS = 10

/** A profile with the costs of the whole process. */
export interface ProfileReport {
  readonly stats: ScanStats
  readonly profile: ScanProfile
  /** Wall time and peak memory of the process. */
  readonly milliseconds: number
  readonly peakBytes: number
}

/** The output of `--profile`. */
export function formatProfile({ stats, profile }: ProfileReport): string {
  const spared = `${formatNumber(stats.filesSpared)} skipped by the prefilter`
  return [
    `${countOf(stats.files, 'file')}, ${formatNumber(stats.filesParsed)} parsed, ${spared}\n`,
    formatTable(
      'phase',
      profile.phases.map((each) => ({ ...each, name: each.phase })),
    ),
    formatTable(
      'slowest rules',
      profile.rules.map((each) => ({ ...each, name: each.rule })),
    ),
    formatTable(
      'slowest files',
      profile.files.map((each) => ({ ...each, name: showText(each.file) })),
    ),
  ].join('\n')
}

/** The output of `--profile-json`: all rules and files, not only the slowest. */
export function toProfileJson({ stats, profile, milliseconds, peakBytes }: ProfileReport): string {
  const { files, filesParsed, filesSpared, bytes, lines } = stats
  const totals = { milliseconds, peakBytes, files, filesParsed, filesSpared, bytes, lines }
  return `${JSON.stringify({ totals, ...profile }, undefined, 2)}\n`
}

interface Row {
  readonly name: string
  readonly milliseconds: number
  readonly bytes: number
  readonly nanosecondsPerByte: number
}

function formatTable(title: string, rows: readonly Row[]): string {
  const cells = rows
    .slice(0, MAX_ROWS)
    .map(({ name, milliseconds, bytes, nanosecondsPerByte }) => [
      name,
      `${milliseconds.toFixed(1)} ms`,
      `${(bytes / 1000).toFixed(1)} kB`,
      `${nanosecondsPerByte.toFixed(1)} ns/byte`,
    ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(column === 0 ? title.length : 0, ...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))))
  return `${[title, ...lines.map((row) => `  ${row.join('  ')}`)].join('\n')}\n`
}
