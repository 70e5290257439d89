import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createTwoFilesPatch } from 'diff'
import type { Finding, PackFile, RuleFolder, ScanFile, ScanOptions, ScanResult } from '../../../src/node/index.ts'
import { leavesProject } from '../files/check-target.ts'
import { CommandError } from '../process/command-error.ts'
import type { LibraryModules, Engine } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { type FixBench, fixInRounds, type FixOutcome } from './fix-rounds.ts'
import { checkFocus, toFocus } from '../flags/focus-flags.ts'
import { countOf } from '../output/format-number.ts'
import { leaveOut, openProject, settleFlags } from '../project/project.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { selectRules } from '../project/select-rules.ts'
import { showText } from '../output/show-text.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { writeStream } from '../output/write-output.ts'

/** Flags of `assay fix`. */
export interface FixFlags extends Omit<ScanFlags, 'format' | 'snippets' | 'fold'> {
  readonly apply?: boolean
  readonly interactive?: boolean
}

/** UTF-16 units of cached reports, so that a round scans only changed files. */
const CACHE_UNITS = 2 ** 26

/** A rule that matches every file, so that every file is parsed. Otherwise syntax errors in files without candidate rules would stay unnoticed. */
const PARSING_RULES: RuleFolder = {
  name: 'parsing',
  rules: [
    parsingRule('parses-script', ['javascript', 'typescript'], { kind: 'program' }),
    parsingRule('parses-python', ['python'], { kind: 'module' }),
    parsingRule('parses-document', ['yaml', 'json', 'toml', 'hcl'], { document: { path: '**' } }),
  ],
  shared: [],
  packs: [],
  whole: true,
}

function parsingRule(id: string, languages: readonly string[], match: Readonly<Record<string, unknown>>): PackFile {
  const about = { title: 'A file', severity: 'low', confidence: 'high', category: 'data', cwe: ['CWE-710'], description: 'A file is here.' }
  return { path: `${id}.json`, text: JSON.stringify({ id, ...about, languages, paths: { tests: true }, match }) }
}

/** `assay fix`: prints changes as a diff to stdout or writes them, and lists withdrawn fixes on stderr. */
export async function runFix(paths: readonly string[], given: FixFlags, library: LibraryModules): Promise<number> {
  if (paths.includes('-')) throw new CommandError(EXIT_CODES.wrongUsage, 'standard input (`-`) cannot be fixed. Name files or folders.')
  const engine = await library.engine()
  const originals = new Map<string, string | undefined>()
  const outcome = await stopOnSignals((signal) => fixAll(paths, given, { engine, originals, signal }))
  if (given.apply !== true && given.interactive !== true) await writeStream(process.stdout, formatDiffs(outcome, originals))
  else for (const [file, text] of outcome.texts) await replaceFile(file, { before: originals.get(file), text })
  if (given.quiet !== true) await writeStream(process.stderr, describe(outcome, given))
  return EXIT_CODES.passed
}

interface FixRun {
  readonly engine: Engine
  readonly originals: Map<string, string | undefined>
  readonly signal: AbortSignal
}

async function fixAll(paths: readonly string[], given: FixFlags, { engine, originals, signal }: FixRun): Promise<FixOutcome> {
  const project = openProject(given, process.cwd(), engine)
  const flags = settleFlags({ ...given, format: 'text', snippets: true, fold: true }, project)
  const includeVendored = !flags.ignore
  const listed = leaveOut(await engine.listFiles(paths, { noIgnore: !flags.ignore, includeVendored }), project, engine)
  const files: ScanFile[] = []
  for await (const file of listed.files) files.push(file)
  const scanner = await engine.createScanner({ ...selectRules(flags, project.root), cache: CACHE_UNITS })
  const parser = await engine.createScanner({ packs: [], folders: [PARSING_RULES] })
  try {
    checkFocus(flags, scanner.rules, engine)
    const options: ScanOptions = { signal, includeVendored }
    const scan: FixBench['scan'] = (texts) =>
      scanner.scan(
        files.map((file) => {
          const content = texts.get(file.path)
          return content === undefined ? file : { path: file.path, content }
        }),
        options,
      )
    const textOf = (file: string): string | undefined => {
      if (!originals.has(file)) originals.set(file, readUtf8(file))
      return originals.get(file)
    }
    const first = await scan(new Map())
    const wanted = (result: ScanResult): ReadonlySet<string> => {
      const counted = engine.focusResult(engine.applySettings(result, project.settings, project.pathOf), toFocus(flags))
      return new Set(counted.findings.filter(({ autofix = [] }) => autofix.length > 0).map(({ id }) => id))
    }
    let known = { result: first, ids: wanted(first) }
    const chosen =
      given.interactive === true
        ? await choose(
            first.findings.filter(({ id }) => known.ids.has(id)),
            { textOf, engine },
          )
        : undefined
    return await fixInRounds(first, {
      engine,
      scan,
      countFaults: async (path, content) => (await parser.scan([{ path, content }], { includeVendored })).partial.length,
      textOf,
      isWanted: ({ id }, result) => {
        if (known.result !== result) known = { result, ids: wanted(result) }
        return known.ids.has(id) && chosen?.has(id) !== false
      },
    })
  } finally {
    await parser.close()
    await scanner.close()
  }
}

