import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RuleFolder } from '../index.ts'
import { bundleFolder } from '../engine.ts'
import type { EngineData } from '../engine-data.ts'
import { buildId } from './build-id.ts'
import { packageRoot } from './package-root.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { readStored } from './read-stored.ts'
import { digestOf, openRuleCache, type RuleCacheOutcome } from './rule-cache.ts'

/** Which rules a scanner runs, as plain data. */
export interface RuleChoice {
  /** Names of packs: built-in ones, or those of the folders in `rules`. Default: `full`. */
  readonly packs?: readonly string[]
  /** Folders or files with rules of one's own; all of them are used. */
  readonly rules?: readonly string[]
  /** Symbolic links in the folders of `rules` may lead to files of the folder's own project and of this folder alone. Default: anywhere. */
  readonly linksWithin?: string
  /** Rules of one's own as data; all of them are used. */
  readonly folders?: readonly RuleFolder[]
  /** Folder in which compiled own rules are kept, so that the next scanner of the same rules is made sooner. Without one nothing is kept. */
  readonly ruleCache?: string
}

/** Rules and grammars, and what a scanner of them keeps its reports by. */
export interface ChosenRules {
  readonly data: EngineData
  /** Own rules as they were read. */
  readonly own: readonly RuleFolder[]
  /** Stands for the engine as it was built, for all rules and for which of them are used. */
  identity(): string
}

/**
 * Reads rules and finds grammars on disk. Throws `RuleFolderError` when a folder cannot be read. `onRuleCache` is called when `ruleCache` was asked for own
 * rules.
 */
export function readChosenRules(
  { packs = ['full'], rules = [], linksWithin, folders = [], ruleCache }: RuleChoice,
  onRuleCache?: (outcome: RuleCacheOutcome) => void,
): ChosenRules {
  const read = [...rules.map((path) => readRuleFolder(path, true, path, linksWithin)), ...folders]
  const { folder, digest } = readBuiltIn(packageRoot())
  const cache = ruleCache === undefined || read.length === 0 ? undefined : openRuleCache(ruleCache, read, [digest(), ...packs])
  const cached = cache?.read()
  if (cached !== undefined) onRuleCache?.('read')
  const own = cached ?? read
  const keep = ([, ...prepared]: readonly RuleFolder[]): void => {
    const isWritten = cache?.write(prepared) === true
    onRuleCache?.(isWritten ? 'written' : 'unwritable')
  }
  return {
    data: {
      ...toEngineData(folder, own, packs),
      check: read.length > 0 && cached === undefined,
      ...(cache === undefined ? {} : { onChecked: keep }),
    },
    own,
    identity: () => digestOf(JSON.stringify([buildId(), packs, digest(), read])),
  }
}

/** Own rules that were read and checked elsewhere, beside those of this package. */
export function withOwnRules(packs: readonly string[], own: readonly RuleFolder[]): EngineData {
  return toEngineData(readBuiltIn(packageRoot()).folder, own, packs)
}

function toEngineData(builtIn: RuleFolder, own: readonly RuleFolder[], packs: readonly string[]): EngineData {
  const root = packageRoot()
  return {
    folders: [builtIn, ...own],
    packs,
    runtime: async () => readGrammarFile(root, 'web-tree-sitter'),
    grammar: (name) => readGrammarFile(root, name),
    grammarsChecked: true,
    readStored,
    check: false,
  }
}

/** The rules of this package: as the build read them, or as they are on disk where nothing is built. */
function readBuiltIn(root: URL): { readonly folder: RuleFolder; digest(): string } {
  const bundle = new URL('dist/rules.json', root)
  const sources = import.meta.url.endsWith('.ts')
  if (!sources && existsSync(bundle)) {
    const read = (): string => readFileSync(bundle, 'utf8')
    // Read again where it is asked for: the text takes as much room as all that is made of it.
    return { folder: JSON.parse(read()), digest: () => digestOf(read()) }
  }
  const folder = readSources(fileURLToPath(new URL('rules', root)))
  return { folder, digest: () => digestOf(JSON.stringify(folder)) }
}

/** The rules of this package by their folder, parsed once for a process: YAML takes nine tenths of what it takes to load them. */
const sourceFolders = new Map<string, RuleFolder>()

function readSources(path: string): RuleFolder {
  const folder = sourceFolders.get(path) ?? bundleFolder(readRuleFolder(path, false, 'rules'))
  sourceFolders.set(path, folder)
  return folder
}

/** Blocks: in a cold start there is nothing else to do, and a promise takes a thread to be started. */
function readGrammarFile(root: URL, name: string): Uint8Array {
  const file = new URL(`dist/grammars/${name}.wasm`, root)
  if (!existsSync(file)) throw new Error(`the grammar ${name} is missing from the assay package: run \`npm run build\``)
  return readFileSync(file)
}
