import type { Examination, ExaminationSettings, Examiner } from '../model/examiner.ts'
import type { ScannedReport } from '../model/file-report.ts'
import type { FlowEngine } from '../model/flow-engine.ts'
import { isForCause, type SkippedFile } from '../model/gap.ts'
import type { ScanProfile } from '../model/scan-profile.ts'
import type { ScanProgress, ScanStats } from '../model/scanner.ts'
import type { ScanFile, SourceFile, StoredFile } from '../model/source.ts'
import { checkFile } from './check-scan.ts'
import type { Precedence } from './drop-covered.ts'
import { gatherReports, type ScanFindings } from './gather-reports.ts'
import { untilAborted } from './until-aborted.ts'

/** Two files of one scan have the same path: findings could not be told apart. */
export class DuplicatePathError extends Error {
  override readonly name = 'DuplicatePathError'
  readonly path: string
  constructor(path: string) {
    super(`two files have the path \`${path}\``)
    this.path = path
  }
}

export interface FilesScanInput {
  readonly examiner: Examiner
  readonly flow: Pick<FlowEngine, 'findGroups'>
  /** By rule id: keys of requirements over the whole project. */
  readonly projectRules: ReadonlyMap<string, readonly { readonly key: string; readonly absent: boolean }[]>
  readonly precedence: Precedence
  /** The language of a file that is program code by its name; empty for all others. */
  languageOfCode(path: string): Pick<SkippedFile, 'language'>
  readonly settings: ExaminationSettings
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined
  readonly onProfile?: ((profile: ScanProfile) => void) | undefined
  readonly onStats?: ((stats: ScanStats) => void) | undefined
}

/** Examines files, follows data through those it may flow through, and puts together what came out. */
export async function scanFiles(files: Iterable<ScanFile> | AsyncIterable<ScanFile>, input: FilesScanInput): Promise<ScanFindings> {
  const examination = input.examiner.begin(input.settings)
  try {
    return await scanWith(examination, files, input)
  } finally {
    await examination.end()
  }
}

async function scanWith(
  examination: Examination,
  files: Iterable<ScanFile> | AsyncIterable<ScanFile>,
  { flow, projectRules, precedence, languageOfCode, signal, onProgress, onStats, onProfile }: FilesScanInput,
): Promise<ScanFindings> {
  const scanned: ScannedReport[] = []
  const skipped: SkippedFile[] = []
  const met = new Set<string>()
  // Those that are being examined, and those that data may flow through.
  const held = new Map<string, SourceFile | StoredFile>()
  let findings = 0
  for await (const report of examination.examine(holdFiles(untilAborted(files, signal), held), signal)) {
    if (report.kind === 'skipped')
      skipped.push(isForCause(report.skipped.reason) ? { ...report.skipped, ...languageOfCode(report.skipped.file) } : report.skipped)
    else {
      scanned.push(report)
      findings += report.findings.length
      for (const key of report.met) met.add(key)
    }
    const file = report.kind === 'skipped' ? report.skipped.file : report.path
    if (report.kind === 'skipped' || report.flow === undefined) held.delete(file)
    onProgress?.({ filesDone: scanned.length + skipped.length, file, findings })
  }
  const ordered = scanned.sort((left, right) => (left.path < right.path ? -1 : 1))
  const candidates = ordered.flatMap((report) => report.flow ?? [])
  const configs = ordered.flatMap(({ path, config }) => (config === undefined ? [] : [{ path, text: config }]))
  const works = flow.findGroups(candidates, configs).map((group) => ({ group, files: group.files.flatMap(({ path }) => held.get(path) ?? []) }))
  const result = gatherReports({
    scanned: ordered,
    skipped,
    groups: await examination.follow(works, signal),
    precedence,
    keep: ({ rule }) => projectRules.get(rule)?.every(({ key, absent }) => met.has(key) !== absent) ?? true,
  })
  onStats?.({ ...countFiles(scanned), files: scanned.length + skipped.length, phases: examination.phases() })
  const profile = examination.profile()
  if (profile !== undefined) onProfile?.(profile)
  return result
}

/** Passes files on, and holds them: those that can be read again by their place alone. */
async function* holdFiles(files: AsyncIterable<ScanFile>, held: Map<string, SourceFile | StoredFile>): AsyncGenerator<ScanFile> {
  const paths = new Set<string>()
  for await (const file of files) {
    checkFile(file, paths.size)
    if (paths.has(file.path)) throw new DuplicatePathError(file.path)
    paths.add(file.path)
    if (!('skip' in file)) held.set(file.path, 'content' in file ? (file.stored ?? file) : file)
    yield file
  }
}

function countFiles(scanned: readonly ScannedReport[]): Omit<ScanStats, 'files' | 'phases'> {
  return {
    bytes: scanned.reduce((sum, { size }) => sum + size, 0),
    lines: scanned.reduce((sum, { lines }) => sum + lines, 0),
    filesParsed: scanned.filter(({ parsed }) => parsed).length,
    filesCached: scanned.filter(({ cached }) => cached === true).length,
    filesSpared: scanned.filter(({ spared }) => spared).length,
  }
}
