import { compareTexts } from '../model/compare-texts.ts'
import type { Examination, ExaminationSettings, Examiner, GroupWork } from '../model/examiner.ts'
import type { FileReport, ScannedReport } from '../model/file-report.ts'
import type { FlowGroup } from '../model/flow.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import { SKIP_REASONS, type ScannedAsIs, type SkippedFile } from '../model/gap.ts'
import type { WideDemand } from '../model/ruleset.ts'
import type { ScanProfile } from '../model/scan-profile.ts'
import type { ScanStats } from '../model/scanner.ts'
import type { ScanFile, SourceFile, StoredFile } from '../model/source.ts'
import { checkFile } from './check-scan.ts'
import { createDemandCheck } from './check-demands.ts'
import type { Precedence } from './drop-covered.ts'
import { createExaminedFiles, type ExaminedFiles, type ExaminedFilesInput } from './examined-files.ts'
import { type GatheredFindings, gatherReports } from './gather-reports.ts'
import type { SuppressionTest } from './silence-findings.ts'
import { meetDemands } from './meet-demands.ts'
import { shareSteps } from './scan-budget.ts'
import { findOriginals } from './triage/find-originals.ts'
import { untilAborted } from './until-aborted.ts'

/** Two files of one scan have the same path, so their findings could not be distinguished. */
export class DuplicatePathError extends Error {
  override readonly name = 'DuplicatePathError'
  readonly path: string
  constructor(path: string) {
    super(`two files have the path \`${path}\``)
    this.path = path
  }
}

export interface FilesScanInput extends ExaminedFilesInput {
  readonly examiner: Examiner
  readonly flow: Pick<FlowEngine, 'findGroups'>
  /** Requirements on package or project, by rule id. */
  readonly wideRules: ReadonlyMap<string, readonly WideDemand[]>
  readonly precedence: Precedence
  readonly settings: ExaminationSettings
  /** Undefined: every suppression counts. */
  readonly acceptSuppression?: SuppressionTest | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProfile?: ((profile: ScanProfile) => void) | undefined
  readonly onStats?: ((stats: ScanStats) => void) | undefined
}

/** All findings and gaps of a scan, in order, before grading. */
export interface ScanFindings extends GatheredFindings {
  readonly scannedAsIs: readonly ScannedAsIs[]
}

/** Examines files, runs data-flow analysis, and merges the results. */
export async function scanFiles(files: Iterable<ScanFile> | AsyncIterable<ScanFile>, input: FilesScanInput): Promise<ScanFindings> {
  const first = input.examiner.begin(input.settings)
  try {
    const examined = createExaminedFiles(input)
    const ordered = inOrder(files)
    const marked = findOriginals(untilAborted(ordered, input.signal), 'length' in ordered ? ordered : undefined)
    await examineAll(first.examine(holdFiles(marked, examined), input.signal), examined)
    const asIs = examined.takeAsIs()
    if (asIs.length === 0) return await finish([first], examined, input)
    const again = input.examiner.begin({ ...input.settings, includeVendored: true })
    try {
      await examineAll(again.examine(withinSteps(untilAborted(asIs, input.signal), examined), input.signal), examined)
      return await finish([again, first], examined, input)
    } finally {
      await again.end()
    }
  } finally {
    await first.end()
  }
}

async function examineAll(reports: AsyncIterable<FileReport>, examined: ExaminedFiles): Promise<void> {
  for await (const report of reports) examined.add(report)
}

function countAsIs({ asIs, scanned }: ExaminedFiles): readonly ScannedAsIs[] {
  const counts = SKIP_REASONS.map((reason) => ({ reason, files: scanned.filter(({ path }) => asIs.get(path) === reason).length }))
  return counts.filter(({ files }) => files > 0)
}

