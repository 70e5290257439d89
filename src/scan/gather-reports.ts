import { compareFindings, compareSuppressed } from '../model/compare-findings.ts'
import { compareTexts } from '../model/compare-texts.ts'
import type { GroupReport, ScannedReport } from '../model/file-report.ts'
import type { CausedFinding, Finding, WeighableFinding } from '../model/finding.ts'
import type { PartialFile, SkippedFile, UnreadLanguage } from '../model/gap.ts'
import type { FilesRead } from '../model/result.ts'
import type { SuppressedFinding, UnusedSuppression } from '../model/suppression.ts'
import { dropCovered, findPassed, type Precedence } from './drop-covered.ts'
import { joinCauses } from './join-causes.ts'
import { silenceFindings, type SuppressionTest } from './silence-findings.ts'
import { groupBy } from '../model/group-by.ts'

/** All findings and gaps of a scan, in order, before grading. */
export interface GatheredFindings {
  readonly findings: readonly WeighableFinding[]
  readonly skipped: readonly SkippedFile[]
  readonly partial: readonly PartialFile[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unusedSuppressions: readonly UnusedSuppression[]
  readonly filesScanned: number
  readonly filesRead: FilesRead
  readonly unread: readonly UnreadLanguage[]
}

/** The reports of the files of a scan and of data flow between them. */
export interface GatheredReports {
  readonly scanned: readonly ScannedReport[]
  readonly skipped: readonly SkippedFile[]
  readonly groups: readonly GroupReport[]
  /** Whether the requirements on other files are met for a finding. */
  keep(finding: Finding): boolean
  readonly precedence: Precedence
  /** Undefined: every suppression counts. */
  readonly acceptSuppression?: SuppressionTest | undefined
}

/** Merges reports: separates suppressed findings, and sorts everything. */
export function gatherReports({ scanned, skipped, groups, keep, precedence, acceptSuppression }: GatheredReports): GatheredFindings {
  const flowing = groups.flatMap((group) => group.findings)
  const passed = findPassed(flowing.filter(keep), precedence)
  const flows = groupBy(flowing, ({ file }) => file)
  const findings: CausedFinding[] = []
  const suppressed: SuppressedFinding[] = []
  const unused: UnusedSuppression[] = []
  for (const report of scanned) {
    const kept: readonly CausedFinding[] = [...report.findings, ...(flows.get(report.path) ?? [])].filter(keep)
    // Before suppressions: a comment on the finding that remains also applies to the one that yields.
    const found = dropCovered(kept, precedence, passed)
    if (found.length === 0 && report.suppressions.length === 0 && report.foreign.length === 0) continue
    const silenced = silenceFindings(found, report, acceptSuppression)
    findings.push(...silenced.findings)
    suppressed.push(...silenced.suppressed)
    unused.push(...silenced.unused)
  }
  return {
    // A suppression by location applies only to that location.
    findings: joinCauses(findings.sort(compareFindings)),
    skipped: skipped.toSorted((left, right) => compareTexts(left.file, right.file)),
    partial: gatherGaps(scanned, groups),
    suppressed: suppressed.sort(compareSuppressed),
    unusedSuppressions: unused.sort((left, right) => compareTexts(left.file, right.file) || left.line - right.line),
    filesScanned: scanned.length,
    filesRead: countRoles(scanned),
    unread: gatherUnread(scanned),
  }
}

function countRoles(scanned: readonly ScannedReport[]): FilesRead {
  const count = (kind: keyof FilesRead): number => scanned.filter(({ role }) => role.kind === kind).length
  return { code: count('code'), configuration: count('configuration'), text: count('text') }
}

function gatherUnread(scanned: readonly ScannedReport[]): readonly UnreadLanguage[] {
  const languages = new Map<string, UnreadLanguage>()
  for (const { role } of scanned) {
    if (role.kind !== 'unread') continue
    const { files = 0, bytes = 0 } = languages.get(role.language) ?? {}
    languages.set(role.language, { language: role.language, files: files + 1, bytes: bytes + role.bytes })
  }
  return [...languages.values()].sort((left, right) => right.files - left.files || compareTexts(left.language, right.language))
}

/** A file that data flow read again reports its syntax errors twice. */
function gatherGaps(scanned: readonly ScannedReport[], groups: readonly GroupReport[]): readonly PartialFile[] {
  const gaps = new Map<string, PartialFile[]>()
  for (const { path, partial } of scanned) if (partial.length > 0) gaps.set(path, [...partial])
  for (const gap of groups.flatMap((group) => group.gaps)) {
    const known = gaps.get(gap.file) ?? []
    gaps.set(gap.file, known)
    if (!known.some(({ reason, line, rule }) => reason === gap.reason && line === gap.line && rule === gap.rule)) known.push(gap)
  }
  return [...gaps.values()].flat().sort(byPlace)
}

function byPlace(left: PartialFile, right: PartialFile): number {
  return (
    compareTexts(left.file, right.file) ||
    (left.line ?? 0) - (right.line ?? 0) ||
    (left.column ?? 0) - (right.column ?? 0) ||
    compareTexts(left.rule ?? '', right.rule ?? '') ||
    compareTexts(left.reason, right.reason)
  )
}
