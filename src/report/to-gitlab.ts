import type { Finding, TraceStep } from '../model/finding.ts'
import type { ScanResult } from '../model/result.ts'
import type { Severity } from '../model/severity.ts'
import { describeFinding } from './describe-finding.ts'
import { listGaps } from './list-gaps.ts'
import { listUntrusted } from './list-untrusted.ts'
import type { ReportContext } from './report-context.ts'
import { cweUrl } from './rule-descriptors.ts'
import { sayPlace } from './say-place.ts'
import { createSourceReader, type ReportedSource } from './source-reader.ts'

/** Start and end of a scan in GitLab's format: UTC without a time zone, `2026-01-31T23:59:59`. */
export interface ScanTimes {
  readonly began: string
  readonly ended: string
}

const SCHEMA_VERSION = '15.2.1'
/** GitLab requires times, but a result has none. */
const NO_TIME = '1970-01-01T00:00:00'
const SEVERITIES: Record<Severity, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' }

/** The schema's maximum length. GitLab refuses the whole report for a longer text. */
const MAX_NAME = 255
const MAX_DESCRIPTION = 1_048_576
const MAX_SOLUTION = 7_000

/** A report of GitLab's SAST, schema 15: vulnerabilities with identifiers, fix and code flow. Gaps are messages of the scan. */
export function toGitlab(
  result: ScanResult,
  { sourceOf = () => undefined }: ReportContext = {},
  times: ScanTimes = { began: NO_TIME, ended: NO_TIME },
): string {
  const sources = createSourceReader(sourceOf, result.findings)
  const tool = { id: 'assay', name: 'Assay', version: result.version.engine, vendor: { name: 'Assay' } }
  const report = {
    version: SCHEMA_VERSION,
    scan: {
      type: 'sast',
      status: 'success',
      start_time: times.began,
      end_time: times.ended,
      analyzer: tool,
      scanner: tool,
      messages: [...listGaps(result), ...listUntrusted(result)].map((gap) => ({
        level: 'warn',
        value: [sayPlace(gap), gap.reason, gap.detail].filter((part) => part !== '').join(': '),
      })),
    },
    vulnerabilities: result.findings.map((finding) => toVulnerability(finding, sources(finding.file))),
  }
  return `${JSON.stringify(report, undefined, 2)}\n`
}

function toVulnerability(finding: Finding, source: ReportedSource | undefined): Readonly<Record<string, unknown>> {
  const { id, title, severity, fix, file, line, endLine, references, trace = [] } = finding
  return {
    id: toUuid(id),
    name: cut(title, MAX_NAME),
    description: cut(describeFinding(finding, source), MAX_DESCRIPTION),
    severity: SEVERITIES[severity],
    ...(fix !== undefined && { solution: cut(fix, MAX_SOLUTION) }),
    location: { file, start_line: line, end_line: endLine },
    identifiers: toIdentifiers(finding),
    links: references.map((url) => ({ url })),
    tracking: { type: 'source', items: [{ file, start_line: line, end_line: endLine, signatures: [{ algorithm: 'hash', value: id }] }] },
    ...(trace.length > 0 && { details: { code_flows: { type: 'code-flows', name: 'Data flow', items: [trace.map(toFlowNode)] } } }),
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function toIdentifiers({ rule, cwe, owasp }: Finding): readonly Readonly<Record<string, string>>[] {
  return [
    { type: 'assay_rule', name: rule, value: rule },
    ...cwe.map((each) => ({ type: 'cwe', name: each, value: each.slice('CWE-'.length), url: cweUrl(each) })),
    ...owasp.map((each) => ({ type: 'owasp', name: each, value: each })),
  ]
}

const NODE_TYPES = { source: 'source', step: 'propagation', sink: 'sink' } as const

function toFlowNode({ kind, file, line, endLine }: TraceStep): Readonly<Record<string, unknown>> {
  return {
    type: 'code-flow-node',
    node_type: NODE_TYPES[kind],
    file_location: { type: 'file-location', file_name: file, line_start: line, line_end: endLine },
  }
}

/** The 32 digits of a fingerprint in the form of a UUID (RFC 9562). */
function toUuid(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
