import type { Finding } from '../model/finding.ts'
import type { PartialFile, SkippedFile } from '../model/gap.ts'
import type { RuleDetail } from '../model/ruleset.ts'
import type { ScanProgress, ScanStats } from '../model/scanner.ts'
import type { SkippedSource, SourceFile } from '../model/source.ts'
import { SEVERITIES } from '../model/severity.ts'
import type { SuppressedFinding, UnusedSuppression } from '../model/suppression.ts'
import { type FlowPart, scanFlow } from './flow-scan.ts'
import type { RawFinding } from './raw-finding.ts'
import { type FileScan, type FileScanInput, scanFile } from './scan-file.ts'
import { toFindings } from './to-findings.ts'

/** Two files of one scan have the same path: findings could not be told apart. */
export class DuplicatePathError extends Error {
  override readonly name = 'DuplicatePathError'
  readonly path: string
  constructor(path: string) {
    super(`two files have the path \`${path}\``)
    this.path = path
  }
}

/** Everything a scan found, in order, before it is graded. */
export interface ScanFindings {
  readonly findings: readonly Finding[]
  readonly skipped: readonly SkippedFile[]
  readonly partial: readonly PartialFile[]
  readonly suppressed: readonly SuppressedFinding[]
  readonly unusedSuppressions: readonly UnusedSuppression[]
  readonly filesScanned: number
}

export interface FilesScanInput extends FileScanInput {
  readonly rules: readonly RuleDetail[]
  /** By rule index: whether findings wait for what other files hold. */
  readonly projectRules: ReadonlyMap<number, readonly { readonly key: string; readonly absent: boolean }[]>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined
  readonly onStats?: ((stats: ScanStats) => void) | undefined
}

type Scanned = Extract<FileScan, { kind: 'scanned' }>

/** Scans files one after the other and gathers what they gave. Files with findings that wait for other files keep their text until the end. */
export async function scanFiles(
  files: Iterable<SourceFile | SkippedSource> | AsyncIterable<SourceFile | SkippedSource>,
  input: FilesScanInput,
): Promise<ScanFindings> {
  const gathered = createGathering(input)
  const paths = new Set<string>()
  const waiting: Scanned[] = []
  const met = new Set<string>()
  const parts: FlowPart[] = []
  const configs: { path: string; text: string }[] = []
  const stats = { files: 0, bytes: 0, lines: 0, filesParsed: 0, filesSpared: 0 }
  for await (const file of files) {
    input.signal?.throwIfAborted()
    if (paths.has(file.path)) throw new DuplicatePathError(file.path)
    paths.add(file.path)
    input.clock.mark()
    if (!('skip' in file)) input.profiler?.enter({ path: file.path, bytes: file.content.length })
    const scan: FileScan = 'skip' in file ? { kind: 'skipped', skipped: { file: file.path, ...file.skip } } : await scanFile(file, input)
    stats.files++
    if (scan.kind === 'skipped') gathered.skip(scan.skipped)
    else {
      stats.bytes += scan.text.length
      if (input.onStats !== undefined) stats.lines += scan.lines.lineCount
      if (scan.parsed) stats.filesParsed++
      if (scan.spared) stats.filesSpared++
      for (const key of scan.met) met.add(key)
      if (scan.flow !== undefined) parts.push(scan.flow)
      if (/(?:^|\/)[jt]sconfig[^/]*\.json$/.test(scan.path)) configs.push({ path: scan.path, text: scan.text })
      if ((scan.flow !== undefined && scan.flow.sinks.length > 0) || scan.findings.some((finding) => input.projectRules.has(finding.rule)))
        waiting.push(scan)
      else gathered.add(scan, () => true)
    }
    input.onProgress?.({ filesDone: stats.files, file: file.path, findings: gathered.count() })
  }
  input.profiler?.enter()
  const keep = ({ rule }: RawFinding): boolean => input.projectRules.get(rule)?.every(({ key, absent }) => met.has(key) !== absent) ?? true
  const flow =
    parts.length === 0
      ? undefined
      : scanFlow({
          flow: input.flow,
          parts,
          configs,
          limits: input.limits,
          clock: input.clock,
          profiler: input.profiler,
          withoutPrefilter: input.withoutPrefilter === true,
          ruleIds: input.ruleIds,
        })
  input.profiler?.enter()
  for (const scan of waiting) gathered.add({ ...scan, findings: [...scan.findings, ...(flow?.findings.get(scan.path) ?? [])] }, keep)
  for (const gap of flow?.gaps ?? []) gathered.note(gap)
  const result = input.clock.time('report', () => gathered.finish())
  input.onStats?.({ ...stats, phases: input.clock.totals() })
  return result
}

interface Gathering {
  /** A gap that was found after its file was gathered. */
  note(gap: PartialFile): void
  skip(skipped: SkippedFile): void
  add(scan: Scanned, keep: (finding: RawFinding) => boolean): void
  count(): number
  finish(): ScanFindings
}

function createGathering({ rules, clock }: FilesScanInput): Gathering {
  const findings: Finding[] = []
  const skipped: SkippedFile[] = []
  const partial: PartialFile[] = []
  const suppressed: SuppressedFinding[] = []
  const unused: UnusedSuppression[] = []
  let filesScanned = 0
  return {
    note: (gap) => {
      if (!partial.some((known) => known.file === gap.file && known.reason === gap.reason && known.line === gap.line)) partial.push(gap)
    },
    skip: (file) => skipped.push(file),
    add: (scan, keep) => {
      filesScanned++
      partial.push(...scan.partial)
      if (scan.findings.length === 0 && scan.suppressions.length === 0) return
      const file = clock.time('report', () => toFindings(scan, rules, keep))
      findings.push(...file.findings)
      suppressed.push(...file.suppressed)
      unused.push(...file.unused.map((suppression) => ({ file: scan.path, ...suppression })))
    },
    count: () => findings.length,
    finish: () => ({
      findings: findings.sort(byRank),
      skipped: skipped.sort((left, right) => compare(left.file, right.file)),
      partial: partial.sort(
        (left, right) =>
          compare(left.file, right.file) ||
          (left.line ?? 0) - (right.line ?? 0) ||
          (left.column ?? 0) - (right.column ?? 0) ||
          compare(left.rule ?? '', right.rule ?? '') ||
          compare(left.reason, right.reason),
      ),
      suppressed: suppressed.sort(
        (left, right) => compare(left.file, right.file) || left.line - right.line || compare(left.rule, right.rule) || compare(left.id, right.id),
      ),
      unusedSuppressions: unused.sort((left, right) => compare(left.file, right.file) || left.line - right.line),
      filesScanned,
    }),
  }
}

/** Severity, file, line, column, rule; ends and ids make the order total. */
function byRank(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    compare(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compare(left.rule, right.rule) ||
    left.endLine - right.endLine ||
    left.endColumn - right.endColumn ||
    compare(left.id, right.id)
  )
}

/** By code units: the same everywhere. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
