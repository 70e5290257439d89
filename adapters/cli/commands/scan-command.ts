import { resolve } from 'node:path'
import type { ReportOptions, ScanTimes } from '../../../src/node/index.ts'
import { chooseColor } from '../output/choose-color.ts'
import { chooseLinks } from '../output/choose-links.ts'
import { CommandError } from '../process/command-error.ts'
import { describeNothing } from '../messages/describe-nothing.ts'
import { describeTargets } from '../messages/describe-targets.ts'
import { describeExcluded, describeUnreadable, describeWalk } from '../messages/describe-walk.ts'
import type { LibraryModules, Engine, TriageModule } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { toFocus } from '../flags/focus-flags.ts'
import { formatProfile, type ProfileReport, toProfileJson } from '../messages/format-profile.ts'
import { formatStats } from '../output/format-stats.ts'
import { judgeResult } from '../messages/judge-result.ts'
import { locateRulePage } from '../messages/locate-rule-page.ts'
import { isArchive } from '../project/list-sources.ts'
import { findNewlyScanned } from '../scan/newly-scanned.ts'
import { findChange, hideOld, listUnchanged } from '../scan/old-code.ts'
import { openProject, type Project, settleFlags } from '../project/project.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { type FinishedScan, scanPaths } from '../scan/scan-paths.ts'
import { createSourceReader } from '../files/source-reader.ts'
import { type OperatorSettings, readOperatorSettings } from '../triage/read-settings.ts'
import { printRequests, triageScan } from '../triage/triage-scan.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { openTrustedConfig, type TrustedSession } from '../trusted/open-trusted-config.ts'
import { checkFolder, checkOutput, writeOutput, writeStream } from '../output/write-output.ts'

/** `assay scan`: scans, writes reports to stdout or files, writes notes to stderr, and returns the exit code. */
export async function runScan(paths: readonly string[], given: ScanFlags, library: LibraryModules): Promise<number> {
  if (given.directory !== undefined) enterFolder(given.directory)
  checkUsage(paths, given)
  const engine = await library.engine()
  const triage = await openTriage(given, library, engine)
  if (given.trustedConfig === undefined)
    return scanProject(paths, given, { engine, project: openProject(given, process.cwd(), engine), trusted: undefined, triage })
  const trusted = await openTrustedConfig(given.trustedConfig, given, process.cwd(), engine)
  try {
    return await scanProject(paths, trusted.flags, { engine, project: trusted.project, trusted, triage })
  } finally {
    trusted.close()
  }
}

function enterFolder(folder: string): void {
  try {
    process.chdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new CommandError(EXIT_CODES.wrongUsage, `--directory: cannot change to \`${folder}\` (${code}). Give the path of an existing folder.`)
  }
}

interface OpenProject {
  readonly engine: Engine
  readonly project: Project
  readonly trusted: TrustedSession | undefined
  readonly triage: OpenTriage | undefined
}

interface OpenTriage extends OperatorSettings {
  readonly triage: TriageModule
}

/** Loads the triage if it is wanted. A mistake in its settings is reported before anything is scanned. */
async function openTriage(flags: ScanFlags, library: LibraryModules, engine: Engine): Promise<OpenTriage | undefined> {
  if (flags.triage !== true && flags.triageDryRun !== true) {
    if (flags.triageSettings === undefined) return undefined
    throw new CommandError(EXIT_CODES.wrongUsage, '--triage-settings has no effect without --triage or --triage-dry-run.')
  }
  const triage = await library.triage()
  return { triage, ...readOperatorSettings(flags, triage, engine) }
}

