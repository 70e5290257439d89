import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type {
  ReadFile,
  RuleCacheOutcome,
  RuleInfo,
  ScanFile,
  ScanOptions,
  Scanner,
  ScanProfile,
  ScanResult,
  ScanStats,
  SkippedSource,
  SourceFile,
  WalkSummary,
} from '../../../src/node/index.ts'
import type { Change } from '../git/changed-lines.ts'
import { CommandError } from '../process/command-error.ts'
import { countImport } from '../messages/format-import.ts'
import type { Engine } from '../engine/library-modules.ts'
import { checkFocus } from '../flags/focus-flags.ts'
import { type GlobWatch, watchGlobs } from '../project/idle-globs.ts'
import { countOf } from '../output/format-number.ts'
import { asStaged } from './old-code.ts'
import { listSources } from '../project/list-sources.ts'
import { leaveOut, type Project } from '../project/project.ts'
import { createProgressLine } from '../output/progress-line.ts'
import { readStdin } from '../files/read-stdin.ts'
import { findKey, readServer } from '../remote/credentials.ts'
import { scanRemotely } from '../remote/scan-remotely.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { selectPattern, tellOfOptions } from '../project/select-pattern.ts'
import { selectRules } from '../project/select-rules.ts'
import { StoppedError } from '../process/stop-on-signals.ts'
import type { TrustedSession } from '../trusted/open-trusted-config.ts'

/** The result of a scan before settings and filters are applied. */
export interface FinishedScan {
  readonly result: ScanResult
  /** All rules that ran. */
  readonly rules: readonly RuleInfo[]
  readonly stats: ScanStats | undefined
  readonly profile: ScanProfile | undefined
  readonly walk: WalkSummary | undefined
  /** Number of files that settings exclude. */
  readonly excluded: number
  readonly watch: GlobWatch
  readonly ownRules: RuleCacheOutcome | undefined
  readonly stdin: SourceFile | SkippedSource | undefined
  /** Files of archives, by reported path. */
  readonly packed: ReadonlyMap<string, ReadFile>
  /** Reported paths of the files, if a triage needs them. */
  readonly paths: readonly string[]
}

/** The dependencies of a scan. */
export interface Workbench {
  readonly engine: Engine
  readonly project: Project
  /** Set if files are scanned as staged. */
  readonly change: Change | undefined
  /** Set if the configuration comes from a commit. */
  readonly trusted?: TrustedSession | undefined
}

/** Scans files and folders with the flags and the project's settings. Rejects with `CommandError` or the signal's reason. */
export async function scanPaths(
  paths: readonly string[],
  flags: ScanFlags,
  { engine, project, change, trusted }: Workbench,
  signal: AbortSignal,
): Promise<FinishedScan> {
  const includeVendored = flags.includeVendored === true || !flags.ignore
  const maxFileBytes = flags.maxFileSize ?? engine.DEFAULT_LIMITS.maxFileBytes
  const cache = flags.cache === undefined ? [] : [engine.cacheFile(flags.cache), engine.flowStoreFolder(flags.cache)]
  const written = [...(flags.output ?? []).map(({ file }) => file), flags.profileJson, ...cache]
  const except = written.flatMap((file) => (file === undefined ? [] : [resolve(file)]))
  let walk: WalkSummary | undefined
  const onWalked = (summary: WalkSummary): void => void (walk = summary)
  // Before the rules are loaded, so that a mistyped path is reported immediately.
  const sources = await listSources(
    paths.filter((path) => path !== '-'),
    { noIgnore: !flags.ignore, includeVendored, except, onWalked, ...(trusted && { readIgnoreFile: trusted.readIgnoreFile }) },
    engine,
  )
  const watch = watchGlobs(flags, project, engine)
  const seen: string[] = []
  const left = leaveOut(watch.through(sources.files), project, engine)
  const kept = flags.triage === true || flags.triageDryRun === true ? { ...left, files: recordPaths(left.files, seen) } : left
  if (flags.server !== undefined) {
    const stdin = flags.stdinFilename === undefined ? undefined : await readStdin(flags.stdinFilename, maxFileBytes, signal)
    const staged = change === undefined || change.differing.size === 0 ? kept.files : asStaged(kept.files, change, process.cwd())
    const files = stdin === undefined ? staged : withFirst<ScanFile>(stdin, staged)
    const scan = await sendFiles(trusted?.withoutNewSuppressions(files) ?? files, flags.server, { engine, flags, signal, maxFileBytes })
    checkFocus(flags, scan.rules, engine)
    return {
      ...scan,
      stats: undefined,
      profile: undefined,
      walk,
      excluded: kept.count(),
      watch,
      ownRules: undefined,
      stdin,
      packed: sources.packed,
      paths: seen,
    }
  }
  let ownRules: RuleCacheOutcome | undefined
  const scanner = await engine
    .createScanner({
      ...(flags.pattern === undefined ? selectRules(flags, project.root) : selectPattern(flags.pattern, flags.lang)),
      onRuleCache: (outcome) => void (ownRules = outcome),
      onImport: (imported) =>
        void (flags.quiet === true || process.stderr.write(`assay: ${countImport(imported)} \`assay rules import\` lists the reasons.\n`)),
      workers: flags.workers ?? defaultWorkers(),
      ...(flags.cache === undefined ? {} : { cache: flags.cache, onCacheFault: (detail) => process.stderr.write(`assay: ${detail}\n`) }),
    })
    .catch((error: unknown) => {
      throw flags.pattern === undefined ? error : tellOfOptions(error)
    })
  try {
    checkFocus(flags, scanner.rules, engine)
    const stdin = flags.stdinFilename === undefined ? undefined : await readStdin(flags.stdinFilename, maxFileBytes, signal)
    const staged = change === undefined || change.differing.size === 0 ? kept.files : asStaged(kept.files, change, process.cwd())
    const files = stdin === undefined ? staged : withFirst<ScanFile>(stdin, staged)
    const options = {
      signal,
      includeVendored,
      foreignSuppressions: flags.foreignSuppressions === true,
      ...(trusted && { acceptSuppression: trusted.acceptSuppression }),
      limits: { maxFileBytes },
    }
    return {
      ...(await scanFiles(scanner, files, options, flags)),
      rules: scanner.rules,
      walk,
      excluded: kept.count(),
      watch,
      ownRules,
      stdin,
      packed: sources.packed,
      paths: seen,
    }
  } finally {
    await scanner.close()
  }
}

