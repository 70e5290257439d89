import type { Log, Notification, ReportingDescriptor, Result, Run, ToolComponent } from 'sarif'
import type { ScanResult } from '../model/result.ts'
import type { RuleInfo } from '../model/rule-info.ts'
import type { Severity } from '../model/severity.ts'
import { describeTriage } from './describe-triage.ts'
import { listGaps } from './list-gaps.ts'
import { listUntrusted } from './list-untrusted.ts'
import type { ReportContext } from './report-context.ts'
import { cweUrl, describeRules } from './rule-descriptors.ts'
import { toSarifLevel } from './sarif-level.ts'
import { toSarifResult } from './sarif-result.ts'
import { toSarifUri } from './sarif-uri.ts'
import { createSourceReader } from './source-reader.ts'

/**
 * SARIF 2.1.0 (OASIS, https://docs.oasis-open.org/sarif/sarif/v2.1.0/), within the limits of GitHub code scanning: rules with help,
 * `security-severity` and CWE tags; results with fingerprint, code flow, fixes and suppressions; gaps as notifications. Ends with a line break.
 */
export function toSarif(result: ScanResult, { sourceOf = () => undefined, rules = [] }: ReportContext = {}): string {
  const described = describeRules(rules, result.findings)
  const indexes = new Map(described.map(({ id }, index) => [id, index]))
  const sources = createSourceReader(sourceOf, result.findings)
  const shown = result.findings.slice(0, MAX_RESULTS)
  const weaknesses = [...new Set(described.flatMap(({ cwe }) => cwe))].toSorted(byNumber)
  const run: Run = {
    tool: {
      driver: { ...describeTool(result), rules: described.map((rule) => describeRule(rule, weaknesses)), supportedTaxonomies: [{ name: 'CWE' }] },
    },
    taxonomies: [describeTaxonomy(weaknesses)],
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder that file paths are relative to.' } } },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notify(result), ...notifyOfConfig(result) }],
    results: [...shown.map((finding) => toSarifResult(finding, indexes, sources)), ...result.suppressed.map((each) => toSuppressed(each, indexes))],
    properties: {
      grade: result.grade,
      score: result.score,
      filesScanned: result.filesScanned,
      formula: result.version.formula,
      ...(result.triage && { triage: result.triage }),
    },
  }
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** GitHub refuses a run with more results. The least severe findings are left out, and a notification states their number. */
const MAX_RESULTS = 25_000
/** GitHub accepts ten tags per rule. */
const MAX_TAGS = 10

function describeTool({ version }: ScanResult): Pick<ToolComponent, 'name' | 'semanticVersion' | 'properties'> {
  return { name: 'Assay', semanticVersion: version.engine, properties: { packs: version.packs } }
}

/** CVSS-like numbers by which GitHub names severities: critical from 9, high from 7, medium from 4. */
const SECURITY_SEVERITIES: Record<Severity, string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.5' }

function describeRule(rule: RuleInfo, weaknesses: readonly string[]): ReportingDescriptor {
  const { id, title, description, fix, severity, confidence, category, cwe, owasp, references } = rule
  const tags = ['security', category, ...cwe.map((each) => `external/cwe/${each.toLowerCase()}`), ...owasp.map((each) => `owasp/${each}`)]
  const reading = references.map((address) => `- <${address}>`)
  const advice = fix === undefined ? [] : ['', '**Fix.** ' + fix]
  return {
    id,
    name: toPascalCase(id),
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: {
      text: [description, ...(fix === undefined ? [] : [`Fix: ${fix}`]), ...references].join('\n'),
      markdown: [description, ...advice, ...(reading.length > 0 ? ['', ...reading] : [])].join('\n'),
    },
    ...(references.length > 0 && { helpUri: references[0] }),
    defaultConfiguration: { level: toSarifLevel(severity) },
    relationships: cwe.map((each) => ({
      target: { id: each, index: weaknesses.indexOf(each), toolComponent: { name: 'CWE', index: 0 } },
      kinds: ['superset'],
    })),
    properties: {
      tags: tags.slice(0, MAX_TAGS),
      precision: confidence,
      'problem.severity': severity === 'low' ? 'recommendation' : toSarifLevel(severity),
      'security-severity': SECURITY_SEVERITIES[severity],
    },
  }
}

/** `SqlInjection` for `sql-injection`: SARIF requires a name that differs from the id. */
function toPascalCase(id: string): string {
  return id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

function describeTaxonomy(weaknesses: readonly string[]): ToolComponent {
  return {
    name: 'CWE',
    organization: 'MITRE',
    shortDescription: { text: 'Common Weakness Enumeration' },
    informationUri: 'https://cwe.mitre.org/',
    isComprehensive: false,
    taxa: weaknesses.map((id) => ({ id, helpUri: cweUrl(id) })),
  }
}

function byNumber(left: string, right: string): number {
  return Number(left.slice('CWE-'.length)) - Number(right.slice('CWE-'.length))
}

const SUPPRESSED_BY = { settings: 'The project settings suppress', triage: 'The triage suppresses', comment: 'A comment suppresses' } as const

function toSuppressed({ id, rule, file, line, reason, by, triage }: ScanResult['suppressed'][number], indexes: ReadonlyMap<string, number>): Result {
  const ruleIndex = indexes.get(rule)
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    message: { text: `${SUPPRESSED_BY[by ?? 'comment']} ${rule} here.` },
    locations: [{ physicalLocation: { artifactLocation: toSarifUri(file), region: { startLine: line } } }],
    partialFingerprints: { 'assay/v1': id },
    suppressions: [
      {
        kind: by === undefined ? 'inSource' : 'external',
        ...(triage !== undefined && { status: 'accepted' }),
        ...(reason !== undefined && { justification: triage === undefined ? reason : describeTriage(triage) }),
      },
    ],
    ...(triage !== undefined && { properties: { triage } }),
  }
}

/** The parts of the working tree's configuration without effect. Absent if there are none. */
function notifyOfConfig(result: ScanResult): { readonly toolConfigurationNotifications?: Notification[] } {
  const notifications = listUntrusted(result).map(({ file, line, reason, detail }): Notification => {
    const region = line === undefined ? {} : { region: { startLine: line } }
    return {
      level: 'warning',
      message: { text: detail },
      descriptor: { id: reason },
      locations: [{ physicalLocation: { artifactLocation: toSarifUri(file), ...region } }],
    }
  })
  return notifications.length === 0 ? {} : { toolConfigurationNotifications: notifications }
}

function notify(result: ScanResult): Notification[] {
  const gaps = listGaps(result).map((gap): Notification => {
    const { file, line, column, reason, detail, whole } = gap
    const region = line === undefined ? {} : { region: { startLine: line, ...(column !== undefined && { startColumn: column }) } }
    return {
      level: 'warning',
      message: { text: `${whole ? 'Skipped' : 'Partly analysed'}: ${detail}` },
      descriptor: { id: reason },
      ...(file !== undefined && { locations: [{ physicalLocation: { artifactLocation: toSarifUri(file), ...region } }] }),
    }
  })
  const left = result.findings.length - MAX_RESULTS
  return left > 0 ? [...gaps, { level: 'warning', message: { text: `${left} less severe findings were omitted.` } }] : gaps
}
