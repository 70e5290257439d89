import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type {
  ReportOptions,
  RuleCacheOutcome,
  RuleInfo,
  ScanFile,
  ScanOptions,
  Scanner,
  ScanProfile,
  ScanResult,
  ScanStats,
  ScanTimes,
  SkippedSource,
  SourceFile,
  WalkSummary,
} from '../../src/node/index.ts'
import { chooseColor } from './choose-color.ts'
import { CommandError } from './command-error.ts'
import { describeNothing } from './describe-nothing.ts'
import { describeUnreadable, describeWalk } from './describe-walk.ts'
import type { Doors, Engine } from './doors.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { countOf } from './format-number.ts'
import { formatProfile, type ProfileReport, toProfileJson } from './format-profile.ts'
import { formatStats } from './format-stats.ts'
import { judgeResult } from './judge-result.ts'
import { createProgressLine } from './progress-line.ts'
import { readStdin } from './read-stdin.ts'
import type { ScanFlags } from './scan-flags.ts'
import { selectRules } from './select-rules.ts'
import { createSourceReader } from './source-reader.ts'
import { StoppedError, stopOnSignals } from './stop-on-signals.ts'
import { checkOutput, writeOutput, writeStream } from './write-output.ts'

/** `assay scan`: scans, reports on stdout or to a file, says on stderr what a person must know besides, and returns the exit code. */
export async function runScan(paths: readonly string[], flags: ScanFlags, doors: Doors): Promise<number> {
  const started = performance.now()
  checkUsage(paths, flags)
  for (const { file } of flags.output ?? []) await checkOutput(file)
  if (flags.profileJson !== undefined) await checkOutput(flags.profileJson, '--profile-json')
  checkTargets(paths, flags)
  const engine = await doors.engine()
  const began = sayTime(new Date())
  const scan = await stopOnSignals((signal) => scanPaths(paths, flags, engine, signal))
  await report(scan, { began, ended: sayTime(new Date()) }, flags, engine)
  const measure = { milliseconds: performance.now() - started, peakBytes: process.resourceUsage().maxRSS * 1024 }
  if (scan.profile && scan.stats) await reportProfile({ ...measure, stats: scan.stats, profile: scan.profile }, flags)
  if (flags.stats && scan.stats) {
    await writeStream(process.stderr, formatStats(scan.stats, scan.result, { ...measure, ownRules: scan.ownRules }))
  }
  return conclude(scan, paths, flags, engine)
}

/** In UTC, without zone: `2026-01-31T23:59:59`. */
function sayTime(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
}

function checkUsage(paths: readonly string[], flags: ScanFlags): void {
  const readsStdin = paths.includes('-')
  if (readsStdin && flags.stdinFilename === undefined) {
    throw new CommandError(EXIT_CODES.wrongUsage, '`-` needs --stdin-filename, which tells the language: assay scan - --stdin-filename app.js')
  }
  if (!readsStdin && flags.stdinFilename !== undefined) {
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      '--stdin-filename needs the path `-`, which reads standard input: assay scan - --stdin-filename app.js',
    )
  }
}

/** Two texts for one file, or a text for a file that is to be scanned: one would be lost. */
function checkTargets(paths: readonly string[], { output = [], profileJson }: ScanFlags): void {
  const scanned = new Set(paths.filter((path) => path !== '-').map((path) => resolve(path)))
  const taken = new Map<string, { readonly flag: string; readonly file: string }>()
  const targets = [
    ...output.map(({ file }) => ({ flag: '--output', file })),
    ...(profileJson === undefined ? [] : [{ flag: '--profile-json', file: profileJson }]),
  ]
  for (const { flag, file } of targets) {
    const earlier = taken.get(resolve(file))
    if (earlier !== undefined) {
      const both = earlier.flag === flag ? `${flag} names \`${file}\` twice` : `${earlier.flag} and ${flag} name the same file, \`${earlier.file}\``
      throw new CommandError(EXIT_CODES.wrongUsage, `${both}. Give each its own.`)
    }
    taken.set(resolve(file), { flag, file })
    if (scanned.has(resolve(file)))
      throw new CommandError(EXIT_CODES.wrongUsage, `${flag} would overwrite \`${file}\`, which is to be scanned. Name another file.`)
  }
}

interface FinishedScan {
  readonly result: ScanResult
  /** All rules that ran. */
  readonly rules: readonly RuleInfo[]
  readonly stats: ScanStats | undefined
  readonly profile: ScanProfile | undefined
  readonly walk: WalkSummary | undefined
  readonly ownRules: RuleCacheOutcome | undefined
  readonly stdin: SourceFile | SkippedSource | undefined
}

