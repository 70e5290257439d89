import type { Finding } from '../model/finding.ts'
import type { LineIndex, Span } from '../model/position.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { decodeText } from '../text/decode-text.ts'
import { findSecrets } from '../text/find-secrets.ts'
import { groupBy } from '../model/group-by.ts'

/** Returns the content of a scanned file by its reported path, or undefined if it is gone. */
export type SourceOf = (path: string) => string | Uint8Array | undefined

/** A file for reports, with the ranges that must not be shown. */
export interface ReportedSource {
  readonly text: string
  readonly lines: LineIndex
  readonly secrets: readonly Span[]
}

/** Prepares one file for a report. Undefined if it is gone or not text any more. Pass all findings of the file, because they may cover secrets. */
export function readSource(content: string | Uint8Array | undefined, findings: readonly Finding[]): ReportedSource | undefined {
  const decoded = content === undefined ? undefined : decodeText(content)
  if (decoded === undefined || 'fault' in decoded) return undefined
  const lines = buildLineIndex(decoded.text)
  return { text: decoded.text, lines, secrets: findSecrets(decoded.text, lines, findings) }
}

/** Reads each file once, when a report first quotes it. */
export function createSourceReader(sourceOf: SourceOf, findings: readonly Finding[]): (path: string) => ReportedSource | undefined {
  const byFile = groupByFile(findings)
  const sources = new Map<string, ReportedSource | undefined>()
  return (path) => {
    if (!sources.has(path)) sources.set(path, readSource(sourceOf(path), byFile.get(path) ?? []))
    return sources.get(path)
  }
}

/** The findings of each file, both in input order. */
export function groupByFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  return groupBy(findings, ({ file }) => file)
}
