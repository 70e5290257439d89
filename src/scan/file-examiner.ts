import { BOUNDS } from '../model/bounds.ts'
import type { ExaminationSettings, GroupWork } from '../model/examiner.ts'
import type { FileReport, GroupReport } from '../model/file-report.ts'
import type { FlowStore } from '../model/flow-store.ts'
import type { FlowFile } from '../model/flow.ts'
import type { Dialect } from '../model/language.ts'
import type { DialectRules } from '../model/ruleset.ts'
import type { ScanProfile } from '../model/scan-profile.ts'
import type { ReadFile, ScanFile, SourceFile, StoredFile } from '../model/source.ts'
import { decodeText } from '../text/decode-text.ts'
import { followFiles } from './follow/follow-files.ts'
import { createParsedFiles } from './follow/parsed-files.ts'
import { createPhaseClock } from './costs/phase-clock.ts'
import { createProfiler } from './costs/profiler.ts'
import { recogniseUnopened } from './triage/recognise-unopened.ts'
import { type FileScanInput, scanFile } from './match/scan-file.ts'

/** The input of an examiner that is the same for all scans. */
export interface FileExaminerInput
  extends Pick<FileScanInput, 'detect' | 'detectUnread' | 'forDialect' | 'rules' | 'ruleIds' | 'flow' | 'withoutPrefilter'> {
  readonly dialects: readonly Dialect[]
  /** What earlier scans stored of files, for groups that must be analysed again. */
  readonly flowStore: FlowStore | undefined
  /** Milliseconds. */
  now(): number
  /** Reads a stored file even if it changed since it was listed. With `unchanged`, a changed file is skipped. Never throws. */
  readStored(file: StoredFile, how: { readonly maxFileBytes: number; readonly unchanged: boolean }): ReadFile
}

/** Examines the files of one scan and runs data-flow analysis on them, one after the other. */
export interface FileExaminer {
  examine(file: ScanFile): Promise<FileReport>
  /** `giveTurn` is called regularly during data-flow analysis. It lets other tasks run, and throws if the scan should stop. */
  follow(work: GroupWork, giveTurn?: () => Promise<void>): Promise<GroupReport>
  /** Milliseconds by phase so far. */
  phases(): Readonly<Record<string, number>>
  /** The costs so far, if the settings request them. */
  profile(): ScanProfile | undefined
}

/** Size of the files, in UTF-16 units, whose lowered programs stay in memory for data flow. Other files are parsed again when needed. */
const MAX_LOWERED = BOUNDS.loweredValues.value

/** Creates an examiner for one scan. Lowered files stay in memory between `examine` and `follow` within the limit. */
export function createFileExaminer(input: FileExaminerInput, settings: ExaminationSettings): FileExaminer {
  const profiler = settings.profiled ? createProfiler() : undefined
  const clock = createPhaseClock(input.now, profiler?.observe)
  const scan: FileScanInput = { ...input, ...settings, clock, profiler }
  const { maxFileBytes } = settings.limits
  const lowered = createLoweredPrograms()
  const parsed = createParsedFiles<string>()
  const read = (file: ScanFile, unchanged: boolean): ReadFile =>
    'location' in file ? clock.time('decode', () => input.readStored(file, { maxFileBytes, unchanged })) : file

  function textOf(file: SourceFile | StoredFile | undefined): string | undefined {
    if (file === undefined) return undefined
    const again = read('stored' in file && file.stored !== undefined ? file.stored : file, true)
    const decoded = 'skip' in again ? undefined : decodeText(again.content)
    return decoded !== undefined && 'text' in decoded ? decoded.text : undefined
  }

  async function examine(file: ScanFile): Promise<FileReport> {
    clock.mark()
    profiler?.enter(sizeOf(file))
    const found = read(file, false)
    if ('skip' in found) {
      const cause = found.head === undefined || found.skip.reason !== 'too-large' ? undefined : recogniseUnopened(file.path, found.head, scan)
      return { kind: 'skipped', skipped: { file: file.path, ...found.skip }, ...cause }
    }
    const { report, lowered: program, ends } = await scanFile(found, scan)
    if (program !== undefined && report.kind === 'scanned') lowered.keep(file.path, program, report.size)
    if (ends !== undefined && report.kind === 'scanned') parsed.keep(file.path, ends, report.size)
    return report
  }

  async function follow({ group, files, sizes, mostSteps }: GroupWork, giveTurn = async (): Promise<void> => undefined): Promise<GroupReport> {
    profiler?.enter()
    const byPath = new Map(files.map((file) => [file.path, file]))
    const dialects = new Map<string, DialectRules>()
    for (const dialect of input.dialects)
      if (group.files.some((file) => file.dialect === dialect.id)) dialects.set(dialect.id, await input.forDialect(dialect))
    return followFiles(group, {
      scan,
      dialects,
      sizes,
      mostSteps,
      store: input.flowStore,
      textOf: (path) => textOf(byPath.get(path)),
      loweredOf: lowered.take,
      endsOf: parsed.take,
      giveTurn,
    })
  }

  return { examine, follow, phases: () => clock.totals(), profile: () => profiler?.read(input.ruleIds) }
}

interface LoweredPrograms {
  /** Keeps the program of a file, whose size is in bytes, if there is room. */
  keep(path: string, program: FlowFile, size: number): void
  /** Removes and returns the program of a file. Each file is in at most one group, which keeps it as long as it needs it. */
  take(path: string): FlowFile | undefined
}

function createLoweredPrograms(): LoweredPrograms {
  const programs = new Map<string, FlowFile>()
  let room = MAX_LOWERED
  return {
    keep: (path, program, size) => {
      if (size > room) return
      room -= size
      programs.set(path, program)
    },
    take: (path) => {
      const program = programs.get(path)
      programs.delete(path)
      return program
    },
  }
}

function sizeOf(file: ScanFile): { readonly path: string; readonly bytes: number } {
  return { path: file.path, bytes: 'content' in file ? file.content.length : 'size' in file ? file.size : 0 }
}
