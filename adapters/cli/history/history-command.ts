import { join } from 'node:path'
import type { ReportOptions, ScanResult } from '../../../src/node/index.ts'
import type { Engine, LibraryModules } from '../engine/library-modules.ts'
import { checkFocus, toFocus } from '../flags/focus-flags.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { resolveCommit, topOf } from '../git/changed-lines.ts'
import { runGit } from '../git/run-git.ts'
import { judgeResult } from '../messages/judge-result.ts'
import { locateRulePage } from '../messages/locate-rule-page.ts'
import { chooseColor } from '../output/choose-color.ts'
import { countOf, formatNumber } from '../output/format-number.ts'
import { createProgressLine } from '../output/progress-line.ts'
import { showText } from '../output/show-text.ts'
import { checkOutput, writeOutput, writeStream } from '../output/write-output.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { openProject, type Project, settleFlags } from '../project/project.ts'
import { selectRules } from '../project/select-rules.ts'
import { formatHistoryBaseline, keyOfFinding, readHistoryBaseline } from './history-baseline.ts'
import { type BlobOrigin, type HistoryRange, listBlobs, listCommits } from './list-blobs.ts'
import { readBlobs } from './read-blobs.ts'
import { countFindings, scanHistory } from './scan-history.ts'

/** Flags that have no meaning for old commits. */
const OTHERS = [
  'staged',
  'trustedConfig',
  'pattern',
  'server',
  'triage',
  'triageDryRun',
  'cache',
  'stdinFilename',
  'stats',
  'profile',
  'profileJson',
] as const

/** `assay scan --history`: secrets in all commits, with the settings of the project except its baseline, which is one of the working tree. */
export async function runHistory(paths: readonly string[], given: ScanFlags, library: LibraryModules): Promise<number> {
  checkFlags(given)
  if (given.directory !== undefined) process.chdir(given.directory)
  for (const { file } of given.output ?? []) await checkOutput(file)
  const { project, flags } = settle(given, await library.engine())
  const known = typeof flags.baseline === 'string' && flags.writeBaseline !== true ? readHistoryBaseline(flags.baseline) : new Set<string>()
  const range = await readRange(paths, flags)
  const commits = await listCommits(range.top, range)
  const { result, rules } = await stopOnSignals((signal) => scanCommits(commits, range, { flags, project, library, signal }))
  if (flags.writeBaseline === true && typeof flags.baseline === 'string') {
    await writeOutput(flags.baseline, formatHistoryBaseline(result.findings), '--baseline')
    await writeStream(process.stdout, `${countOf(result.findings.length, 'finding')} in ${flags.baseline}.\n`)
    return EXIT_CODES.passed
  }
  const engine = await library.engine()
  const fresh = result.findings.filter((finding) => !known.has(keyOfFinding(finding)))
  const focused = engine.focusResult({ ...result, ...countFindings(fresh) }, toFocus(flags))
  await report(
    focused,
    {
      rules,
      fold: flags.fold,
      explainConfidence: flags.explainConfidence === true,
      rulePageOf: (rule) => locateRulePage(rule, flags, process.cwd()),
    },
    flags,
    library,
  )
  const hidden = result.findings.length - fresh.length
  const failures = judgeResult(focused, flags)
  const notes = [
    `searched ${countOf(result.filesScanned, 'version')} of files in ${countOf(commits.length, 'commit')}.`,
    ...(hidden > 0 ? [`the baseline hides ${formatNumber(hidden)} of the findings.`] : []),
    ...failures.map((failure) => `failed: ${failure}`),
  ]
  if (flags.quiet !== true) await writeStream(process.stderr, notes.map((note) => `assay: ${note}\n`).join(''))
  if (commits.length === 0 && flags.allowEmpty !== true) return EXIT_CODES.incomplete
  return failures.length > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}

function checkFlags(flags: ScanFlags): void {
  const other = OTHERS.find((name) => flags[name] !== undefined)
  if (other !== undefined) throw refuse(`--history cannot be combined with --${other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.`)
  if (flags.writeBaseline === true && typeof flags.baseline !== 'string')
    throw refuse('--write-baseline requires --baseline with the name of the file.')
}

