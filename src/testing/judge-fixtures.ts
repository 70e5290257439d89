import type { RuleInfo, Scanner, ScanResult } from '../index.ts'
import { compareTexts } from '../model/compare-texts.ts'
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { compareFindings, type FixtureDifference, listDifferences } from './compare-findings.ts'
import { countCases, type FixtureCases, findThinProof } from './count-cases.ts'
import { fixtureDiagnostic, type Place } from './fixture-diagnostic.ts'
import { type PlacedMarker, placeMarkers } from './place-markers.ts'
import { type FixtureFile, type FixtureProject, prepareFixtures, type PreparedFixtures } from './prepare-fixtures.ts'

/** Sample code, rules, and the scanner. */
export interface FixtureInput {
  /** Ids of the tested rules: lines without a marker must have no findings of these. Default: every rule that a marker names. */
  readonly rules?: readonly string[]
  readonly files: readonly FixtureFile[]
  /** Has the rules. It scans each project of the files once. */
  readonly scanner: Pick<Scanner, 'rules' | 'scan'>
}

/** The result of comparing rules with sample code. */
export interface FixtureReport {
  /** All differences between findings and markers, by file and position. Empty if the rules pass. Format them with `formatDiagnostic` of `assay`. */
  readonly diagnostics: readonly Diagnostic[]
  /** For each tested rule and each of its languages. */
  readonly cases: readonly FixtureCases[]
  /** The lines on which rules and markers disagree, by file, line and rule. */
  readonly differences: readonly FixtureDifference[]
  /** All lines that rules of the scanner report, by file, line and rule. */
  readonly reported: readonly ReportedLine[]
}

/** A line that a rule reports. */
export interface ReportedLine {
  readonly rule: string
  readonly file: string
  readonly line: number
}

/**
 * Scans sample code and compares the findings with its markers. The rule must report a line marked `ruleid: rule-a`, and no other line. `todoruleid`
 * and `todook` mark known mistakes of a rule, and must be changed when the rule is correct. Also reported: unknown rule ids, malformed markers and
 * templates, files that were not completely scanned, and rules with fewer than three `ruleid` or three `ok` lines in one of their languages. The
 * order of files does not matter.
 */
export async function judgeFixtures({ rules, files, scanner }: FixtureInput): Promise<FixtureReport> {
  const known = new Map(scanner.rules.map((rule) => [rule.id, rule]))
  const prepared = prepareFixtures(files)
  const placed = prepared.files.map((file) => placeMarkers(file, prepared.expectations.get(file.path)))
  const marked = placed.flatMap(({ markers }) => markers)
  const proven = new Set(rules ?? marked.map(({ rule }) => rule))
  const scanned: ScannedProject[] = []
  for (const project of prepared.projects) scanned.push(await scanProject(project, scanner, marked, proven))
  const cases = [...proven]
    .sort()
    .flatMap((id) => known.get(id) ?? [])
    .flatMap((rule) => countCases(rule, marked, prepared.files))
  const diagnostics = [
    ...describeFaults(prepared, files),
    ...placed.flatMap((file) => file.diagnostics),
    ...findUnknownRules(marked, rules ?? [], known),
    ...scanned.flatMap((project) => project.diagnostics),
    ...findThinProof(cases, files),
  ]
  return {
    diagnostics: diagnostics.sort(compareDiagnostics),
    cases,
    differences: scanned.flatMap((project) => project.differences).sort(compareLines),
    reported: scanned.flatMap((project) => project.reported).sort(compareLines),
  }
}

function compareLines(left: ReportedLine, right: ReportedLine): number {
  return compareTexts(left.file, right.file) || left.line - right.line || compareTexts(left.rule, right.rule)
}

interface ScannedProject {
  readonly diagnostics: readonly Diagnostic[]
  readonly differences: readonly FixtureDifference[]
  readonly reported: readonly ReportedLine[]
}

async function scanProject(
  { prefix, files }: FixtureProject,
  scanner: FixtureInput['scanner'],
  marked: readonly PlacedMarker[],
  proven: ReadonlySet<string>,
): Promise<ScannedProject> {
  const paths = new Set(files.map(({ path }) => prefix + path))
  const result = await scanner.scan(files)
  // Every location of a cause has its own marker.
  const findings = result.findings
    .flatMap(({ places = [], ...finding }) => [finding, ...places.map((place) => ({ ...finding, ...place }))])
    .map((finding) => ({ ...finding, file: prefix + finding.file }))
  const own = marked.filter(({ file }) => paths.has(file))
  return {
    diagnostics: [...findGaps(result, prefix, marked), ...compareFindings(findings, own, proven)],
    differences: listDifferences(findings, own, proven),
    reported: findings.map(({ rule, file, line }) => ({ rule, file, line })),
  }
}

/** A file that was not looked at stays silent on every line, and so proves nothing. A lock file without markers is there for its name. */
function findGaps({ skipped, partial }: ScanResult, prefix: string, marked: readonly PlacedMarker[]): readonly Diagnostic[] {
  const told = new Set(marked.map(({ file }) => file))
  const unexpected = skipped.filter(({ file, reason }) => reason !== 'generated' || told.has(prefix + file))
  return [
    ...unexpected.map(({ file, reason, detail }) =>
      fixtureDiagnostic('fixture/not-scanned', { file: prefix + file }, `The file is skipped as \`${reason}\`: ${detail.replace(/\.$/, '')}.`),
    ),
    ...partial.map(({ reason, detail, ...place }) =>
      fixtureDiagnostic(
        'fixture/partly-scanned',
        { ...place, file: prefix + place.file },
        `The file is scanned only in part (\`${reason}\`): ${detail.replace(/\.$/, '')}.`,
      ),
    ),
  ]
}

function describeFaults({ faults, expectations }: PreparedFixtures, files: readonly FixtureFile[]): readonly Diagnostic[] {
  const texts = new Map(files.map(({ path, content }) => [path, content]))
  return [
    ...faults.map(({ path, offset, message, hint }) =>
      fixtureDiagnostic('fixture/template', { file: path, ...buildLineIndex(texts.get(path) ?? '').positionAt(offset) }, message, hint),
    ),
    ...[...expectations]
      .filter(([path]) => !texts.has(path))
      .map(([path, { path: file }]) => fixtureDiagnostic('fixture/marker', { file }, `The file \`${path}\` does not exist in this folder.`)),
  ]
}

function findUnknownRules(marked: readonly PlacedMarker[], proven: readonly string[], known: ReadonlyMap<string, RuleInfo>): readonly Diagnostic[] {
  const describe = (id: string, place: Place): Diagnostic =>
    fixtureDiagnostic('fixture/unknown-rule', place, `There is no rule \`${id}\` in the scanner.`, suggestWord(id, known.keys()))
  return [
    ...proven.filter((id) => !known.has(id)).map((id) => describe(id, { file: id })),
    ...marked.filter(({ rule }) => !known.has(rule)).map(({ rule, markerFile, line }) => describe(rule, { file: markerFile, line })),
  ]
}
