import { useEffect, useRef } from 'preact/hooks'
import { renderReport, SEVERITIES, type ScanResult } from '../../src/index.ts'
import { FindingList } from './finding-list.tsx'
import { GapList } from './gap-list.tsx'
import type { TextFile } from './send-upload.ts'
import { SeverityChart } from './severity-chart.tsx'
import { count } from './words.ts'

interface ResultViewProps {
  readonly result: ScanResult
  readonly files: readonly TextFile[]
  readonly onRule: (id: string) => void
}

const GOOD: readonly string[] = ['A+', 'A']
const FAIR: readonly string[] = ['B', 'C']

/** What a scan gave: the grade, what was found, what was not read, and reports to take away. */
export function ResultView({ result, files, onRule }: ResultViewProps) {
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
      <p class="buttons">
        <Download result={result} format="json" type="application/json" name="assay.json" label="Download JSON" />
        <Download result={result} format="html" type="text/html" name="assay.html" label="Download HTML" />
        <Download result={result} format="sarif" type="application/sarif+json" name="assay.sarif" label="Download SARIF" />
      </p>
      <GapList result={result} />
      {result.grade !== 'N/A' && result.findings.length === 0 && <p id="none">Nothing was found.</p>}
      {result.findings.length > 0 && <FindingList findings={result.findings} files={files} onRule={onRule} />}
    </section>
  )
}

interface DownloadProps {
  readonly result: ScanResult
  readonly format: 'json' | 'html' | 'sarif'
  readonly type: string
  readonly name: string
  readonly label: string
}

function Download({ result, format, type, name, label }: DownloadProps) {
  function save(): void {
    const text = renderReport(result, format)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type }))
    link.download = name
    link.click()
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <button type="button" class="plain" id={`download-${format}`} onClick={save}>
      {label}
    </button>
  )
}

function sayScore({ grade, score, filesScanned }: ScanResult): string {
  if (filesScanned === 0) return 'No grade: nothing was scanned'
  return `${grade === 'N/A' ? 'No grade: none of the code was read' : `${score} of 100`}, ${count(filesScanned, 'file')} scanned`
}

function classOf(grade: string): string {
  if (grade === 'N/A') return ''
  return GOOD.includes(grade) ? 'good' : FAIR.includes(grade) ? 'fair' : 'poor'
}
