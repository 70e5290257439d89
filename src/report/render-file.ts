import type { Finding, TraceStep } from '../model/finding.ts'
import { SEVERITIES } from '../model/severity.ts'
import { describeEvidence } from './describe-evidence.ts'
import { describeFinding } from './describe-finding.ts'
import { describeTriage } from './describe-triage.ts'
import { foldTrace, type LeftOut } from './fold-trace.ts'
import { spanOf } from '../text/span-of.ts'
import { summariseFlow } from '../text/summarise-flow.ts'
import type { Paint } from './paint.ts'
import { renderSnippet } from './render-snippet.ts'
import { sayCount } from './say-count.ts'
import { readSource, type ReportedSource, type SourceOf } from './source-reader.ts'
import { splitCells, toVisible, widthOf } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'
import { groupBy } from '../model/group-by.ts'

/** The context of a text report. */
export interface Page {
  readonly paint: Paint
  /** Cells in a line. */
  readonly width: number
  readonly sourceOf: SourceOf
  /** The address of a file, for terminals that show links. */
  readonly linkOf?: ((file: string) => string | undefined) | undefined
  /** A URL or a command that shows the page of a rule. */
  readonly rulePageOf?: ((rule: string) => string | undefined) | undefined
  /** Whether long data-flow paths are shortened. */
  readonly fold: boolean
  /** Whether the facts that a confidence was computed from are shown. */
  readonly explainConfidence: boolean
  /** All findings of a file, because they may cover secrets. */
  findingsOf(file: string): readonly Finding[]
}

/** Number of locations of one weakness per file that are shown with code. For others only positions are shown. */
const MAX_SNIPPETS = 4

/** Renders the findings of one file. Equal findings are shown once, with all their locations. */
export function renderFile(page: Page, file: string, findings: readonly Finding[]): string {
  const source = readSource(page.sourceOf(file), page.findingsOf(file))
  const sources = new Map([[file, source]])
  const sourceOf = (path: string): ReportedSource | undefined => {
    if (!sources.has(path)) sources.set(path, readSource(page.sourceOf(path), page.findingsOf(path)))
    return sources.get(path)
  }
  const groups = groupBy(findings, (finding) =>
    JSON.stringify([
      finding.rule,
      finding.severity,
      finding.confidence,
      finding.title,
      describeAlike(finding, source),
      finding.fix,
      finding.triage,
      finding.commit?.id,
    ]),
  )
  const rankOf = ([first]: readonly Finding[]): number => SEVERITIES.indexOf(first.severity)
  const blocks = [...groups.values()]
    .toSorted((left, right) => rankOf(right) - rankOf(left))
    .map((alike) => renderAlike({ ...page, source, sourceAt: sourceOf }, alike).join('\n'))
  return [page.paint.path(toVisible(file)), ...blocks].join('\n\n')
}

/** The context, with the sources that the findings of one file refer to. */
interface FilePage extends Page {
  readonly source: ReportedSource | undefined
  sourceAt(file: string): ReportedSource | undefined
}

function renderAlike(page: FilePage, findings: readonly Finding[]): readonly string[] {
  const { paint, width, source } = page
  const [first] = findings
  const rulePage = page.rulePageOf?.(first.rule)
  const labels = [first.rule, ...first.cwe.slice(0, 1), ...(first.confidence === 'low' ? ['low confidence'] : [])]
  return [
    `${paint.severity(first.severity)(toVisible(first.severity))}  ${paint.strong(toVisible(first.title))}  ${paint.faint(toVisible(labels.join(' · ')))}`,
    ...findings.slice(0, MAX_SNIPPETS).flatMap((finding) => renderPlace(page, finding)),
    ...renderFurtherPlaces(findings.slice(MAX_SNIPPETS), width).map(paint.faint),
    ...wrapText(findings.length === 1 ? describeFinding(first, source) : describeAlike(first, source), width - 2).map((line) => `  ${line}`),
    ...(first.fix === undefined ? [] : wrapText(`Fix: ${first.fix}`, width - 2).map((line) => paint.fix(`  ${line}`))),
    ...(first.triage === undefined ? [] : wrapText(describeTriage(first.triage), width - 2).map((line) => paint.faint(`  ${line}`))),
    ...(rulePage === undefined ? [] : [paint.faint(`  Details: ${toVisible(rulePage)}`)]),
  ]
}

/** The description without the sentence that names source and sink: the trace shows them, and findings that differ only in it are shown together. */
function describeAlike(finding: Finding, source: ReportedSource | undefined): string {
  const summary = summariseFlow(finding.trace)
  const description = summary === undefined ? finding.description : finding.description.replace(`${summary} `, '')
  return describeFinding({ ...finding, description }, source)
}

