import { existsSync } from 'node:fs'
import type { KnownFinding, ScanResult } from '../../../src/node/index.ts'
import { createCodeReader, formatBaseline, readBaseline, toKnown } from '../scan/baseline-file.ts'
import { CommandError } from '../process/command-error.ts'
import { describeUnreadable } from '../messages/describe-walk.ts'
import type { LibraryModules, Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { countOf } from '../output/format-number.ts'
import { openProject, settleFlags } from '../project/project.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { scanPaths } from '../scan/scan-paths.ts'
import { showText } from '../output/show-text.ts'
import { createSourceReader } from '../files/source-reader.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { checkOutput, writeOutput, writeStream } from '../output/write-output.ts'

/** Flags of `assay baseline create` and `update`. */
export interface BaselineFlags extends Pick<ScanFlags, 'pack' | 'rules' | 'ruleCache' | 'config' | 'allowOutsidePaths' | 'quiet'> {
  readonly output: string
  readonly force?: boolean
  readonly add?: boolean
}

/** `assay baseline create`: all current findings become known. */
export async function createBaseline(paths: readonly string[], flags: BaselineFlags, library: LibraryModules): Promise<number> {
  const { output } = flags
  await checkOutput(output)
  if (existsSync(output) && flags.force !== true) {
    const message = `\`${output}\` already exists. Update it with \`assay baseline update\`, or overwrite it with --force.`
    throw new CommandError(EXIT_CODES.wrongUsage, message)
  }
  const { result, codesOf, incomplete } = await scanNow(paths, flags, await library.engine())
  if (incomplete.length > 0) return refuse(incomplete)
  await writeOutput(output, formatBaseline(result.findings.map((finding) => toKnown(finding, codesOf))))
  await writeStream(
    process.stdout,
    `${countOf(result.findings.length, 'finding')} written to ${showText(output)}. To use it, run assay scan --baseline ${showText(output)}, or set baseline: ${showText(output)} in assay.config.yaml.\n`,
  )
  return EXIT_CODES.passed
}

/** `assay baseline update`: removes fixed findings, updates moved ones, and adds new ones if the flag asks for it. */
export async function updateBaseline(paths: readonly string[], flags: BaselineFlags, library: LibraryModules): Promise<number> {
  const { output, add = false } = flags
  const engine = await library.engine()
  const baseline = readBaseline(output, engine)
  await checkOutput(output)
  const { result, codesOf, incomplete } = await scanNow(paths, flags, engine)
  if (incomplete.length > 0) return refuse(incomplete)
  const { known, gone } = engine.matchBaseline(result.findings, baseline, codesOf)
  const kept = result.findings.filter((finding) => known.has(finding) || add)
  await writeOutput(output, formatBaseline(kept.map((finding) => toKnown(finding, codesOf))))
  const fresh = result.findings.length - known.size
  const news = fresh === 0 ? [] : [add ? `${fresh} new added` : `${fresh} new not added (use --add)`]
  const said = [`${known.size} known`, `${gone.length} removed`, ...news].join(', ')
  await writeStream(process.stdout, `${countOf(kept.length, 'finding')} in ${showText(output)}: ${said}.\n`)
  return EXIT_CODES.passed
}

/** `assay baseline show`: the number of findings per rule in a baseline, and their locations. */
export async function showBaseline(file: string, library: LibraryModules): Promise<number> {
  const findings = readBaseline(file, await library.engine())
  const byRule = new Map<string, KnownFinding[]>()
  for (const finding of findings) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding])
  const blocks = [...byRule]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, known]) => [`${showText(rule)}  ${known.length}`, ...known.map(({ file: at, line }) => `  ${showText(at)}:${line}`)].join('\n'))
  await writeStream(process.stdout, `${[...blocks, `${countOf(findings.length, 'finding')} in ${showText(file)}`].join('\n')}\n`)
  return EXIT_CODES.passed
}

async function scanNow(paths: readonly string[], given: BaselineFlags, engine: Engine) {
  const cwd = process.cwd()
  const project = openProject(given, cwd, engine)
  const { output, pack, rules, ruleCache, config, quiet } = given
  const flags: ScanFlags = settleFlags(
    {
      format: 'json',
      output: [{ file: output }],
      ignore: true,
      snippets: true,
      fold: true,
      ruleCache,
      ...(pack !== undefined && { pack }),
      ...(rules !== undefined && { rules }),
      ...(config !== undefined && { config }),
      ...(quiet !== undefined && { quiet }),
    },
    project,
  )
  const { result, walk, packed } = await stopOnSignals((signal) => scanPaths(paths, flags, { engine, project, change: undefined }, signal))
  const counted: ScanResult = engine.applySettings(result, project.settings, project.pathOf)
  const codesOf = createCodeReader(createSourceReader(cwd, undefined, packed), engine)
  return { result: counted, codesOf, incomplete: describeUnreadable(walk?.unreadablePaths ?? []) }
}

/** Refuses an incomplete scan: its baseline would later report old findings as new. */
async function refuse(reasons: readonly string[]): Promise<number> {
  await writeStream(process.stderr, reasons.map((reason) => `assay: ${reason}\n`).join(''))
  return EXIT_CODES.incomplete
}
