import type { Diagnostic } from '../model/diagnostic.ts'
import type { Finding } from '../model/finding.ts'
import { fixtureDiagnostic } from './fixture-diagnostic.ts'
import type { PlacedMarker } from './place-markers.ts'

/** A finding further from a marker does not belong to it. */
const NEAR_LINES = 3

/** A line on which the markers and the findings of a rule disagree. */
export interface FixtureDifference {
  /** `missed`: the rule must report the line and does not. `unexpected`: it reports the line and must not. */
  readonly kind: 'missed' | 'unexpected'
  readonly rule: string
  readonly file: string
  /** In the original file, from 1. */
  readonly line: number
  /** The line of the marker that is wrong, in the file or its `.expect` file. Undefined if the line has none. */
  readonly marker?: number
}

/** The lines on which findings and markers differ, in no particular order. Lines known to be wrong (`todoruleid`, `todook`) are left out while they are wrong. */
export function listDifferences(
  findings: readonly Finding[],
  marked: readonly PlacedMarker[],
  proven: ReadonlySet<string>,
): readonly FixtureDifference[] {
  const markers = new Map(marked.map((marker) => [keyOf(marker.file, marker.target, marker.rule), marker]))
  const reported = new Map(findings.map((finding) => [keyOf(finding.file, finding.line, finding.rule), finding]))
  const unexpected = [...reported].flatMap(([key, finding]): readonly FixtureDifference[] => {
    const marker = markers.get(key)
    if (!isStray(finding, marker, proven)) return []
    return [{ kind: 'unexpected', rule: finding.rule, file: finding.file, line: finding.line, ...(marker !== undefined && { marker: marker.line }) }]
  })
  const missed = [...markers].flatMap(([key, { kind, rule, file, target, line }]): readonly FixtureDifference[] =>
    !reported.has(key) && (kind === 'ruleid' || kind === 'todook') ? [{ kind: 'missed', rule, file, line: target, marker: line }] : [],
  )
  return [...unexpected, ...missed]
}

/** Compares findings with markers: missing findings, findings without a marker, and `todo` markers that are no longer needed. */
export function compareFindings(findings: readonly Finding[], marked: readonly PlacedMarker[], proven: ReadonlySet<string>): readonly Diagnostic[] {
  const markers = new Map(marked.map((marker) => [keyOf(marker.file, marker.target, marker.rule), marker]))
  const stray = findings.filter((finding) => isStray(finding, markers.get(keyOf(finding.file, finding.line, finding.rule)), proven))
  const reported = new Set(findings.map(({ file, line, rule }) => keyOf(file, line, rule)))
  const silent = [...markers].filter(([key]) => !reported.has(key)).map(([, marker]) => marker)
  return [
    ...stray.map((finding) => describeStray(finding, markers.get(keyOf(finding.file, finding.line, finding.rule)))),
    ...silent.flatMap((marker) => describeSilence(marker, stray)),
  ]
}

function keyOf(file: string, line: number, rule: string): string {
  return `${line} ${rule} ${file}`
}

/** Lines without a marker must have no findings of the tested rules. */
function isStray({ rule }: Finding, marker: PlacedMarker | undefined, proven: ReadonlySet<string>): boolean {
  return marker === undefined ? proven.has(rule) : marker.kind === 'ok' || marker.kind === 'todoruleid'
}

function describeStray(finding: Finding, marker: PlacedMarker | undefined): Diagnostic {
  const { rule } = finding
  if (marker === undefined) return fixtureDiagnostic('fixture/unexpected', finding, `\`${rule}\` reports this line, which has no marker.`)
  if (marker.kind === 'ok') return fixtureDiagnostic('fixture/unexpected', finding, `\`${rule}\` reports this line, which is marked \`ok\`.`)
  return fixtureDiagnostic(
    'fixture/todo-done',
    finding,
    `\`${rule}\` reports this line now.`,
    `make \`todoruleid\` in line ${marker.line} a \`ruleid\``,
  )
}

function describeSilence({ kind, rule, file, target, markerFile, line }: PlacedMarker, stray: readonly Finding[]): readonly Diagnostic[] {
  if (kind === 'todook')
    return [
      fixtureDiagnostic(
        'fixture/todo-done',
        { file: markerFile, line },
        `\`${rule}\` does not report line ${target} any more.`,
        'make `todook` an `ok`',
      ),
    ]
  if (kind !== 'ruleid') return []
  const near = stray.find((finding) => finding.rule === rule && finding.file === file && Math.abs(finding.line - target) <= NEAR_LINES)
  const hint = near === undefined ? undefined : `it reports line ${near.line}: should the marker stand above that?`
  return [fixtureDiagnostic('fixture/missed', { file, line: target }, `\`${rule}\` does not report this line.`, hint)]
}
