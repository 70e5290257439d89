import type { Finding } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import { describeFinding } from './describe-finding.ts'
import { escapeAttribute, escapeXml } from './escape-xml.ts'
import { listGaps, type ReportedGap } from './list-gaps.ts'
import type { ReportContext } from './report-context.ts'
import { sayPlace } from './say-place.ts'
import { createSourceReader, groupByFile, type ReportedSource } from './source-reader.ts'
import { describeTrace } from './describe-trace.ts'

/**
 * JUnit XML for Jenkins, GitLab, Azure and CircleCI: a suite per file, a failed case per finding, an error per gap. A result without any has one
 * passed case. There are no times, so that equal results have equal bytes. Only attributes of the schema of Jenkins' xUnit plugin are used, which
 * refuses files with others: the class of a case is its file.
 */
export function toJunit(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const suites = [...groupByFile(result.findings)].map(([file, findings]) => renderSuite(file, findings, sources(file)))
  const gaps = listGaps(result)
  if (gaps.length > 0) suites.push(renderGaps(gaps))
  if (suites.length === 0)
    suites.push(`  <testsuite name="assay" tests="1" failures="0" errors="0">\n    <testcase classname="assay" name="no findings"/>\n  </testsuite>`)
  const tests = result.findings.length + gaps.length || 1
  const counts = `tests="${tests}" failures="${result.findings.length}" errors="${gaps.length}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay" ${counts}>\n${suites.join('\n')}\n</testsuites>\n`
}

function renderSuite(file: string, findings: readonly Finding[], source: ReportedSource | undefined): string {
  const cases = findings.map((finding) => {
    const { rule, line, column, severity, title, fix } = finding
    const lines = [describeFinding(finding, source), ...describeTrace(finding), ...(fix === undefined ? [] : [`Fix: ${fix}`]), sayPlace(finding)]
    return [
      `    <testcase classname="${escapeAttribute(file)}" name="${escapeAttribute(`${rule} at ${line}:${column}`)}">`,
      `      <failure type="${escapeAttribute(severity)}" message="${escapeAttribute(title)}">${escapeXml(lines.join('\n'))}</failure>`,
      '    </testcase>',
    ].join('\n')
  })
  const head = `  <testsuite name="${escapeAttribute(file)}" tests="${findings.length}" failures="${findings.length}" errors="0">`
  return [head, ...cases, '  </testsuite>'].join('\n')
}

/** The class of cases that belong to no single file. */
const ALL = 'all files'

function renderGaps(gaps: readonly ReportedGap[]): string {
  const cases = gaps.map(({ reason, detail, ...place }) =>
    [
      `    <testcase classname="${escapeAttribute(place.file ?? ALL)}" name="${escapeAttribute(`${reason} ${sayPlace(place) || detail}`)}">`,
      `      <error type="${escapeAttribute(reason)}" message="${escapeAttribute(detail)}"/>`,
      '    </testcase>',
    ].join('\n'),
  )
  return [`  <testsuite name="incomplete scan" tests="${gaps.length}" failures="0" errors="${gaps.length}">`, ...cases, '  </testsuite>'].join('\n')
}