async function scanProject(paths: readonly string[], given: ScanFlags, { engine, project, trusted, triage }: OpenProject): Promise<number> {
  const started = performance.now()
  const flags = settleFlags(given, project)
  for (const { file } of flags.output ?? []) await checkOutput(file)
  if (flags.profileJson !== undefined) await checkOutput(flags.profileJson, '--profile-json')
  if (flags.cache !== undefined) checkFolder(flags.cache, '--cache')
  checkTargets(paths, flags)
  const began = sayTime(new Date())
  const change = await findChange(flags, process.cwd())
  const found = await stopOnSignals((signal) => scanPaths(paths, flags, { engine, project, change, trusted }, signal))
  const counted = engine.applySettings(found.result, project.settings, project.pathOf)
  const cwd = process.cwd()
  const sourceOf = createSourceReader(cwd, found.stdin, found.packed)
  const newFiles =
    change === undefined
      ? new Set<string>()
      : await findNewlyScanned(listUnchanged(counted, change, cwd, engine), {
          ...{ change, project, engine, sourceOf, cwd, ignore: flags.ignore, maxFileBytes: flags.maxFileSize },
          includeVendored: flags.includeVendored === true || !flags.ignore,
          isAsIs: found.result.scannedAsIs.length > 0,
        })
  const old = { change, baseline: flags.baseline, sourceOf, cwd, newFiles }
  const current = hideOld(counted, old, engine)
  const idle = found.watch.describe({ rules: runsAsSettled(given) ? found.rules : undefined, whole: isWhole(paths) && project.pathOf('.') === '' })
  const focused = engine.focusResult(current.result, toFocus(flags))
  const judged = triage && { ...triage, result: focused, known: found.result.findings, paths: found.paths, sourceOf, engine }
  if (judged && flags.triageDryRun) {
    await printRequests(judged)
    return EXIT_CODES.passed
  }
  const triaged = judged ? await stopOnSignals((signal) => triageScan(judged, signal)) : focused
  const scan = {
    ...found,
    result: trusted?.describe(triaged) ?? triaged,
    notes: [...(isWhole(paths) ? current.notes : []), ...idle, ...describeTargets(flags)],
  }
  await report(scan, { began, ended: sayTime(new Date()) }, flags, engine)
  const measure = { milliseconds: performance.now() - started, peakBytes: process.resourceUsage().maxRSS * 1024 }
  if (scan.profile && scan.stats) await reportProfile({ ...measure, stats: scan.stats, profile: scan.profile }, flags)
  if (flags.stats && scan.stats) {
    await writeStream(process.stderr, formatStats(scan.stats, scan.result, { ...measure, ownRules: scan.ownRules }))
  }
  return conclude(scan, paths, flags, engine)
}

/** Whether the scan covers the whole project. Otherwise baseline entries of other files do not count as fixed. */
function isWhole(paths: readonly string[]): boolean {
  return paths.length === 1 && paths[0] === '.'
}

/** Whether the scan runs with the rules of the settings. */
function runsAsSettled({ pack, pattern, server }: ScanFlags): boolean {
  return pack === undefined && pattern === undefined && server === undefined
}

/** A scan and the notes about it. */
interface JudgedScan extends FinishedScan {
  readonly notes: readonly string[]
}

/** UTC without a time zone: `2026-01-31T23:59:59`. */
function sayTime(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
}

/** Flags that a scan by a service cannot use. */
const LOCAL_FLAGS = [
  'pack',
  'rules',
  'pattern',
  'cache',
  'workers',
  'stats',
  'profile',
  'profileJson',
  'includeVendored',
  'foreignSuppressions',
  'triage',
  'triageDryRun',
  'triageSettings',
] as const

