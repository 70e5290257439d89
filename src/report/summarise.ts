import { isForCause, SKIP_REASONS, type SkippedFile } from '../model/gap.ts'
import type { ScanResult } from '../model/result.ts'
import { SEVERITIES } from '../model/severity.ts'
import type { Paint } from './paint.ts'
import { sayCount } from './say-count.ts'
import { toVisible } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

interface SummaryStyle {
  readonly paint: Paint
  /** Cells in a line. */
  readonly width: number
}

/** Files of one kind of gap that are named; the others are counted. */
const MOST_NAMED = 8

/** Nobody expects a scan of these: they are counted by reason and not named. All others lower the grade, so each has to be seen. */
const EXPECTED = SKIP_REASONS.filter((reason) => !isForCause(reason))

/** What was not looked at, what comments silenced, and the verdict in the last two lines. */
export function summarise(result: ScanResult, { paint, width }: SummaryStyle): string {
  const expected = result.skipped.filter(({ reason }) => !isForCause(reason))
  const forCause = result.skipped.filter(({ reason }) => isForCause(reason))
  const sections = [
    section(
      `Not scanned: ${sayCount(forCause.length, 'file')}, which limits the grade`,
      forCause.map(({ file, reason, detail }) => `${file}: ${reason}, ${detail}`),
    ),
    section(
      `Scanned in part: ${sayCount(new Set(result.partial.map(({ file }) => file)).size, 'file')}, which limits the grade`,
      result.partial.map(({ file, line, column, reason, rule, detail }) => {
        const place = line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`
        return `${place}: ${reason}${rule === undefined ? '' : ` of ${rule}`}, ${detail}`
      }),
    ),
    section(
      `Not read as code: ${sayCount(countUnread(result), 'file')}, which ${result.grade === 'N/A' ? 'is why there is no grade' : 'limits the grade'}`,
      result.unread.map(({ language, files }) => `${sayCount(files, 'file')} of ${language}: only looked at for secrets`),
    ),
    section(
      `Silencing nothing: ${sayCount(result.unusedSuppressions.length, 'suppression comment')}`,
      result.unusedSuppressions.map(({ file, line, rules }) => `${file}:${line}${rules.length === 0 ? '' : `: ${rules.join(', ')}`}`),
    ),
  ]
  const notes = [
    ...result.scannedAsIs.map(
      ({ reason, files }) => `No other code is here: ${sayCount(files, `${reason} file`)} scanned as ${files === 1 ? 'it is' : 'they are'}.`,
    ),
    ...(result.suppressed.length > 0 ? [`Suppressed by comments: ${sayCount(result.suppressed.length, 'finding')}.`] : []),
    ...(expected.length > 0 ? [`Left out: ${countReasons(expected)}.`] : []),
  ]
  const blocks = [
    ...sections.filter((entries) => entries.length > 0).map(([title, ...entries]) => [paint.warning(title), ...indent(entries, width)].join('\n')),
    [...notes.flatMap((note) => wrapText(note, width)).map(paint.faint), sayCounts(result, paint), sayGrade(result, paint)].join('\n'),
  ]
  return blocks.join('\n\n')
}

function section(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return []
  const further = entries.length - MOST_NAMED
  return [title, ...entries.slice(0, MOST_NAMED), ...(further > 0 ? [`and ${further} more`] : [])]
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
  if (result.filesScanned === 0) return 'Nothing was scanned.'
  const scanned = `${sayCount(result.filesScanned, 'file')}${sayWithoutCode(result)}`
  if (result.findings.length === 0) return `No findings in ${scanned}.`
  const counts = { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount }
  const named = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => paint.severity(severity)(`${counts[severity]} ${severity}`))
  return `${sayCount(result.findings.length, 'finding')} in ${scanned}: ${named.join(', ')}.`
}

/** What a reader may not know: that a scan without findings looked at no code. */
function sayWithoutCode({ filesRead, unread, filesScanned }: ScanResult): string {
  if (filesRead.code > 0) return ''
  if (unread.length > 0) return ', of which none was read as code'
  return filesScanned === 1 ? ', which is no program code' : ', none of which is program code'
}

function countUnread({ unread }: ScanResult): number {
  return unread.reduce((sum, { files }) => sum + files, 0)
}

function sayGrade({ grade, score }: ScanResult, paint: Paint): string {
  return `Grade ${paint.grade(grade)(toVisible(grade))}, score ${score} of 100.`
}