/** The settings of the project, and the flags with what they decide. Without packs in either, the pack `secrets` runs. */
function settle(given: ScanFlags, engine: Engine): { readonly project: Project; readonly flags: ScanFlags } {
  const project = openProject(given, process.cwd(), engine)
  const { baseline: _baseline, ...flags } = settleFlags(given, project)
  return {
    project,
    flags: { ...flags, pack: flags.pack ?? ['secrets'], ...(given.baseline !== undefined && { baseline: given.baseline }) },
  }
}

interface OpenRange extends HistoryRange {
  readonly top: string
}

async function readRange(paths: readonly string[], { since, maxCommits }: ScanFlags): Promise<OpenRange> {
  const cwd = process.cwd()
  const top = await topOf(cwd, '--history')
  if ((await runGit(cwd, ['rev-parse', '--is-shallow-repository'])).trim() === 'true')
    throw refuse('--history requires all commits, and this clone is shallow. Run git fetch --unshallow first. In CI, check out with the full depth.')
  const isDate = since !== undefined && DATE.test(since)
  if (isDate && Number.isNaN(Date.parse(since))) throw refuse(`--since: \`${showText(since)}\` is not a date. Write one as 2026-01-31.`)
  const base = since === undefined || isDate ? undefined : await resolveCommit(since, cwd, '--since')
  return { top, since: base, after: isDate ? new Date(since).toISOString() : undefined, maxCommits, paths: paths.filter((path) => path !== '.') }
}

/** A day, or a time in ISO 8601. A day begins at midnight in UTC, so that the result does not depend on the time zone. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?$/

interface Scanning {
  readonly flags: ScanFlags
  readonly project: Project
  readonly library: LibraryModules
  readonly signal: AbortSignal
}

async function scanCommits(commits: readonly string[], range: OpenRange, { flags, project, library, signal }: Scanning) {
  const engine = await library.engine()
  const scanner = await engine.createScanner(selectRules(flags, project.root))
  const progress = createProgressLine(process.stderr, { quiet: flags.quiet === true, term: process.env.TERM, ci: process.env.CI })
  const maxFileBytes = flags.maxFileSize ?? engine.DEFAULT_LIMITS.maxFileBytes
  try {
    if (!scanner.rules.some(({ category }) => category === 'secrets'))
      throw refuse('the packs and rules of the settings contain no rule about secrets. Add --pack secrets.')
    checkFocus(flags, scanner.rules, engine)
    const pathOf = (path: string): string => project.pathOf(join(range.top, path))
    const isExcluded = project.settings.exclude.length === 0 ? () => false : engine.matchPaths(project.settings.exclude)
    const origins = keep(listBlobs(process.cwd(), commits, range), ({ path }) => !isExcluded(pathOf(path)))
    const found = await scanHistory(readBlobs(process.cwd(), origins, maxFileBytes), { scanner, engine, signal, progress, maxFileBytes })
    return { result: engine.applySettings(found, project.settings, pathOf), rules: scanner.rules }
  } finally {
    progress.clear()
    await scanner.close()
  }
}

async function* keep(origins: AsyncIterable<BlobOrigin>, isKept: (origin: BlobOrigin) => boolean): AsyncGenerator<BlobOrigin> {
  for await (const origin of origins) if (isKept(origin)) yield origin
}

/** Writes the reports. They quote no code, because the working tree may have other lines. */
async function report(whole: ScanResult, options: ReportOptions, flags: ScanFlags, library: LibraryModules): Promise<void> {
  const { renderReport, limitFindings } = await library.engine()
  const { output = [], format, maxFindings } = flags
  const result = maxFindings === undefined ? whole : limitFindings(whole, maxFindings)
  for (const target of output) await writeOutput(target.file, renderReport(result, target.format ?? format, options))
  if (output.some((target) => target.format === undefined)) return
  await writeStream(process.stdout, renderReport(result, format, { ...options, color: chooseColor(flags.color, process.env, process.stdout) }))
}

function refuse(message: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, message)
}
