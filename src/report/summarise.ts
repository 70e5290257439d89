import { compareTexts } from '../model/compare-texts.ts'
import { isForCause, SKIP_REASONS, type SkippedFile } from '../model/gap.ts'
import type { ScanResult } from '../model/result.ts'
import { SEVERITIES } from '../model/severity.ts'
import type { Paint } from './paint.ts'
import { sayCount } from './say-count.ts'
import { listUntrusted, titleUntrusted } from './list-untrusted.ts'
import { describeTriage } from './describe-triage.ts'
import { sayHidden } from './say-hidden.ts'
import { describeTriageSummary } from './describe-triage-summary.ts'
import { toVisible, widthOf } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'
import { groupBy } from '../model/group-by.ts'

interface SummaryStyle {
  readonly paint: Paint
  /** Cells in a line. */
  readonly width: number
}

/** Number of files per kind of gap that are listed. Others are counted. */
const MAX_NAMED = 8
/** Number of configuration changes, and of findings that a triage suppressed, that are listed. A reviewer should see all of them. */
const MAX_UNTRUSTED = 100

/** Files that are not expected to be scanned. They are counted by reason. All other skipped files lower the grade and are listed. */
const EXPECTED = SKIP_REASONS.filter((reason) => !isForCause(reason))

/** The gaps, the suppressed findings, and the grade in the last two lines. */
export function summarise(result: ScanResult, { paint, width }: SummaryStyle): string {
  const expected = result.skipped.filter(({ reason }) => !isForCause(reason))
  const forCause = result.skipped.filter(({ reason }) => isForCause(reason))
  const hidden = sayHidden(result)
  const sections = [
    section(
      `Skipped files: ${forCause.length}. This limits the grade.`,
      forCause.map(({ file, reason, detail }) => `${file}: ${reason}, ${detail}`),
    ),
    section(
      `Partly analysed files: ${new Set(result.partial.map(({ file }) => file)).size}. This limits the grade.`,
      result.partial.map(({ file, line, column, reason, rule, detail }) => {
        const place = line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`
        return `${place}: ${reason}${rule === undefined ? '' : ` of ${rule}`}, ${detail}`
      }),
    ),
    section(
      `Files in unsupported languages: ${toVisible(String(countUnread(result)))}. ${result.grade === 'N/A' ? 'For this reason, there is no grade.' : 'This limits the grade.'}`,
      result.unread.map(({ language, files }) => `${sayCount(files, 'file')} of ${language}: scanned only for secrets`),
    ),
    section(
      `Suppression comments without effect: ${result.unusedSuppressions.length}`,
      result.unusedSuppressions.map(({ file, line, rules }) => `${file}:${line}${rules.length === 0 ? '' : `: ${rules.join(', ')}`}`),
    ),
    section(
      'Findings that the triage suppressed:',
      result.suppressed.flatMap(({ file, line, rule, triage }) =>
        triage === undefined ? [] : [`${file}:${line}: ${rule}. ${describeTriage(triage)}`],
      ),
      MAX_UNTRUSTED,
    ),
    ...(result.trusted === undefined
      ? []
      : [
          section(
            titleUntrusted(result.trusted),
            listUntrusted(result).map(({ file, line, detail }) => `${file}${line === undefined ? '' : `:${line}`}: ${detail}`),
            MAX_UNTRUSTED,
          ),
        ]),
  ]
  const notes = [
    ...result.scannedAsIs.map(({ reason, files }) => `Scanned ${sayCount(files, `${reason} file`)}, because there is no other code.`),
    ...saySuppressed(result),
    ...describeTriageSummary(result),
    ...(hidden === undefined ? [] : [hidden]),
    ...(expected.length > 0 ? [`Skipped without effect on the grade: ${countReasons(expected)}.`] : []),
  ]
  const blocks = [
    ...sections.filter((entries) => entries.length > 0).map(([title, ...entries]) => [paint.warning(title), ...indent(entries, width)].join('\n')),
    ...tabulate(result, paint),
    [...notes.flatMap((note) => wrapText(note, width)).map(paint.faint), sayCounts(result, paint), sayGrade(result, paint)].join('\n'),
  ]
  return blocks.join('\n\n')
}

/** Number of rules in the table. Others are counted. */
const MAX_RULES = 12

/** The number of findings per rule, most severe last. Empty for a single rule. */
function tabulate({ findings }: ScanResult, paint: Paint): readonly string[] {
  const byRule = groupBy(findings, ({ severity, rule }) => `${severity}\n${rule}`)
  if (byRule.size < 2) return []
  const rows = [...byRule.values()].map((alike) => ({ ...alike[0], count: alike.length, files: new Set(alike.map(({ file }) => file)).size }))
  const ordered = rows.toSorted(
    (left, right) =>
      SEVERITIES.indexOf(right.severity) - SEVERITIES.indexOf(left.severity) || left.count - right.count || compareTexts(left.rule, right.rule),
  )
  const shown = ordered.slice(-MAX_RULES)
  const further = ordered.slice(0, -MAX_RULES)
  const width = Math.max(...shown.map(({ rule }) => widthOf(toVisible(rule))))
  const lines = shown.map(({ severity, rule, count, files }) => {
    const name = toVisible(rule)
    const padded = `${name}${' '.repeat(width - widthOf(name))}`
    return `${paint.severity(severity)(toVisible(severity).padEnd(8))}  ${padded}  ${sayCount(count, 'finding').padStart(12)} in ${sayCount(files, 'file')}`
  })
  const more = further.reduce((sum, { count }) => sum + count, 0)
  return [
    [...(more === 0 ? [] : [paint.faint(`${sayCount(more, 'less severe finding')} of ${sayCount(further.length, 'other rule')}`)]), ...lines].join(
      '\n',
    ),
  ]
}

function saySuppressed({ suppressed }: ScanResult): readonly string[] {
  const bySettings = suppressed.filter(({ by }) => by === 'settings').length
  const byTriage = suppressed.filter(({ by }) => by === 'triage').length
  const byComments = suppressed.length - bySettings - byTriage
  return [
    ...(byComments > 0 ? [`Suppressed findings (by comments): ${byComments}.`] : []),
    ...(bySettings > 0 ? [`Suppressed findings (by settings): ${bySettings}.`] : []),
    ...(byTriage > 0 ? [`Suppressed findings (by triage): ${byTriage}.`] : []),
  ]
}

function section(title: string, entries: readonly string[], most = MAX_NAMED): readonly string[] {
  if (entries.length === 0) return []
  const further = entries.length - most
  return [title, ...entries.slice(0, most), ...(further > 0 ? [`and ${further} more`] : [])]
}

function indent(entries: readonly string[], width: number): readonly string[] {
  return entries.flatMap((entry) => wrapText(entry, width - 4).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`)))
}

function countReasons(skipped: readonly SkippedFile[]): string {
  const counts = EXPECTED.map((reason) => ({ reason, files: skipped.filter((entry) => entry.reason === reason).length }))
  const named = counts.filter(({ files }) => files > 0).map(({ reason, files }) => `${files} ${reason}`)
  return `${named.join(', ')} ${skipped.length === 1 ? 'file' : 'files'}`
}

function sayCounts(result: ScanResult, paint: Paint): string {
  if (result.filesScanned === 0) return 'No files were scanned.'
  const scanned = `${sayCount(result.filesScanned, 'file')}${sayWithoutCode(result)}`
  const counts = { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount }
  const all = SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
  if (all === 0) return `No findings in ${scanned}.`
  const named = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    paint.severity(severity)(toVisible(`${counts[severity]} ${severity}`)),
  )
  return `${sayCount(all, 'finding')} in ${scanned}: ${named.join(', ')}.`
}

/** States that a scan without findings examined no code. */
function sayWithoutCode({ filesRead, unread, filesScanned }: ScanResult): string {
  if (filesRead.code > 0) return ''
  if (unread.length > 0) return ', none of them in a supported language'
  return filesScanned === 1 ? ', which contains no program code' : ', none of which contains program code'
}

function countUnread({ unread }: ScanResult): number {
  return unread.reduce((sum, { files }) => sum + files, 0)
}

function sayGrade({ grade, score }: ScanResult, paint: Paint): string {
  return `Grade ${paint.grade(grade)(toVisible(grade))}, score ${toVisible(String(score))} of 100.`
}
