import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Explanation, ExplainRequest, Scanner, SourceFile } from '../../../../src/node/index.ts'
import { chooseColor } from '../../output/choose-color.ts'
import { writeStream } from '../../output/write-output.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import type { LibraryModules, Engine } from '../../engine/library-modules.ts'
import { countOf } from '../../output/format-number.ts'
import { describeSuggestions, suggestRules } from '../../flags/suggest-rules.ts'
import { openProject, type Project } from '../../project/project.ts'
import { listSources } from '../../project/list-sources.ts'
import { selectRules } from '../../project/select-rules.ts'
import type { RulesFlags } from './rules-command.ts'

/** Flags of `assay rules explain`. */
export interface ExplainFlags extends RulesFlags {
  readonly config?: string | false
  /** Maximum number of candidates, sources and sinks. */
  readonly max?: number
}

/** Explanations of a folder that are printed. */
const MAX_FILES = 5
/** Files of a folder that are explained. */
const MAX_EXPLAINED = 200

/** `assay rules explain <rule> <path…>`. Passed if the rule reports something. */
export async function explainRule(rule: string, paths: readonly string[], flags: ExplainFlags, library: LibraryModules): Promise<number> {
  const engine = await library.engine()
  const project = openProject(flags, process.cwd(), engine)
  const target = readTarget(paths[0] ?? '')
  const files = (await readSample(rule, target, engine, library)) ?? (await readFiles([target.path, ...paths.slice(1)], engine))
  const scanner = await engine.createScanner(selectRules(settleRules(flags, project), project.root))
  try {
    if (!scanner.rules.some(({ id }) => id === rule)) throw new CommandError(EXIT_CODES.wrongUsage, await describeUnknown(rule, scanner, engine))
    const request = { rule, files, ...(flags.max === undefined ? {} : { maxCandidates: flags.max }) }
    const all = target.isFolder ? await explainFolder(scanner, request) : [await explainLine(scanner, request, target)]
    const shown = all.slice(0, MAX_FILES).map((explanation) => applyProject(explanation, project, engine))
    await writeStream(process.stdout, format(shown, all.length, files, flags, engine))
    return shown.some(({ kind }) => kind === 'fired') ? EXIT_CODES.passed : EXIT_CODES.failed
  } finally {
    await scanner.close()
  }
}

/** The packs and rules of the flags, with those of the settings. */
function settleRules(flags: ExplainFlags, { settings: { packs, rules } }: Project): ExplainFlags {
  return {
    ...flags,
    ...(flags.pack === undefined && packs !== undefined && { pack: packs }),
    ...(flags.pack !== false && rules.length > 0 && { rules: [...rules, ...(flags.rules ?? [])] }),
  }
}

interface Target {
  readonly path: string
  readonly line: number | undefined
  readonly isFolder: boolean
}

/** `app.js:12` is a line of `app.js`, unless there is such a file. */
function readTarget(written: string): Target {
  const whole = statSync(written, { throwIfNoEntry: false })
  const [, path = written, line] = whole === undefined ? (/^(.+?):(\d{1,9})(?::\d+)?$/.exec(written) ?? []) : []
  const found = whole ?? statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CommandError(EXIT_CODES.wrongUsage, `\`${path}\` does not exist.`)
  if (line !== undefined && found.isDirectory()) throw new CommandError(EXIT_CODES.wrongUsage, `\`${path}\` is a folder, which has no line ${line}.`)
  if (line === '0') throw new CommandError(EXIT_CODES.wrongUsage, 'lines count from 1.')
  return { path, line: line === undefined ? undefined : Number(line), isFolder: found.isDirectory() }
}

/**
 * Sample code of the rule as `assay rules test` scans it: with paths from its own folder, templates expanded, and the file of the target first.
 * Undefined for other files.
 */
async function readSample(
  rule: string,
  { path, isFolder }: Target,
  engine: Engine,
  library: LibraryModules,
): Promise<readonly SourceFile[] | undefined> {
  const parts = resolve(path).split(sep)
  const at = parts.lastIndexOf(rule)
  if (isFolder || at < 1 || !parts.slice(Math.max(0, at - 2), at).includes('fixtures')) return undefined
  const { prepareFixtures } = await library.testing()
  const samples = engine.readFixtures(parts.slice(0, at).join(sep)).find((each) => each.rule === rule)
  const inside = parts.slice(at + 1).join('/')
  for (const { prefix, files } of prepareFixtures(samples?.files ?? []).projects) {
    const file = files.find((each) => prefix + each.path === inside)
    if (file !== undefined) return [file, ...files.filter((each) => each !== file)]
  }
  return undefined
}

