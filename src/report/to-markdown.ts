import type { Finding } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import { SEVERITIES } from '../model/severity.ts'
import { describeFinding } from './describe-finding.ts'
import { describeTriage } from './describe-triage.ts'
import { describeTrace } from './describe-trace.ts'
import { toMarkdownText, fence, inlineCode } from './escape-markdown.ts'
import { listGaps } from './list-gaps.ts'
import { listUntrusted, titleUntrusted } from './list-untrusted.ts'
import { quoteSnippet } from './quote-snippet.ts'
import type { ReportContext } from './report-context.ts'
import { sayCount } from './say-count.ts'
import { sayHidden } from './say-hidden.ts'
import { sayPlace } from './say-place.ts'
import { createSourceReader, type ReportedSource } from './source-reader.ts'

/** Maximum UTF-16 units. GitHub accepts comments of 65,536 characters, GitLab of a million. */
const MAX_UNITS = 60_000
/** Number of gaps that are listed. Others are counted. */
const MAX_GAPS = 10
/** Number of untrusted parts that are listed. Others are counted. */
const MAX_UNTRUSTED = 50

/**
 * Markdown for a comment on a change: grade and counts, then collapsed findings, most severe first. Findings beyond the maximum length are counted.
 */
export function toMarkdown(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const head = renderHead(result)
  const gaps = renderGaps(result)
  const untrusted = renderUntrusted(result)
  const blocks: string[] = []
  let room = MAX_UNITS - head.length - gaps.length - untrusted.length
  for (const finding of result.findings) {
    const block = renderFinding(finding, sources(finding.file))
    if (block.length > room) break
    room -= block.length
    blocks.push(block)
  }
  const left = result.findings.length - blocks.length
  const more = left > 0 ? [`…and ${sayCount(left, 'more finding')}, none of them more severe than the last one above.`] : []
  return `${[head, ...(untrusted === '' ? [] : [untrusted]), ...blocks, ...more, ...(gaps === '' ? [] : [gaps])].join('\n\n')}\n`
}

function renderHead(result: ScanResult): string {
  const { criticalCount, highCount, mediumCount, lowCount, filesScanned, grade, score } = result
  const counts = [criticalCount, highCount, mediumCount, lowCount, filesScanned]
  const hidden = sayHidden(result)
  return [
    `## Assay: grade ${toMarkdownText(grade)}, score ${toMarkdownText(String(score))} of 100`,
    '',
    `| ${SEVERITIES.join(' | ')} | files scanned |`,
    `|${' ---: |'.repeat(counts.length)}`,
    `| ${counts.map((count) => toMarkdownText(String(count))).join(' | ')} |`,
    ...(hidden === undefined ? [] : ['', toMarkdownText(hidden)]),
  ].join('\n')
}

function renderFinding(finding: Finding, source: ReportedSource | undefined): string {
  const { severity, title, rule, confidence, cwe, fix, triage } = finding
  const sure = confidence === 'low' ? ', low confidence' : ''
  const way = describeTrace(finding)
  const code = quoteSnippet(finding, source)
  const parts = [
    toMarkdownText(describeFinding(finding, source)),
    ...(code.length > 0 ? [fence(code)] : []),
    ...(way.length > 0 ? [way.map((step) => `1. ${toMarkdownText(step)}`).join('\n')] : []),
    ...(fix === undefined ? [] : [`**Fix:** ${toMarkdownText(fix)}`]),
    ...(triage === undefined ? [] : [toMarkdownText(describeTriage(triage))]),
    `${[inlineCode(rule), ...cwe.map(toMarkdownText)].join(' · ')}${sure}`,
  ]
  const summary = `<summary><b>${toMarkdownText(severity)}</b> ${toMarkdownText(title)} · ${inlineCode(sayPlace(finding))}</summary>`
  return `<details>${summary}\n\n${parts.join('\n\n')}\n\n</details>`
}

function renderGaps(result: ScanResult): string {
  const gaps = listGaps(result)
  if (gaps.length === 0) return ''
  const named = gaps
    .slice(0, MAX_GAPS)
    .map((gap) => `- ${gap.file === undefined ? '' : `${inlineCode(sayPlace(gap))}: ${toMarkdownText(gap.reason)}, `}${toMarkdownText(gap.detail)}`)
  const more = gaps.length > MAX_GAPS ? [`- and ${gaps.length - MAX_GAPS} more`] : []
  return ['**Skipped and partly analysed files** (these limit the grade):', '', ...named, ...more].join('\n')
}

function renderUntrusted(result: ScanResult): string {
  const parts = listUntrusted(result)
  if (result.trusted === undefined || parts.length === 0) return ''
  const named = parts.slice(0, MAX_UNTRUSTED).map((part) => `- ${inlineCode(sayPlace(part))}: ${toMarkdownText(part.detail)}`)
  const more = parts.length > MAX_UNTRUSTED ? [`- and ${parts.length - MAX_UNTRUSTED} more`] : []
  return [`**${titleUntrusted(result.trusted)}:**`, '', ...named, ...more].join('\n')
}
