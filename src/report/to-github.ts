import type { ScanResult } from '../model/result.ts'
import { describeFinding } from './describe-finding.ts'
import { listGaps } from './list-gaps.ts'
import { listUntrusted } from './list-untrusted.ts'
import type { ReportContext } from './report-context.ts'
import { createSourceReader } from './source-reader.ts'

const COMMANDS = { critical: 'error', high: 'error', medium: 'warning', low: 'notice' } as const

/** Workflow commands, which GitHub Actions shows as annotations, one per line. The last one contains counts and grade. */
export function toGithub(result: ScanResult, { sourceOf = () => undefined }: ReportContext = {}): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const findings = result.findings.map((finding) => {
    const { file, line, column, endLine, endColumn, severity, title, rule, fix } = finding
    const description = describeFinding(finding, sources(file))
    // Columns are only supported within one line.
    const columns = line === endLine ? { col: column, endColumn: Math.max(column, endColumn - 1) } : {}
    const message = fix === undefined ? description : `${description}\nFix: ${fix}`
    return command(COMMANDS[severity], { file, line, endLine, ...columns, title: `${severity}: ${title} (${rule})` }, message)
  })
  const gaps = listGaps(result).map(({ file, line, reason, detail }) =>
    command('warning', { ...(file !== undefined && { file }), ...(line !== undefined && { line }), title: `Incomplete scan: ${reason}` }, detail),
  )
  const untrusted = listUntrusted(result).map(({ file, line, reason, detail }) =>
    command('warning', { file, ...(line !== undefined && { line }), title: `Ignored change: ${reason}` }, detail),
  )
  const { criticalCount, highCount, mediumCount, lowCount, grade, score } = result
  const counts = `${criticalCount} critical, ${highCount} high, ${mediumCount} medium, ${lowCount} low`
  return `${[...findings, ...gaps, ...untrusted, command('notice', { title: `Assay: grade ${grade}` }, `Score ${score} of 100: ${counts}.`)].join('\n')}\n`
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const told = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${told.join(',')}::${escapeData(message)}`
}

/**
 * Escapes the text after `::` as GitHub's toolkit does. The runner also reads `##[command]` anywhere in a line, which has no escape, so a space is
 * inserted between the signs.
 */
function escapeData(text: string): string {
  return text.replaceAll('##[', '# #[').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
