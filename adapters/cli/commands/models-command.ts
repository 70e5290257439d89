import { stat } from 'node:fs/promises'
import pc from 'picocolors'
import type { LibraryModel, PackFile } from '../../../src/node/index.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import { formatDiagnostics } from '../messages/format-diagnostics.ts'
import { formatModel, formatModelTable } from './format-models.ts'
import { chooseColor } from '../output/choose-color.ts'
import { countOf } from '../output/format-number.ts'
import type { TerminalStyle } from '../output/terminal-style.ts'
import { writeStream } from '../output/write-output.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** Flags that the commands about models share. */
export interface ModelsFlags {
  readonly rules?: readonly string[]
  readonly language?: string
  readonly format: 'text' | 'json'
  readonly color?: boolean
}

/** `assay models list` */
export async function listModels(flags: ModelsFlags, modules: LibraryModules): Promise<number> {
  const models = await loadModels(flags, modules)
  await writeStream(process.stdout, flags.format === 'json' ? toJsonText(models) : formatModelTable(models, terminalStyle(flags)))
  return EXIT_CODES.passed
}

/** `assay models show <library>`: all files about the library. */
export async function showModel(library: string, flags: ModelsFlags, modules: LibraryModules): Promise<number> {
  const models = await loadModels(flags, modules)
  const found = models.filter((model) => model.library === library || model.packages.includes(library))
  if (found.length === 0) {
    const { nearestWord } = await modules.engine()
    const nearest = nearestWord(
      library,
      models.flatMap((model) => [model.library, ...model.packages]),
    )
    const advice = nearest === undefined ? 'Run `assay models list` to see all libraries.' : `Did you mean \`${nearest}\`?`
    throw new CommandError(EXIT_CODES.wrongUsage, `no model describes the library \`${library}\`. ${advice}`)
  }
  const style = terminalStyle(flags)
  const text = flags.format === 'json' ? toJsonText(found) : found.map((model) => formatModel(model, style)).join('\n')
  await writeStream(process.stdout, text)
  return EXIT_CODES.passed
}

/** `assay models check <path>…`: throws `RuleError` with all mistakes of the models, and reports what their programs disagree with. */
export async function checkModels(paths: readonly string[], flags: Pick<ModelsFlags, 'format'>, modules: LibraryModules): Promise<number> {
  const models = await readModelFiles(paths, modules)
  const [{ createScanner }, { judgeModels }] = await Promise.all([modules.engine(), modules.testing()])
  const kinds = await knownKinds(paths, modules)
  const { diagnostics, programs } = await judgeModels({ models, kinds, createScanner: (folder) => createScanner({ packs: [], folders: [folder] }) })
  if (flags.format === 'json') await writeStream(process.stdout, toJsonText({ models: models.length, programs, diagnostics }))
  else if (diagnostics.length > 0) await writeStream(process.stderr, `${formatDiagnostics(diagnostics, 'models')}\n`)
  else await writeStream(process.stdout, `${countOf(models.length, 'valid model')}, ${countOf(programs, 'program')}. No errors.\n`)
  return diagnostics.length > 0 ? EXIT_CODES.wrongUsage : EXIT_CODES.passed
}

/** The kinds of data that built-in rules and the rules of the folders have as sources. */
async function knownKinds(paths: readonly string[], modules: LibraryModules): Promise<ReadonlySet<string>> {
  const { listModels: list, readRuleFolder } = await modules.engine()
  const builtIn = list().models.flatMap(({ rows }) => [
    ...(rows.sources ?? []).map(({ kind }) => kind),
    ...(rows['entry-points'] ?? []).flatMap(({ parameters }) => Object.values(parameters)),
  ])
  const own = paths.map((path) => readRuleFolder(path, true)).flatMap(({ rules, shared }) => [...rules, ...shared])
  const used = own.flatMap(({ text }) => Array.from(text.matchAll(/\b(?:value|parameter|part)-of-([a-z0-9-]+)/g), ([, kind]) => kind))
  return new Set([...builtIn.filter((kind) => !kind.includes('.')), ...used.map((kind) => kind.replace(/-by-name$/, ''))])
}

async function readModelFiles(paths: readonly string[], modules: LibraryModules): Promise<readonly PackFile[]> {
  const { readRuleFolder } = await modules.engine()
  const models: PackFile[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) throw new CommandError(EXIT_CODES.wrongUsage, `\`${path}\` does not exist.`)
    const { rules, models: inside = [] } = readRuleFolder(path, true)
    // A single file, or a folder that is itself the `models` of a rule folder.
    models.push(...(inside.length > 0 ? inside : rules))
  }
  if (models.length === 0)
    throw new CommandError(
      EXIT_CODES.wrongUsage,
      `there is no model in ${paths.map((path) => `\`${path}\``).join(', ')}. Name a model file, or a folder with \`models/\``,
    )
  return models
}

async function loadModels({ rules, language }: ModelsFlags, modules: LibraryModules): Promise<readonly LibraryModel[]> {
  const { listModels: list, RuleError } = await modules.engine()
  const { models, diagnostics } = list(rules === undefined ? {} : { rules })
  if (diagnostics.length > 0) throw new RuleError(diagnostics)
  return language === undefined ? models : models.filter(({ languages }) => languages.includes(language))
}

function terminalStyle(flags: Pick<ModelsFlags, 'color'>): TerminalStyle {
  const { stdout } = process
  return { colors: pc.createColors(chooseColor(flags.color, process.env, stdout)), width: stdout.isTTY ? stdout.columns || 80 : undefined }
}

function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