async function* recordPaths<T extends ScanFile | SkippedSource>(files: AsyncIterable<T>, into: string[]): AsyncGenerator<T> {
  for await (const file of files) {
    into.push(file.path)
    yield file
  }
}

interface Sending {
  readonly engine: Engine
  readonly flags: ScanFlags
  readonly signal: AbortSignal
  readonly maxFileBytes: number
}

async function sendFiles(files: AsyncIterable<ScanFile>, address: string, { engine, flags, signal, maxFileBytes }: Sending) {
  const server = readServer(address)
  const say = (text: string): void => void (flags.quiet === true || process.stderr.write(`assay: ${text}\n`))
  const service = {
    server,
    key: findKey(server, process.env),
    signal,
    onWait: (seconds: number, why: string) => say(`waiting ${seconds} s: ${why}.`),
  }
  const scan = await scanRemotely(files, {
    engine,
    service,
    maxFileBytes,
    onBatch: (batch, of) => say(`uploading batch ${batch} of ${of}.`),
    onCut: (why) => say(`the service ${why}. Splitting the upload in two.`),
  })
  if (scan.batches > 1)
    say(
      `scanned in ${scan.batches} uploads. Data flow between uploads was not analysed. Files that import each other are in the same upload where the size limit allows it.`,
    )
  return scan
}

/**
 * No worker threads on two processors: the second processor is busy with compilation and garbage collection of the main thread. Two threads over 82
 * MB of packages are a fifth faster (30 s instead of 36 s) and need 50% more memory.
 */
function defaultWorkers(): number {
  const processors = availableParallelism()
  return processors > 2 ? Math.min(processors - 1, 8) : 0
}

async function* withFirst<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield first
  yield* rest
}

async function scanFiles(scanner: Scanner, files: AsyncIterable<ScanFile>, options: ScanOptions, flags: ScanFlags) {
  const progress = createProgressLine(process.stderr, { quiet: flags.quiet === true, term: process.env.TERM, ci: process.env.CI })
  let stats: ScanStats | undefined
  let profile: ScanProfile | undefined
  const wantsProfile = flags.profile === true || flags.profileJson !== undefined
  const profiling = wantsProfile ? { onProfile: (given: ScanProfile): void => void (profile = given) } : {}
  let filesDone = 0
  const onStats = (given: ScanStats): void => void (stats = given)
  const onProgress: ScanOptions['onProgress'] = (given) => {
    filesDone = given.filesDone
    progress.show(given)
  }
  try {
    return { result: await scanner.scan(files, { ...options, ...profiling, onStats, onProgress }), stats, profile }
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error
    throw new CommandError(error.exitCode, `the scan was stopped after ${countOf(filesDone, 'file')}. No report was written.`)
  } finally {
    progress.clear()
  }
}
