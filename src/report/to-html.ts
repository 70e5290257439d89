import type { Finding } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import { SEVERITIES } from '../model/severity.ts'
import { describeEvidence, percentOf } from './describe-evidence.ts'
import { describeFinding } from './describe-finding.ts'
import { describeTriage } from './describe-triage.ts'
import { foldTrace } from './fold-trace.ts'
import { HTML_SCRIPT, HTML_STYLE } from './html-page.ts'
import { listGaps } from './list-gaps.ts'
import { listUntrusted, titleUntrusted } from './list-untrusted.ts'
import { quoteSnippet } from './quote-snippet.ts'
import type { ReportContext } from './report-context.ts'
import { sayCount } from './say-count.ts'
import { sayHidden } from './say-hidden.ts'
import { describeTriageSummary } from './describe-triage-summary.ts'
import { sayPlace } from './say-place.ts'
import { createSourceReader, groupByFile, type ReportedSource } from './source-reader.ts'
import { toVisible } from './visible-text.ts'

/** One HTML file that works offline: grade, a chart of severities, and filterable findings by file with code, trace and fix. */
export function toHtml(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const files = [...groupByFile(result.findings)].map(([file, findings]) => renderFile(file, findings, sources(file)))
  const body = [
    renderHead(result),
    ...(files.length > 0 ? [FORM, ...files] : ['<p>No findings.</p>']),
    ...renderTriage(result),
    ...renderUntrusted(result),
    ...renderGaps(result),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="generator" content="Assay ${escapeHtml(result.version.engine)}">
<title>Assay: grade ${escapeHtml(result.grade)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
${body.join('\n')}
<script>${HTML_SCRIPT}</script>
</body>
</html>
`
}

const FORM = `<form hidden>${SEVERITIES.map((severity) => `<label><input type="checkbox" value="${severity}" checked> ${severity}</label>`).join(' ')}
<label>Search <input type="search" name="words" placeholder="rule, file, text"></label> <output class="faint" aria-live="polite"></output></form>`

function renderHead(result: ScanResult): string {
  const { grade, score, filesScanned, version } = result
  const counts = { critical: result.criticalCount, high: result.highCount, medium: result.mediumCount, low: result.lowCount }
  const most = Math.max(1, ...Object.values(counts))
  const rows = SEVERITIES.map((severity) => {
    const width = Math.ceil((counts[severity] / most) * 240) || 0
    return `<tr class="${severity}"><th scope="row">${severity}</th><td>${escapeHtml(String(counts[severity]))}</td><td><span class="bar" style="width:${width}px"></span></td></tr>`
  })
  const packs = version.packs.map(({ name, rules }) => `${name} (${rules} rules)`).join(', ')
  const hidden = sayHidden(result)
  return `<header>
<div><h1>Assay</h1><p class="faint">${escapeHtml(sayCount(filesScanned, 'file'))} scanned with ${escapeHtml(packs)}, Assay ${escapeHtml(version.engine)}</p></div>
<div class="grade ${gradeClass(result)}" aria-label="Grade">${escapeHtml(grade)}</div><div>score ${escapeHtml(String(score))} of 100</div>
<table aria-label="Findings by severity">${rows.join('')}</table>${hidden === undefined ? '' : `\n<p>${escapeHtml(hidden)}</p>`}
</header>`
}

function gradeClass({ criticalCount, highCount, score }: ScanResult): string {
  if (criticalCount > 0) return 'critical'
  if (highCount > 0) return 'high'
  return score >= 90 ? 'good' : 'medium'
}

function renderFile(file: string, findings: readonly Finding[], source: ReportedSource | undefined): string {
  const shown = escapeHtml(file)
  return `<section data-file="${shown}"><h2>${shown}</h2>\n${findings.map((finding) => renderFinding(finding, source)).join('\n')}\n</section>`
}

function renderFinding(finding: Finding, source: ReportedSource | undefined): string {
  const { severity, title, line, column, rule, cwe, owasp, confidence, fix, references, places = [], triage, evidence } = finding
  const code = quoteSnippet(finding, source)
  const steps = foldTrace(finding.trace ?? []).map((step) =>
    'left' in step
      ? `<li class="faint">${step.left} more steps</li>`
      : `<li><b>${escapeHtml(step.kind)}</b> <code>${escapeHtml(sayPlace(step))}</code> ${toProse(step.what)}</li>`,
  )
  const links = references
    .filter((address) => /^https?:\/\//.test(address))
    .map((address) => `<a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(address)}</a>`)
  const parts = [
    `<p>${toProse(describeFinding(finding, source))}</p>`,
    ...(code.length > 0 ? [`<pre>${escapeHtml(code.join('\n'))}</pre>`] : []),
    ...(steps.length > 0 ? [`<ol>${steps.join('')}</ol>`] : []),
    ...(places.length > 0
      ? [`<p>The same cause also affects ${places.map((place) => `<code>${escapeHtml(sayPlace(place))}</code>`).join(', ')}.</p>`]
      : []),
    ...renderEvidence(finding),
    ...(fix === undefined ? [] : [`<p><b>Fix.</b> ${toProse(fix)}</p>`]),
    ...(triage === undefined ? [] : [`<p><b>Triage.</b> ${escapeHtml(describeTriage(triage))}</p>`]),
    `<p class="faint">${[`<code>${escapeHtml(rule)}</code>`, escapeHtml(evidence === undefined ? `${confidence} confidence` : `${confidence} confidence (${percentOf(evidence.probability)} %)`), ...[...cwe, ...owasp].map(escapeHtml), ...links].join(' · ')}</p>`,
  ]
  const word = escapeHtml(severity)
  const place = escapeHtml(`line ${line}, column ${column}`)
  const summary = `<summary><span class="severity ${word}">${word}</span> ${escapeHtml(title)} <span class="faint">${place}</span></summary>`
  return `<details data-severity="${word}">${summary}${parts.join('')}</details>`
}

/** What the triage did, and what it suppressed. */
function renderTriage(result: ScanResult): readonly string[] {
  const sentences = describeTriageSummary(result)
  if (sentences.length === 0) return []
  const rows = result.suppressed.flatMap((each) =>
    each.triage === undefined
      ? []
      : [`<li><code>${escapeHtml(sayPlace(each))}</code> ${escapeHtml(each.rule)}: ${escapeHtml(describeTriage(each.triage))}</li>`],
  )
  const list = rows.length === 0 ? '' : `<p>Suppressed by the triage:</p><ul>${rows.join('')}</ul>`
  return [`<h2>Triage</h2>${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')}${list}`]
}

function renderEvidence(finding: Finding): readonly string[] {
  if (finding.evidence === undefined) return []
  const [head = '', ...facts] = describeEvidence(finding)
  return [`<details class="faint"><summary>${toProse(head)}</summary><ul>${facts.map((fact) => `<li>${toProse(fact)}</li>`).join('')}</ul></details>`]
}

function renderGaps(result: ScanResult): readonly string[] {
  const gaps = listGaps(result)
  if (gaps.length === 0) return []
  const rows = gaps.map((gap) => `<li><code>${escapeHtml(sayPlace(gap))}</code> ${escapeHtml(gap.reason)}: ${escapeHtml(gap.detail)}</li>`)
  return [`<h2>Skipped and partly analysed files</h2><p>These files limit the grade.</p><ul>${rows.join('')}</ul>`]
}

function renderUntrusted(result: ScanResult): readonly string[] {
  const parts = listUntrusted(result)
  if (result.trusted === undefined || parts.length === 0) return []
  const rows = parts.map((part) => `<li><code>${escapeHtml(sayPlace(part))}</code> ${escapeHtml(part.detail)}</li>`)
  return [`<h2>${escapeHtml(titleUntrusted(result.trusted))}</h2><ul>${rows.join('')}</ul>`]
}

/** Formats the text of a rule or message: text between backticks is code. */
function toProse(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** Escapes text for elements and quoted attributes. Line ends stay; other invisible characters become visible. */
function escapeHtml(text: string): string {
  const shown = text.split('\n').map(toVisible).join('\n')
  return shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