async function scanPaths(paths: readonly string[], flags: ScanFlags, engine: Engine, signal: AbortSignal): Promise<FinishedScan> {
  const includeVendored = flags.includeVendored === true || !flags.ignore
  const maxFileBytes = flags.maxFileSize ?? engine.DEFAULT_LIMITS.maxFileBytes
  const cache = flags.cache === undefined ? undefined : engine.cacheFile(flags.cache)
  const written = [...(flags.output ?? []).map(({ file }) => file), flags.profileJson, cache]
  const except = written.flatMap((file) => (file === undefined ? [] : [resolve(file)]))
  let walk: WalkSummary | undefined
  const onWalked = (summary: WalkSummary): void => void (walk = summary)
  // Before the rules are loaded, so that a mistyped path is told at once.
  const onDisk = await engine.listFiles(
    paths.filter((path) => path !== '-'),
    { noIgnore: !flags.ignore, includeVendored, except, onWalked },
  )
  let ownRules: RuleCacheOutcome | undefined
  const scanner = await engine.createScanner({
    ...selectRules(flags),
    onRuleCache: (outcome) => void (ownRules = outcome),
    workers: flags.workers ?? defaultWorkers(),
    ...(flags.cache === undefined ? {} : { cache: flags.cache, onCacheFault: (detail) => process.stderr.write(`assay: ${detail}\n`) }),
  })
  try {
    const stdin = flags.stdinFilename === undefined ? undefined : await readStdin(flags.stdinFilename, maxFileBytes, signal)
    const files = stdin === undefined ? onDisk : withFirst<ScanFile>(stdin, onDisk)
    const options = { signal, includeVendored, foreignSuppressions: flags.foreignSuppressions === true, limits: { maxFileBytes } }
    return { ...(await scanFiles(scanner, files, options, flags)), rules: scanner.rules, walk, ownRules, stdin }
  } finally {
    await scanner.close()
  }
}

/**
 * None on two processors: there the second is busy with compiling and tidying for the first already, so that two threads over 82 MB of packages gain a fifth
 * (30 s for 36) and take half as much memory again.
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
  const progress = createProgressLine(process.stderr, { quiet: flags.quiet === true, term: process.env.TERM })
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
    throw new CommandError(error.exitCode, `the scan was stopped after ${countOf(filesDone, 'file')}; nothing is reported.`)
  } finally {
    progress.clear()
  }
}

async function reportProfile(report: ProfileReport, flags: ScanFlags): Promise<void> {
  if (flags.profileJson !== undefined) await writeOutput(flags.profileJson, toProfileJson(report), '--profile-json')
  if (flags.profile) await writeStream(process.stderr, formatProfile(report))
}

/** Writes the reports that have a file, and that of `--format` on stdout unless it has one. */
async function report({ result, rules, stdin }: FinishedScan, times: ScanTimes, flags: ScanFlags, engine: Engine): Promise<void> {
  const { output = [], format } = flags
  const sourceOf = flags.snippets ? createSourceReader(process.cwd(), stdin) : undefined
  const context: ReportOptions = { rules, times, ...(sourceOf && { sourceOf }) }
  const plain = { ...context, color: chooseColor(flags.color, process.env, {}) }
  for (const target of output) await writeOutput(target.file, engine.renderReport(result, target.format ?? format, plain))
  if (output.some((target) => target.format === undefined)) return
  const stream: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout
  const width = stream.isTTY && stream.columns !== undefined ? { width: stream.columns } : {}
  await writeStream(
    process.stdout,
    engine.renderReport(result, format, { ...context, ...width, color: chooseColor(flags.color, process.env, stream) }),
  )
}

/** Says what is left to say, and returns the exit code. A scan that is not complete never passes, whatever it found. */
async function conclude({ result, walk }: FinishedScan, paths: readonly string[], flags: ScanFlags, engine: Engine): Promise<number> {
  const failures = judgeResult(result, flags)
  const nothing = { allowEmpty: flags.allowEmpty === true, languages: engine.CODE_LANGUAGES }
  const unreadable = describeUnreadable(walk?.unreadablePaths ?? [])
  const missing = unreadable.length > 0 ? unreadable : describeNothing(paths, result, walk, nothing)
  const notes = flags.quiet || walk === undefined ? [] : describeWalk(walk, result)
  const reasons = flags.quiet ? [] : failures.map((failure) => `failed: ${failure}`)
  const lines = [...notes, ...reasons, ...missing].map((line) => `assay: ${line}\n`)
  if (lines.length > 0) await writeStream(process.stderr, lines.join(''))
  if (missing.length > 0) return EXIT_CODES.incomplete
  return failures.length > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}