/** If there are several examinations, the first one covers the code. */
async function finish(examinations: readonly [Examination, ...Examination[]], examined: ExaminedFiles, input: FilesScanInput): Promise<ScanFindings> {
  const { scanned, skipped, held, passedOver, isBeyondSteps } = examined
  const { flow, wideRules, precedence, settings, languageOfCode, acceptSuppression, signal, onStats, onProfile } = input
  const { maxScanSteps } = settings.limits
  const [examination] = examinations
  const ordered = scanned.filter(({ path }) => !isBeyondSteps(path)).sort((left, right) => (left.path < right.path ? -1 : 1))
  const beyond = [...passedOver, ...[...scanned.map(({ path }) => path), ...skipped.map(({ file }) => file)].filter(isBeyondSteps)]
  const candidates = ordered.flatMap((report) => report.flow ?? [])
  const configs = ordered.flatMap(({ path, config }) => (config === undefined ? [] : [{ path, text: config }]))
  const stepsOfFiles = ordered.reduce((sum, { steps }) => sum + steps, 0)
  const works = toWorks(flow.findGroups(candidates, configs), ordered, held, maxScanSteps - stepsOfFiles)
  const groups = await examination.follow(works, signal)
  const found = [...ordered, ...groups].flatMap(({ findings }) => findings)
  const met = await meetDemands({ scanned: ordered, found, fileAt: (path) => held.get(path) }, input)
  const result = gatherReports({
    scanned: met.scanned,
    skipped: [
      ...skipped.filter(({ file }) => !isBeyondSteps(file)),
      ...beyond.map((file) => ({ ...toSkipped(file, maxScanSteps), ...languageOfCode(file) })),
    ],
    groups,
    precedence,
    acceptSuppression,
    keep: createDemandCheck(met.scanned, skipped, wideRules),
  })
  const steps = groups.reduce((sum, group) => sum + group.steps, stepsOfFiles)
  onStats?.({
    ...countFiles(met.scanned),
    files: scanned.length + skipped.length + passedOver.length,
    steps,
    phases: sumPhases([...examinations.map((each) => each.phases()), met.phases]),
  })
  const profile = examination.profile()
  if (profile !== undefined) onProfile?.(profile)
  return { ...result, scannedAsIs: countAsIs(examined) }
}

function sumPhases(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const phases of all) for (const [phase, milliseconds] of Object.entries(phases)) sums.set(phase, (sums.get(phase) ?? 0) + milliseconds)
  return Object.fromEntries(sums)
}

/**
 * Sorts a list by path, so that files without steps are never examined. Other iterables are examined in their order, and cut afterwards, with the
 * same result.
 */
function inOrder(files: Iterable<ScanFile> | AsyncIterable<ScanFile>): readonly ScanFile[] | Iterable<ScanFile> | AsyncIterable<ScanFile> {
  if (!Array.isArray(files)) return files
  const list: readonly ScanFile[] = files
  for (const [index, file] of list.entries()) checkFile(file, index)
  return list.toSorted((left, right) => compareTexts(left.path, right.path))
}

/** The groups for data-flow analysis, with their shares of the remaining steps. */
function toWorks(
  groups: readonly FlowGroup[],
  reports: readonly ScannedReport[],
  held: ReadonlyMap<string, SourceFile | StoredFile>,
  steps: number,
): readonly GroupWork[] {
  const byPath = new Map(reports.map((report) => [report.path, report]))
  const weights = groups.map(({ files }) => files.reduce((sum, { path }) => sum + (byPath.get(path)?.steps ?? 0), 0))
  const shares = shareSteps(steps, weights)
  return groups.map((group, index) => ({
    group,
    files: group.files.flatMap(({ path }) => held.get(path) ?? []),
    sizes: group.files.map(({ path }) => byPath.get(path)?.size ?? 0),
    mostSteps: shares[index],
  }))
}

function toSkipped(file: string, most: number): SkippedFile {
  return {
    file,
    reason: 'scan-limit',
    detail: `The scan reached its limit of ${most} steps, so this file was not scanned. Scan fewer files, or raise \`maxScanSteps\`.`,
  }
}

/** Passes on files that there are steps for. */
async function* withinSteps<File extends ScanFile>(files: AsyncIterable<File>, { passedOver, isBeyondSteps }: ExaminedFiles): AsyncGenerator<File> {
  for await (const file of files) {
    if (isBeyondSteps(file.path)) passedOver.push(file.path)
    else yield file
  }
}

/** Yields the files that have steps left and keeps them: stored files without their content. */
async function* holdFiles(files: AsyncIterable<ScanFile>, examined: ExaminedFiles): AsyncGenerator<ScanFile> {
  yield* withinSteps(holdAll(files, examined), examined)
}

async function* holdAll(files: AsyncIterable<ScanFile>, { held, given }: ExaminedFiles): AsyncGenerator<ScanFile> {
  const paths = new Set<string>()
  for await (const file of files) {
    checkFile(file, paths.size)
    if (paths.has(file.path)) throw new DuplicatePathError(file.path)
    paths.add(file.path)
    if ('skip' in file) given.add(file.path)
    else held.set(file.path, 'content' in file ? (file.stored ?? file) : file)
    yield file
  }
}

function countFiles(scanned: readonly ScannedReport[]): Omit<ScanStats, 'files' | 'phases' | 'steps'> {
  return {
    bytes: scanned.reduce((sum, { size }) => sum + size, 0),
    lines: scanned.reduce((sum, { lines }) => sum + lines, 0),
    filesParsed: scanned.filter(({ parsed }) => parsed).length,
    filesCached: scanned.filter(({ cached }) => cached === true).length,
    filesSpared: scanned.filter(({ spared }) => spared).length,
  }
}