/** The files of the paths. The file of the first path comes first. */
async function readFiles(paths: readonly string[], engine: Engine): Promise<readonly SourceFile[]> {
  const found = new Map<string, SourceFile>()
  for (const path of paths) {
    const { files } = await listSources([path], {}, engine)
    for await (const file of files) {
      if (found.has(file.path) || 'skip' in file) continue
      const content = 'content' in file ? file.content : engine.readRegularBytes(file.location, Number.MAX_SAFE_INTEGER)
      found.set(file.path, { path: file.path, content })
    }
  }
  if (found.size === 0) throw new CommandError(EXIT_CODES.wrongUsage, `there is no file to explain in \`${paths[0]}\`.`)
  return [...found.values()]
}

async function explainLine(scanner: Scanner, request: ExplainRequest, { line }: Target): Promise<Explanation> {
  return scanner.explain({ ...request, ...(line === undefined ? {} : { line }) })
}

/** The order in which explanations of several files are of interest. */
const INTEREST: readonly Explanation['kind'][] = ['fired', 'not-reported', 'no-flow', 'not-matched', 'not-run']

/** Explains the files of a folder: first those that the rule reports, then those that it comes near to. */
async function explainFolder(scanner: Scanner, request: ExplainRequest): Promise<readonly Explanation[]> {
  const all: Explanation[] = []
  for (const { path } of request.files.slice(0, MAX_EXPLAINED)) {
    const explanation = await scanner.explain({ ...request, file: path })
    // Sources and sinks of all files are in the first one.
    if (explanation.kind === 'no-flow' && all.some(({ kind }) => kind === 'no-flow')) continue
    all.push(explanation)
  }
  return all.toSorted((left, right) => INTEREST.indexOf(left.kind) - INTEREST.indexOf(right.kind))
}

/** What the settings of the project make of a finding. */
function applyProject(explanation: Explanation, { settings, pathOf }: Project, { matchIdGlob, matchPaths, isTestCode }: Engine): Explanation {
  const path = pathOf(explanation.file)
  const notes: string[] = []
  if (settings.exclude.length > 0 && matchPaths(settings.exclude)(path)) notes.push('`exclude` of the settings leaves this file out of scans.')
  const override = settings.overrides.findLastIndex(
    ({ off, rules, files, tests }) =>
      off !== undefined &&
      (rules === undefined || rules.some((glob) => matchIdGlob(glob, explanation.rule))) &&
      (files === undefined || matchPaths(files)(path)) &&
      (tests === undefined || tests === isTestCode(path)),
  )
  if (settings.overrides[override]?.off === true) notes.push(`\`overrides[${override}]\` of the settings turns the rule off for this file.`)
  return notes.length === 0 ? explanation : { ...explanation, notes: [...explanation.notes, ...notes] }
}

function format(shown: readonly Explanation[], count: number, files: readonly SourceFile[], flags: ExplainFlags, engine: Engine): string {
  if (flags.format === 'json') return `${JSON.stringify(count === 1 ? shown[0] : shown, undefined, 2)}\n`
  const color = chooseColor(flags.color, process.env, process.stdout)
  const width = process.stdout.isTTY ? Math.min(process.stdout.columns || 100, 120) : 100
  const texts = shown.map((explanation) => engine.renderExplanation(explanation, { files, color, width }))
  const rest = count - shown.length
  return `${texts.join('\n')}${rest > 0 ? `\n… ${countOf(rest, 'more file')} left out. Name a file to see it.\n` : ''}`
}

async function describeUnknown(id: string, { rules }: Scanner, engine: Engine): Promise<string> {
  const searched = `unknown rule \`${id}\` (searched ${countOf(rules.length, 'rule')} of the selected packs)`
  return `${searched}. ${describeSuggestions(suggestRules(id, rules, engine))}`
}
