import type { Finding } from '../model/finding.ts'
import { spanOf } from '../text/span-of.ts'
import { renderSnippet } from './render-snippet.ts'
import type { ReportedSource } from './source-reader.ts'

const WIDTH = 140

/** The code of a finding as plain lines with line numbers and carets. Empty if the file is gone. Secrets are masked. */
export function quoteSnippet(finding: Finding, source: ReportedSource | undefined): readonly string[] {
  if (source === undefined) return []
  const digits = String(finding.endLine).length
  const rows = renderSnippet({ ...source, marked: spanOf(source.lines, source.text, finding), width: WIDTH })
  return rows.map(({ line, text }) => `${String(line ?? '').padStart(digits)} | ${text}`.trimEnd())
}
