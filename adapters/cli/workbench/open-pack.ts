import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RuleFolder, Scanner, WrittenRule } from '../../../src/node/index.ts'
import type { FixtureFile } from '../../../src/testing/index.ts'
import type { LibraryModules, Engine } from '../engine/library-modules.ts'
import { toSlashes } from '../files/to-slashes.ts'
import { showText } from '../output/show-text.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** Which rules of which folders a command for authors is about. */
export interface PackChoice {
  /** Packs, folders of rules, rule files or names of installed packages. Empty: the pack of the working folder. */
  readonly paths: readonly string[]
  /** The folder of the sample code. By default it is found next to the rules. */
  readonly fixtures?: string | undefined
}

/** A folder of rules with its sample code. */
export interface OpenPack {
  readonly folder: RuleFolder
  /** The chosen rules without mistakes in their shape, in order of their files. */
  readonly rules: readonly WrittenRule[]
  /** Path of the folder of the sample code. Undefined if there is none. */
  readonly fixtureFolder: string | undefined
  /** By rule id. Undefined for a rule without sample code. */
  samplesOf(id: string): readonly FixtureFile[] | undefined
  /** Throws `RuleError` with all mistakes. */
  createScanner(folder: RuleFolder): Promise<Scanner>
}

/** Opens each named pack. Throws `CommandError` for a path that does not exist or has no rules. */
export async function openPacks({ paths, fixtures }: PackChoice, library: LibraryModules): Promise<readonly OpenPack[]> {
  const engine = await library.engine()
  if (fixtures !== undefined && !isFolder(fixtures)) throw refuse(`--fixtures: \`${showText(fixtures)}\` is not a folder.`)
  const named = paths.length > 0 ? paths : [existsSync(join('.assay', 'rules')) ? '.assay' : '.']
  return named.map((path) => openPack(path, fixtures, engine))
}

function openPack(path: string, given: string | undefined, engine: Engine): OpenPack {
  const located = engine.locateRules(path)
  if (!existsSync(located)) throw refuse(`\`${showText(path)}\` does not exist. Name a pack, a folder of rules, a rule file or an installed package.`)
  const isFile = !isFolder(located)
  const root = isFile ? rulesFolderOf(located) : isFolder(join(located, 'rules')) ? join(located, 'rules') : located
  const fixtureFolder = given ?? fixturesOf(root)
  const folder = engine.readRuleFolder(root, true)
  const wanted = isFile
    ? folder.rules.filter((file) => file.path === toSlashes(isFolder(root) ? join(root, located.slice(root.length + 1)) : located))
    : folder.rules
  const rules = engine.readRules(wanted)
  const samples = new Map(fixtureFolder === undefined ? [] : engine.readFixtures(fixtureFolder).map(({ rule, files }) => [rule, files]))
  if (folder.rules.length === 0) throw refuse(`there are no rules in \`${showText(path)}\`. Write one with \`assay rules new\`.`)
  return {
    folder,
    rules,
    fixtureFolder,
    samplesOf: (id) => samples.get(id),
    createScanner: (own) => engine.createScanner({ packs: [], folders: [own] }),
  }
}

/** The folder that a rule file belongs to: the nearest one named `rules` or with shared matchers, word lists, models or packs, else its own. */
function rulesFolderOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (basename(folder) === 'rules' || ['shared', 'words', 'models', 'packs'].some((name) => isFolder(join(folder, name)))) return folder
    if (dirname(folder) === folder) return dirname(file)
  }
}

/** The sample code of a folder of rules: `fixtures/rules` or `fixtures` beside it. */
function fixturesOf(rules: string): string | undefined {
  const pack = join(rules, '..')
  return [join(pack, 'fixtures', 'rules'), join(pack, 'fixtures')].find(isFolder)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function refuse(message: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, message)
}
