import { compareTexts } from '../model/compare-texts.ts'
import type { ExaminationSettings } from '../model/examiner.ts'
import type { FileReport, ScannedReport, SkippedReport } from '../model/file-report.ts'
import { isForCause, type SkippedFile, type SkipReason } from '../model/gap.ts'
import type { ScanProgress } from '../model/scanner.ts'
import type { SourceFile, StoredFile } from '../model/source.ts'
import { collectLeftOut, type LeftOutCode } from './collect-left-out.ts'
import { createScanBudget, type ScanBudget } from './scan-budget.ts'

export interface ExaminedFilesInput {
  readonly settings: Pick<ExaminationSettings, 'limits'>
  /** The language of program code by the file name. Empty for other files. */
  languageOfCode(path: string): Pick<SkippedFile, 'language'>
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined
}

/** The state of the examination. */
export interface ExaminedFiles {
  readonly scanned: ScannedReport[]
  readonly skipped: SkippedFile[]
  /** Files that are being examined, may take part in data flow, may meet a requirement of a package, or were left out and may be the only code. */
  readonly held: Map<string, SourceFile | StoredFile>
  /** By path: the reason for which a file is normally left out that is examined. */
  readonly asIs: ReadonlyMap<string, SkipReason>
  /** Files that the caller passed as skipped. */
  readonly given: Set<string>
  /** Files for which no steps were left. */
  readonly passedOver: string[]
  /** Whether no steps are left for a file, as far as known. Exact after all files are examined. */
  isBeyondSteps(path: string): boolean
  add(report: FileReport): void
  /** Returns the files that were left out if they are the only code, to examine them after all. */
  takeAsIs(): readonly (SourceFile | StoredFile)[]
}

interface ExaminationState {
  readonly files: Omit<ExaminedFiles, 'isBeyondSteps' | 'add' | 'takeAsIs'> & { readonly asIs: Map<string, SkipReason> }
  readonly leftOut: LeftOutCode
  /** Data flow gets the remaining steps, and at least half of all. */
  readonly stepsOfFiles: number
  budget: ScanBudget
  /** The files of the second examination. */
  again: ReadonlySet<string> | undefined
  findings: number
  filesDone: number
}

export function createExaminedFiles({ settings, languageOfCode, onProgress }: ExaminedFilesInput): ExaminedFiles {
  const stepsOfFiles = Math.ceil(settings.limits.maxScanSteps / 2)
  const files: ExaminationState['files'] = { scanned: [], skipped: [], held: new Map(), asIs: new Map(), given: new Set(), passedOver: [] }
  const state: ExaminationState = {
    files,
    leftOut: collectLeftOut(),
    stepsOfFiles,
    budget: createScanBudget(stepsOfFiles),
    again: undefined,
    findings: 0,
    filesDone: 0,
  }
  return {
    ...files,
    isBeyondSteps: (path) => state.budget.isSpentBefore(path) && !files.given.has(path) && state.again?.has(path) !== false,
    add: (report) => {
      if (report.kind === 'skipped') addSkipped(state, report, languageOfCode)
      else addScanned(state, report)
      state.filesDone = Math.max(state.filesDone, files.scanned.length + files.skipped.length)
      const file = report.kind === 'skipped' ? report.skipped.file : report.path
      onProgress?.({ filesDone: state.filesDone, file, findings: state.findings })
    },
    takeAsIs: () => takeAsIs(state),
  }
}

function addScanned(state: ExaminationState, report: ScannedReport): void {
  const { files, leftOut, budget } = state
  files.scanned.push(report)
  state.findings += report.findings.length
  budget.note(report.path, report.steps)
  // In the second examination it is already decided which files are scanned as they are.
  const isOwn = files.asIs.size === 0 && (report.role.kind === 'code' || report.role.kind === 'unread')
  if (isOwn) for (const path of leftOut.addOwn(report.size)) files.held.delete(path)
  if (report.flow === undefined && report.open === undefined) files.held.delete(report.path)
}

function addSkipped({ files, leftOut }: ExaminationState, report: SkippedReport, languageOfCode: ExaminedFilesInput['languageOfCode']): void {
  const { file, reason } = report.skipped
  files.skipped.push(isForCause(reason) ? { ...report.skipped, ...languageOfCode(file) } : report.skipped)
  if (!leftOut.add(report)) files.held.delete(file)
}

function takeAsIs(state: ExaminationState): readonly (SourceFile | StoredFile)[] {
  const { scanned, skipped, held, asIs } = state.files
  // It is unknown whether unexamined files are vendored.
  if (state.budget.isSpent()) return []
  const chosen = state.leftOut.choose().filter(({ file }) => held.has(file))
  if (chosen.length === 0) return []
  for (const { file, reason } of chosen) asIs.set(file, reason)
  takeBack(skipped, ({ file }) => asIs.has(file))
  const paths = new Set(asIs.keys())
  // The few own files are examined again, because data-flow analysis only includes files of one examination.
  for (const report of takeBack(scanned, ({ flow }) => flow !== undefined)) {
    paths.add(report.path)
    state.findings -= report.findings.length
  }
  state.again = paths
  state.budget = createScanBudget(Math.max(1, state.stepsOfFiles - scanned.reduce((sum, { steps }) => sum + steps, 0)))
  return [...paths].toSorted(compareTexts).flatMap((path) => held.get(path) ?? [])
}

/** Removes and returns the elements of a list that satisfy a test. */
function takeBack<T>(list: T[], test: (item: T) => boolean): readonly T[] {
  const taken = list.filter(test)
  const rest = list.filter((item) => !test(item))
  list.length = 0
  for (const item of rest) list.push(item)
  return taken
}
