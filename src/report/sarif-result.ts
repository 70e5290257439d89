import type { CodeFlow, Fix, Location, Region, Result, ThreadFlowLocation } from 'sarif'
import type { Finding, TraceStep } from '../model/finding.ts'
import { describeEvidence, percentOf } from './describe-evidence.ts'
import { describeFinding } from './describe-finding.ts'
import { toSarifUri } from './sarif-uri.ts'
import { toSarifLevel } from './sarif-level.ts'
import type { ReportedSource } from './source-reader.ts'

/** A finding as a SARIF result. Regions have no snippets: readers of the log have the files, and no secret enters the log. */
export function toSarifResult(
  finding: Finding,
  ruleIndexes: ReadonlyMap<string, number>,
  sourceAt: (path: string) => ReportedSource | undefined,
): Result {
  const { id, rule, severity, confidence, fix, evidence, trace = [], autofix = [], places = [], triage, commit } = finding
  const description = describeFinding(finding, sourceAt(finding.file))
  return {
    ruleId: rule,
    ruleIndex: ruleIndexes.get(rule) ?? -1,
    level: toSarifLevel(severity),
    message: { text: fix === undefined ? description : `${description}\nFix: ${fix}` },
    locations: [toLocation(finding)],
    ...(places.length > 0 && {
      relatedLocations: places.map((place) => ({ ...toLocation(place), message: { text: 'The same cause also affects this location.' } })),
    }),
    partialFingerprints: { 'assay/v1': id },
    ...(trace.length > 0 && { codeFlows: [toCodeFlow(trace)] }),
    ...(autofix.length > 0 && { fixes: [toFix(finding)] }),
    ...(evidence !== undefined && { rank: percentOf(evidence.probability) }),
    properties: {
      severity,
      confidence,
      ...(commit && { commit }),
      ...(triage && { triage }),
      ...(evidence !== undefined && { evidence: describeEvidence(finding).slice(1) }),
    },
  }
}

type Stretch = Pick<Finding, 'line' | 'column' | 'endLine' | 'endColumn'>

function toRegion({ line, column, endLine, endColumn }: Stretch): Region {
  return { startLine: line, startColumn: column, endLine, endColumn }
}

function toLocation(place: Stretch & { readonly file: string }): Location {
  return { physicalLocation: { artifactLocation: toSarifUri(place.file), region: toRegion(place) } }
}

/** GitHub shows a thousand steps. */
const MAX_STEPS = 1_000

function toCodeFlow(trace: readonly TraceStep[]): CodeFlow {
  const locations = trace.slice(0, MAX_STEPS).map((step): ThreadFlowLocation => {
    return {
      location: { ...toLocation(step), message: { text: step.what } },
      importance: step.kind === 'step' ? 'important' : 'essential',
      kinds: [step.kind],
    }
  })
  return { threadFlows: [{ locations }] }
}

function toFix({ file, fix, autofix = [] }: Finding): Fix {
  const replacements = autofix.map((edit) => ({ deletedRegion: toRegion(edit), insertedContent: { text: edit.text } }))
  return { description: { text: fix ?? 'Replace the code.' }, artifactChanges: [{ artifactLocation: toSarifUri(file), replacements }] }
}
