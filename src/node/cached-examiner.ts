import { createHash } from 'node:crypto'
import type { Examination, ExaminationSettings, Examiner, GroupWork } from '../model/examiner.ts'
import type { FileReport, GroupReport } from '../model/file-report.ts'
import type { CompiledFrom, ReadFile, ScanFile, SourceFile } from '../model/source.ts'
import { readStored } from './read-stored.ts'
import type { ReportStore } from './report-store.ts'

/**
 * Reads earlier reports from a cache and lets `inner` examine the rest. The key of a file's report is its path, bytes, source, settings and `ruleset`, which
 * identifies rules and engine. The key of a group's report consists of the facts of all its files and the bytes of the files that were read.
 */
export function createCachedExaminer(inner: Examiner, store: ReportStore, ruleset: string): Examiner {
  return { begin: (settings) => beginExamination(inner.begin(settings), settings, { store, base: digest([ruleset, JSON.stringify(settings)]) }) }
}

interface Cache {
  readonly store: ReportStore
  /** The prefix of all keys of a scan. */
  readonly base: string
}

/** The cached report of a group, and the file contents that it depends on. */
interface KeptGroup {
  /** Hashes of the files in `report.looked`, in that order. */
  readonly digests: readonly string[]
  readonly report: GroupReport
}

function beginExamination(inner: Examination, { limits }: ExaminationSettings, { store, base }: Cache): Examination {
  // By path.
  const digests = new Map<string, string>()
  const originals = new Map<string, CompiledFrom>()
  const keyOf = (path: string): string => digest([base, 'file', path, digests.get(path) ?? '', JSON.stringify(originals.get(path) ?? '')])

  async function* examine(files: AsyncIterable<ScanFile>, signal: AbortSignal | undefined): AsyncGenerator<FileReport> {
    const known: FileReport[] = []
    for await (const report of inner.examine(takeUnknown(files, known, signal), signal)) {
      yield* known.splice(0)
      if (isLasting(report)) store.set(keyOf(report.kind === 'skipped' ? report.skipped.file : report.path), JSON.stringify(report))
      yield report
    }
    yield* known
  }

  async function* takeUnknown(files: AsyncIterable<ScanFile>, known: FileReport[], signal: AbortSignal | undefined): AsyncGenerator<ScanFile> {
    for await (const file of files) {
      signal?.throwIfAborted()
      const read: ReadFile = 'location' in file ? readStored(file, { maxFileBytes: limits.maxFileBytes, unchanged: false }) : file
      if ('skip' in read) {
        yield read
        continue
      }
      digests.set(read.path, digestOf(read))
      if (read.compiledFrom !== undefined) originals.set(read.path, read.compiledFrom)
      const json = store.get(keyOf(read.path))
      if (json === undefined) yield read
      else known.push(asCached(JSON.parse(json)))
    }
  }

  function groupKey({ group }: GroupWork): string {
    return digest([base, 'group', JSON.stringify(group)])
  }

  function findGroup(work: GroupWork): GroupReport | undefined {
    const json = store.get(groupKey(work))
    if (json === undefined) return undefined
    const { report, digests: held }: KeptGroup = JSON.parse(json)
    const isSame = report.looked.every((place, index) => digests.get(work.group.files[place].path) === held[index])
    return isSame && report.steps < work.mostSteps ? report : undefined
  }

  function keepGroup(work: GroupWork, report: GroupReport): void {
    if (report.changed || report.cut) return
    const kept: KeptGroup = { digests: report.looked.map((place) => digests.get(work.group.files[place].path) ?? ''), report }
    store.set(groupKey(work), JSON.stringify(kept))
  }

  return {
    examine,
    follow: async (works, signal) => {
      const found = works.map(findGroup)
      const missing = works.filter((_, index) => found[index] === undefined)
      const reports = await inner.follow(missing, signal)
      for (const [index, report] of reports.entries()) keepGroup(missing[index], report)
      const rest = reports.values()
      return found.flatMap((report) => report ?? rest.next().value ?? [])
    },
    phases: inner.phases,
    profile: inner.profile,
    end: async () => {
      await inner.end()
      store.save()
    },
  }
}

/** Whether the next scan of the same bytes gives the same result. A failure for lack of time or access may not recur. */
function isLasting(report: FileReport): boolean {
  return report.kind === 'scanned' || !['unreadable', 'over-budget'].includes(report.skipped.reason)
}

function asCached(report: FileReport): FileReport {
  return report.kind === 'skipped' ? report : { ...report, parsed: false, spared: false, cached: true }
}

/** A string may contain lone surrogates, so it is not hashed as UTF-8. */
function digestOf({ content }: SourceFile): string {
  const hash = createHash('sha256')
  return typeof content === 'string' ? `text ${hash.update(content, 'utf16le').digest('base64')}` : hash.update(content).digest('base64')
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
