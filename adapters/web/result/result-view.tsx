import { useEffect, useRef } from 'preact/hooks'
import { describeTriageSummary, renderReport, SEVERITIES, type ScanResult } from '../../../src/index.ts'
import type { CodeSources } from './code-sources.ts'
import { FindingList } from './finding-list.tsx'
import { GapList } from './gap-list.tsx'
import { SeverityChart } from './severity-chart.tsx'
import { count } from '../text/words.ts'

interface ResultViewProps {
  readonly result: ScanResult
  /** Paths of chosen files that were not sent. */
  readonly binaries: readonly string[]
  readonly sources: CodeSources
}

const GOOD: readonly string[] = ['A+', 'A']
const FAIR: readonly string[] = ['B', 'C']

/** The result of a scan: grade, findings, limits of the result, and reports to download. */
export function ResultView({ result, binaries, sources }: ResultViewProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [result])
  const counts = SEVERITIES.map((severity) => ({ severity, number: result[`${severity}Count`] }))
  return (
    <section id="result" class="card" aria-labelledby="result-title" tabIndex={-1} ref={section}>
      <h2 id="result-title">Result</h2>
      <div class="verdict">
        <p id="grade" class={`grade ${classOf(result.grade)}`} aria-label={`Grade ${result.grade}`}>
          {result.grade}
        </p>
        <div>
          <p id="score" class="score">
            {sayScore(result)}
          </p>
          <SeverityChart counts={counts} />
        </div>
      </div>
      <p class="buttons start">
        <Download result={result} sources={sources} format="json" type="application/json" name="assay.json" label="Download JSON" />
        <Download result={result} sources={sources} format="html" type="text/html" name="assay.html" label="Download HTML" />
        <Download result={result} sources={sources} format="sarif" type="application/sarif+json" name="assay.sarif" label="Download SARIF" />
      </p>
      {describeTriageSummary(result).map((sentence) => (
        <p class="triage">{sentence}</p>
      ))}
      <GapList result={result} binaries={binaries} />
      {result.grade !== 'N/A' && result.findings.length === 0 && (
        <p id="none">
          No findings. Scan another project, or <a href="/playground/">write a rule of your own</a> for what matters in your code.
        </p>
      )}
      {result.findings.length > 0 && <FindingList findings={result.findings} sources={sources} />}
    </section>
  )
}

interface DownloadProps {
  readonly result: ScanResult
  readonly sources: CodeSources
  readonly format: 'json' | 'html' | 'sarif'
  readonly type: string
  readonly name: string
  readonly label: string
}

function Download({ result, sources, format, type, name, label }: DownloadProps) {
  function save(): void {
    // Only the HTML report quotes code, with secrets masked.
    const text = renderReport(result, format, format === 'html' ? { sourceOf: (path) => sources(path)?.text } : {})
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type }))
    link.download = name
    link.click()
    // By then the browser has read the data.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <button type="button" class="plain" id={`download-${format}`} onClick={save}>
      {label}
    </button>
  )
}

function sayScore({ grade, score, filesScanned }: ScanResult): string {
  if (filesScanned === 0) return 'No grade: no file was scanned'
  return `${grade === 'N/A' ? 'No grade: all code is in unsupported languages' : `${score} of 100`}, ${count(filesScanned, 'file')} scanned`
}

function classOf(grade: string): string {
  if (grade === 'N/A') return ''
  return GOOD.includes(grade) ? 'good' : FAIR.includes(grade) ? 'fair' : 'poor'
}
