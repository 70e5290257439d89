import type { ScanResult } from '../model/result.ts'
import { describeFinding } from './describe-finding.ts'
import type { ReportContext } from './report-context.ts'
import { createSourceReader } from './source-reader.ts'

const COLUMNS = [
  'severity',
  'confidence',
  'rule',
  'title',
  'file',
  'line',
  'column',
  'endLine',
  'endColumn',
  'cwe',
  'owasp',
  'description',
  'fix',
  'id',
] as const

/**
 * Comma-separated values (RFC 4180): a header row, then one row per finding. Cells that a spreadsheet would treat as a formula begin with an
 * apostrophe.
 */
export function toCsv(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const rows = result.findings.map((finding) => {
    const texts = { cwe: finding.cwe.join(' '), owasp: finding.owasp.join(' '), description: describeFinding(finding, sources(finding.file)) }
    const cells: Readonly<Record<(typeof COLUMNS)[number], string | number | undefined>> = { fix: undefined, ...finding, ...texts }
    return COLUMNS.map((column) => toCell(cells[column] ?? ''))
  })
  return [COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