/** Undefined for files that are not UTF-8, because they could not be written back unchanged. A byte order mark stays in the text. */
function readUtf8(file: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch {
    return undefined
  }
}

/** Asks for each fix on stderr and reads answers from stdin: yes, no, all, quit. The end of input means no. */
async function choose(findings: readonly Finding[], { textOf, engine }: Pick<FixBench, 'textOf' | 'engine'>): Promise<ReadonlySet<string>> {
  const chosen = new Set<string>()
  const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  for (const [index, finding] of findings.entries()) {
    const text = textOf(finding.file)
    const placed = text === undefined ? undefined : engine.readPlaces(text)
    if (placed === undefined) continue
    const fixed = engine.applyFixes(placed, [finding])
    const patch = formatPatch(finding.file, placed.text, fixed.text)
    const head = `${finding.severity}  ${showText(finding.title)}  ${finding.rule}\n`
    await writeStream(
      process.stderr,
      `${head}${showLines(patch)}Apply this change (${index + 1} of ${findings.length})? [y]es, [n]o, [a]ll, [q]uit: `,
    )
    const { value = 'quit' } = await answers.next()
    const [answer] = String(value).trim().toLowerCase()
    if (answer === 'y') chosen.add(finding.id)
    if (answer === 'a') for (const { id } of findings.slice(index)) chosen.add(id)
    if (answer === 'a' || answer === 'q') break
  }
  process.stdin.destroy()
  return chosen
}

function formatDiffs({ texts }: FixOutcome, originals: ReadonlyMap<string, string | undefined>): string {
  const files = [...texts].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const patch = files.map(([file, text]) => formatPatch(file, originals.get(file) ?? '', text)).join('')
  return process.stdout.isTTY ? showLines(patch) : patch
}

/** A diff in the format of `git apply`. */
function formatPatch(file: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 })
  return patch.replace(/^=+\n/, '').replace(/^(---|\+\+\+) (.*?)\t?$/gm, '$1 $2')
}

function showLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/, '').split('\t').map(showText).join('\t'))
    .join('\n')
}

/** Replaces a file atomically and keeps its mode. A file that changed since it was read stays as it is. */
async function replaceFile(path: string, { before, text }: { readonly before: string | undefined; readonly text: string }): Promise<void> {
  const file = realpathSync(resolve(path))
  if (leavesProject(resolve(path), process.cwd()))
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `\`${showText(path)}\` is behind a symbolic link that leads out of the project. It was not changed.`,
    )
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    if (readUtf8(file) !== before)
      throw new CommandError(
        EXIT_CODES.incomplete,
        `\`${path}\` was modified by another program during the run. It was not changed. Run assay fix again.`,
      )
    const { mode } = statSync(file)
    writeFileSync(draft, text, { flag: 'wx' })
    chmodSync(draft, mode)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    if (error instanceof CommandError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new CommandError(EXIT_CODES.incomplete, `\`${path}\` cannot be written (${code}). Earlier files were fixed.`)
  }
}

function describe({ texts, fixed, withdrawn, left }: FixOutcome, { apply, interactive }: FixFlags): string {
  const made = apply === true || interactive === true
  const where = `${countOf(fixed.length, 'fix', 'fixes')} in ${countOf(texts.size, 'file')}`
  const head =
    fixed.length === 0 ? 'nothing to fix.' : made ? `applied ${where}.` : `found ${where}. No file was changed. Use --apply to write the changes.`
  const lines = [
    ...withdrawn.map(({ finding, why }) => `${showText(finding.file)}:${finding.line}: the fix of ${finding.rule} was not applied: ${why}.`),
    ...(left > 0 ? [`${countOf(left, 'more fix', 'more fixes')} available. Run assay fix again.`] : []),
    head,
  ]
  return lines.map((line) => `assay: ${line}\n`).join('')
}
