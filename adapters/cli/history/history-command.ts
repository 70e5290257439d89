import type { ReportOptions, ScanResult } from '../../../src/node/index.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import { checkFocus, toFocus } from '../flags/focus-flags.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { resolveCommit, topOf } from '../git/changed-lines.ts'
import { runGit } from '../git/run-git.ts'
import { judgeResult } from '../messages/judge-result.ts'
import { locateRulePage } from '../messages/locate-rule-page.ts'
import { chooseColor } from '../output/choose-color.ts'
import { countOf, formatNumber } from '../output/format-number.ts'
import { createProgressLine } from '../output/progress-line.ts'
import { checkOutput, writeOutput, writeStream } from '../output/write-output.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { openProject } from '../project/project.ts'
import { selectRules } from '../project/select-rules.ts'
import { formatHistoryBaseline, keyOfFinding, readHistoryBaseline } from './history-baseline.ts'
import { type HistoryRange, listBlobs, listCommits } from './list-blobs.ts'
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

/** `assay scan --history`: secrets in all commits. The settings of the project do not apply, because they are about the working tree. */
export async function runHistory(paths: readonly string[], flags: ScanFlags, library: LibraryModules): Promise<number> {
  const other = OTHERS.find((name) => flags[name] !== undefined)
  if (other !== undefined) throw refuse(`--history cannot be combined with --${other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.`)
  if (flags.writeBaseline === true && typeof flags.baseline !== 'string')
    throw refuse('--write-baseline requires --baseline with the name of the file.')
  if (flags.directory !== undefined) process.chdir(flags.directory)
  for (const { file } of flags.output ?? []) await checkOutput(file)
  const known = typeof flags.baseline === 'string' && flags.writeBaseline !== true ? readHistoryBaseline(flags.baseline) : new Set<string>()
  const range = await readRange(paths, flags)
  const commits = await listCommits(range.top, range)
  const { result, rules } = await stopOnSignals((signal) => scanCommits(commits, range, { flags, library, signal }))
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

interface OpenRange extends HistoryRange {
  readonly top: string
}

async function readRange(paths: readonly string[], { since, maxCommits }: ScanFlags): Promise<OpenRange> {
  const cwd = process.cwd()
  const top = await topOf(cwd, '--history')
  if ((await runGit(cwd, ['rev-parse', '--is-shallow-repository'])).trim() === 'true')
    throw refuse('--history requires all commits, and this clone is shallow. Run git fetch --unshallow first. In CI, check out with the full depth.')
  const base = since === undefined ? undefined : await resolveCommit(since, cwd, '--since')
  return { top, since: base, maxCommits, paths: paths.filter((path) => path !== '.') }
}

interface Scanning {
  readonly flags: ScanFlags
  readonly library: LibraryModules
  readonly signal: AbortSignal
}

async function scanCommits(commits: readonly string[], range: OpenRange, { flags, library, signal }: Scanning) {
  const engine = await library.engine()
  const { root } = openProject({ ...flags, config: false, baseline: false }, process.cwd(), engine)
  const scanner = await engine.createScanner(selectRules({ ...flags, pack: flags.pack ?? ['secrets'] }, root))
  const progress = createProgressLine(process.stderr, { quiet: flags.quiet === true, term: process.env.TERM, ci: process.env.CI })
  const maxFileBytes = flags.maxFileSize ?? engine.DEFAULT_LIMITS.maxFileBytes
  try {
    checkFocus(flags, scanner.rules, engine)
    const blobs = readBlobs(process.cwd(), listBlobs(process.cwd(), commits, range), maxFileBytes)
    return { result: await scanHistory(blobs, { scanner, engine, signal, progress, maxFileBytes }), rules: scanner.rules }
  } finally {
    progress.clear()
    await scanner.close()
  }
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
