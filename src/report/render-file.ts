import type { Finding, TraceStep } from '../model/finding.ts'
import type { LineIndex, Span } from '../model/position.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { decodeText } from '../text/decode-text.ts'
import { redactSecret } from '../text/redact-secret.ts'
import { findSecrets, spanOf } from './mask-secrets.ts'
import type { Paint } from './paint.ts'
import { renderSnippet } from './render-snippet.ts'
import { sayCount } from './say-count.ts'
import { toVisible } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

export type SourceOf = (path: string) => string | Uint8Array | undefined

export interface Page {
  readonly paint: Paint
  /** Cells in a line. */
  readonly width: number
  readonly sourceOf: SourceOf
}

/** Places of one weakness in one file that are shown with their code; of the others the positions alone. */
const MOST_SNIPPETS = 4

/** The findings of one file. Those that say the same are said once, with all their places. */
export function renderFile(page: Page, file: string, findings: readonly Finding[]): string {
  const source = readSource(page.sourceOf(file), findings)
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.severity, finding.confidence, finding.title, describe(finding, source), finding.fix])
    const alike = groups.get(key)
    if (alike === undefined) groups.set(key, [finding])
    else alike.push(finding)
  }
  const blocks = [...groups.values()].map((alike) => renderAlike(page, source, alike).join('\n'))
  return [page.paint.path(toVisible(file)), ...blocks].join('\n\n')
}

interface Source {
  readonly text: string
  readonly lines: LineIndex
  readonly secrets: readonly Span[]
}

function readSource(content: string | Uint8Array | undefined, findings: readonly Finding[]): Source | undefined {
  const decoded = content === undefined ? undefined : decodeText(content)
  if (decoded === undefined || 'fault' in decoded) return undefined
  const lines = buildLineIndex(decoded.text)
  return { text: decoded.text, lines, secrets: findSecrets(decoded.text, lines, findings) }
}

function renderAlike(page: Page, source: Source | undefined, findings: readonly Finding[]): readonly string[] {
  const { paint, width } = page
  const [first] = findings
  const labels = [first.rule, ...first.cwe.slice(0, 1), ...(first.confidence === 'low' ? ['low confidence'] : [])]
  return [
    `${paint.severity(first.severity)(first.severity)}  ${paint.strong(toVisible(first.title))}  ${paint.faint(toVisible(labels.join(' · ')))}`,
    ...findings.slice(0, MOST_SNIPPETS).flatMap((finding) => renderPlace(page, source, finding)),
    ...renderFurtherPlaces(findings.slice(MOST_SNIPPETS), width).map(paint.faint),
    ...wrapText(describe(first, source), width - 2).map((line) => `  ${line}`),
    ...(first.fix === undefined ? [] : wrapText(`Fix: ${first.fix}`, width - 2).map((line) => paint.fix(`  ${line}`))),
  ]
}

/** Shorter texts occur in descriptions as words of their own. */
const LEAST_SECRET = 4

const TOKEN_LIKE = /[\w+/=.-]{12,}/g

/**
 * The description. One that repeats a secret, because its rule filled in what matched, is masked as the code is. When the source is gone, all that
 * looks like a token is masked where a secret was found.
 */
function describe(finding: Finding, source: Source | undefined): string {
  if (source === undefined)
    return finding.category === 'secrets'
      ? finding.description.replaceAll(TOKEN_LIKE, (word) => (/\d/.test(word) ? redactSecret(word) : word))
      : finding.description
  const place = spanOf(source.lines, source.text, finding)
  return source.secrets
    .filter(({ start, end }) => start < place.end && end > place.start)
    .map(({ start, end }) => source.text.slice(start, end))
    .filter((secret) => secret.length >= LEAST_SECRET)
    .reduce((description, secret) => description.replaceAll(secret, () => redactSecret(secret)), finding.description)
}

function renderPlace({ paint, width }: Page, source: Source | undefined, finding: Finding): readonly string[] {
  const place = `  ${toVisible(finding.file)}:${finding.line}:${finding.column}`
  const trace = (finding.trace ?? []).map((step) => paint.faint(`    ${describeStep(step)}`))
  const more = finding.alternatives === undefined ? [] : [paint.faint(`    and ${sayCount(finding.alternatives, 'other way')} to the same place`)]
  if (source === undefined) return [place, ...trace, ...more]
  const digits = String(finding.endLine).length
  const gutter = (line: number | undefined) => paint.faint(`  ${String(line ?? '').padStart(digits)} │ `)
  const marked = spanOf(source.lines, source.text, finding)
  const rows = renderSnippet({ ...source, marked, width: width - digits - 5 })
  const mark = paint.severity(finding.severity)
  const code = rows.map(({ kind, line, text }) => gutter(line) + (kind === 'carets' ? mark(text) : text))
  return [paint.faint(place), ...code, ...trace, ...more]
}

function describeStep({ kind, file, line, column, what }: TraceStep): string {
  return `${kind.padEnd(6)}  ${toVisible(file)}:${line}:${column}  ${toVisible(what)}`
}

function renderFurtherPlaces(findings: readonly Finding[], width: number): readonly string[] {
  if (findings.length === 0) return []
  const places = findings.map(({ line, column }) => `${line}:${column}`).join(', ')
  return wrapText(`and at ${places}`, width - 2).map((line) => `  ${line}`)
}