function describeCommit({ commit }: Finding): readonly string[] {
  return commit === undefined ? [] : [toVisible(`added by commit ${commit.id.slice(0, 12)} of ${commit.date}`)]
}

function describeAlternatives({ alternatives }: Finding): readonly string[] {
  return alternatives === undefined ? [] : [`and ${sayCount(alternatives, 'other data-flow path')} to the same location`]
}

/** Places that a person reads; the result has all. */
const MAX_PLACES = 5

function describePlaces({ places = [] }: Finding): readonly string[] {
  const told = places.slice(0, MAX_PLACES).map(({ file, line, column }) => toVisible(`also affects ${file}:${line}:${column}`))
  return places.length > MAX_PLACES ? [...told, `and at ${sayCount(places.length - MAX_PLACES, 'other location')}`] : told
}

function renderPlace(page: FilePage, finding: Finding): readonly string[] {
  const { paint, width, source } = page
  const place = `  ${linkTo(page.linkOf?.(finding.file), toVisible(`${finding.file}:${finding.line}:${finding.column}`))}`
  const trace = (page.fold ? foldTrace(finding.trace ?? []) : (finding.trace ?? [])).map((step) =>
    paint.faint(`    ${describeStep(step, finding, page)}`),
  )
  const why = page.explainConfidence ? describeEvidence(finding).map((line, index) => toVisible(index === 0 ? line : `  ${line}`)) : []
  const more = [...describeCommit(finding), ...describeAlternatives(finding), ...describePlaces(finding), ...why].map((line) =>
    paint.faint(`    ${line}`),
  )
  if (source === undefined) return [place, ...trace, ...more]
  const digits = String(finding.endLine).length
  const gutter = (line: number | undefined) => paint.faint(`  ${String(line ?? '').padStart(digits)} │ `)
  const marked = spanOf(source.lines, source.text, finding)
  const rows = renderSnippet({ ...source, marked, width: width - digits - 5 })
  const mark = paint.severity(finding.severity)
  const code = rows.map(({ kind, line, text }) => gutter(line) + (kind === 'carets' ? mark(text) : text))
  return [paint.faint(place), ...code, ...trace, ...more]
}

/** An OSC 8 link, which other terminals ignore. The URL is printable ASCII, so it cannot end the sequence. */
function linkTo(address: string | undefined, text: string): string {
  return address === undefined || !/^[!-~]+$/.test(address) ? text : `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`
}

/** The text of a step, its location, and its code unless the snippet shows it. */
function describeStep(step: TraceStep | LeftOut, finding: Finding, page: FilePage): string {
  if ('left' in step) return `…       ${sayCount(step.left, 'more step')}`
  const { kind, file, line, column, what } = step
  const told = toVisible(`${kind.padEnd(6)}  ${file}:${line}:${column}  ${what}`)
  if (file === finding.file && line >= finding.line && line <= finding.endLine) return told
  const code = quoteStep(step, page, page.width - widthOf(told) - STEP_INDENT)
  return code === '' ? told : `${told}: ${code}`
}

/** Width of the indent and the colon of a step. */
const STEP_INDENT = 6
/** A shorter part of a line is useless. */
const LEAST_CODE = 12

/** The first line of a step's code, cut to the width. Empty without room, or if it contains a secret. */
function quoteStep(step: TraceStep, { sourceAt }: FilePage, width: number): string {
  const source = width < LEAST_CODE ? undefined : sourceAt(step.file)
  if (source === undefined) return ''
  const { start, end } = spanOf(source.lines, source.text, step)
  if (source.secrets.some((secret) => secret.start < end && secret.end > start)) return ''
  const [line, ...further] = source.text.slice(start, Math.min(end, start + MAX_CODE)).split(/[\r\n]/)
  const cells = splitCells(line.trim())
  let used = 1
  const fitting = cells.filter((cell) => (used += cell.width) <= width)
  const isCut = fitting.length < cells.length || further.length > 0 || end - start > MAX_CODE
  return `${fitting.map(({ text }) => text.replace('\t', ' ')).join('')}${isCut ? '…' : ''}`
}

/** UTF-16 units. */
const MAX_CODE = 200

function renderFurtherPlaces(findings: readonly Finding[], width: number): readonly string[] {
  if (findings.length === 0) return []
  const places = findings.map(({ line, column }) => `${line}:${column}`).join(', ')
  return wrapText(`and at ${places}`, width - 2).map((line) => `  ${line}`)
}