function checkUsage(paths: readonly string[], flags: ScanFlags): void {
  const local = flags.server === undefined ? undefined : LOCAL_FLAGS.find((name) => flags[name] !== undefined)
  if (local !== undefined) {
    const flag = `--${local.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    throw new CommandError(EXIT_CODES.wrongUsage, `${flag} cannot be combined with --server. It applies only to local scans.`)
  }
  if (flags.maxCommits !== undefined || flags.writeBaseline === true)
    throw new CommandError(EXIT_CODES.wrongUsage, '--max-commits and --write-baseline require --history.')
  if (flags.trustedConfig !== undefined && paths.some((path) => path === '-' || isArchive(path)))
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      '--trusted-config cannot be used with standard input or archives. It applies only to files of the repository.',
    )
  if (flags.staged === true && (flags.triage === true || flags.triageDryRun === true))
    throw new CommandError(EXIT_CODES.wrongUsage, '--triage cannot be combined with --staged. It reads files as they are on disk.')
  if ((flags.pattern === undefined) !== (flags.lang === undefined))
    throw new CommandError(EXIT_CODES.wrongUsage, "--pattern and --lang must be used together: assay scan -e 'eval($X)' --lang js")
  const readsStdin = paths.includes('-')
  if (readsStdin && flags.stdinFilename === undefined) {
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      '`-` (standard input) requires --stdin-filename, which determines the language: assay scan - --stdin-filename app.js',
    )
  }
  if (!readsStdin && flags.stdinFilename !== undefined) {
    throw new CommandError(EXIT_CODES.wrongUsage, '--stdin-filename requires the path `-` (standard input): assay scan - --stdin-filename app.js')
  }
}

/** Refuses two reports to one file and reports that overwrite a file to scan. */
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
      throw new CommandError(EXIT_CODES.wrongUsage, `${both}. Use a different file for each.`)
    }
    taken.set(resolve(file), { flag, file })
    if (scanned.has(resolve(file)))
      throw new CommandError(
        EXIT_CODES.wrongUsage,
        `${flag} would overwrite \`${file}\`, which is one of the files to scan. Use another output file.`,
      )
  }
}

async function reportProfile(report: ProfileReport, flags: ScanFlags): Promise<void> {
  if (flags.profileJson !== undefined) await writeOutput(flags.profileJson, toProfileJson(report), '--profile-json')
  if (flags.profile) await writeStream(process.stderr, formatProfile(report))
}

/** Writes the reports with a target file, and the report of `--format` to stdout unless it has a file. */
async function report({ result: whole, rules, stdin, packed }: FinishedScan, times: ScanTimes, flags: ScanFlags, engine: Engine): Promise<void> {
  const { output = [], format, maxFindings } = flags
  const result = maxFindings === undefined ? whole : engine.limitFindings(whole, maxFindings)
  const sourceOf = flags.snippets ? createSourceReader(process.cwd(), stdin, packed) : undefined
  const rulePageOf = (rule: string): string | undefined => locateRulePage(rule, flags, process.cwd())
  const context: ReportOptions = {
    rules,
    times,
    fold: flags.fold,
    explainConfidence: flags.explainConfidence === true,
    rulePageOf,
    ...(sourceOf && { sourceOf }),
  }
  const plain = { ...context, color: chooseColor(flags.color, process.env, {}) }
  for (const target of output) await writeOutput(target.file, engine.renderReport(result, target.format ?? format, plain))
  if (output.some((target) => target.format === undefined)) return
  const stream: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout
  const width = stream.isTTY && stream.columns !== undefined ? { width: stream.columns } : {}
  await writeStream(
    process.stdout,
    engine.renderReport(result, format, {
      ...context,
      ...width,
      ...chooseLinks(process.env, stream),
      color: chooseColor(flags.color, process.env, stream),
    }),
  )
}

/** Prints the final notes and returns the exit code. An incomplete scan never passes. */
async function conclude(
  { result, walk, excluded, notes: further }: JudgedScan,
  paths: readonly string[],
  flags: ScanFlags,
  engine: Engine,
): Promise<number> {
  const failures = judgeResult(result, flags)
  const nothing = { allowEmpty: flags.allowEmpty === true, languages: engine.CODE_LANGUAGES }
  const unreadable = describeUnreadable(walk?.unreadablePaths ?? [])
  const missing = unreadable.length > 0 ? unreadable : describeNothing(paths, result, excluded > 0 ? undefined : walk, nothing)
  const notes = flags.quiet || walk === undefined ? [] : [...describeWalk(walk, result), ...describeExcluded(excluded), ...further]
  const reasons = flags.quiet ? [] : failures.map((failure) => `failed: ${failure}`)
  const lines = [...notes, ...reasons, ...missing].map((line) => `assay: ${line}\n`)
  if (lines.length > 0) await writeStream(process.stderr, lines.join(''))
  if (missing.length > 0) return EXIT_CODES.incomplete
  return failures.length > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}
