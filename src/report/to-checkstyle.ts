import type { ScanResult } from '../model/result.ts'
import { describeFinding } from './describe-finding.ts'
import { escapeAttribute } from './escape-xml.ts'
import { listGaps } from './list-gaps.ts'
import type { ReportContext } from './report-context.ts'
import { createSourceReader } from './source-reader.ts'

const SEVERITIES = { critical: 'error', high: 'error', medium: 'warning', low: 'info' } as const

/** Checkstyle XML, for code review bots and Jenkins: errors by file. Gaps are errors too. */
export function toCheckstyle(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const files = new Map<string, string[]>()
  const add = (file: string, row: Readonly<Record<string, string | number>>): void => {
    const attributes = Object.entries(row).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    const error = `    <error${attributes.join('')}/>`
    const known = files.get(file)
    if (known) known.push(error)
    else files.set(file, [error])
  }
  for (const finding of result.findings) {
    const { file, line, column, rule, severity, title } = finding
    const message = `${title}: ${describeFinding(finding, sources(file))}`
    add(file, { line, column, severity: SEVERITIES[severity], message, source: `assay.${rule}` })
  }
  for (const { file = '.', line = 1, column = 1, reason, detail } of listGaps(result))
    add(file, { line, column, severity: 'warning', message: detail, source: `assay.gap.${reason}` })
  const rows = [...files].map(([file, errors]) => [`  <file name="${escapeAttribute(file)}">`, ...errors, '  </file>'].join('\n'))
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="10.0">', ...rows, '</checkstyle>'].join('\n')}\n`
}
