import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
  /** Names of packs: built-in ones, or packs of the folders in `rules`. Default: `full`. */
  readonly packs?: readonly string[]
  /** Folders or files with additional rules. All of them are used. */
  readonly rules?: readonly string[]
  /** Symbolic links in the folders of `rules` must stay in the folder's own project and in this folder. Default: no restriction. */
  readonly linksWithin?: string
  /** Additional rules as data. All of them are used. */
  readonly folders?: readonly RuleFolder[]
  /** Folder for compiled own rules, which makes the next scanner with the same rules start faster. Without it nothing is stored. */
  readonly ruleCache?: string
}

/** Rules and grammars, and the identity for the cache of reports. */
export interface ChosenRules {
  readonly data: EngineData
  /** Own rules as they were read. */
  readonly own: readonly RuleFolder[]
  /** Identifies the engine's build, all rules, and the selection of rules. */
  identity(): string
}

/**
 * Reads rules and finds grammars on disk. Throws `RuleFolderError` if a folder cannot be read. `onRuleCache` is called if `ruleCache` was used for
 * own rules.
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

/** The rules of this package: bundled by the build, or from the source folder without a build or with one that is older than the sources. */
export function readBuiltIn(root: URL): { readonly folder: RuleFolder; digest(): string } {
  const bundle = new URL('dist/rules.json', root)
  const sources = import.meta.url.endsWith('.ts')
  if (existsSync(bundle) && (!sources || isNewer(bundle, [new URL('rules', root), new URL('src', root)]))) {
    const read = (): string => readFileSync(bundle, 'utf8')
    // Read again on demand, because the text needs as much memory as the result.
    return { folder: JSON.parse(read()), digest: () => digestOf(read()) }
  }
  const folder = readSources(fileURLToPath(new URL('rules', root)))
  return { folder, digest: () => digestOf(JSON.stringify(folder)) }
}

/** Whether a file was written after every file in the folders. */
function isNewer(file: URL, folders: readonly URL[]): boolean {
  const { mtimeMs } = statSync(file)
  const isOlder = (folder: string, name: string): boolean => statSync(join(folder, name)).mtimeMs < mtimeMs
  return folders
    .map((folder) => fileURLToPath(folder))
    .every((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).every((name) => isOlder(folder, name)))
}

/** The rules of this package by folder, parsed once per process: parsing YAML takes nine tenths of the loading time. */
const sourceFolders = new Map<string, RuleFolder>()

function readSources(path: string): RuleFolder {
  const folder = sourceFolders.get(path) ?? bundleFolder(readRuleFolder(path, false, 'rules'))
  sourceFolders.set(path, folder)
  return folder
}

/** Synchronous: at a cold start there is nothing else to do, and a promise would start a thread. */
function readGrammarFile(root: URL, name: string): Uint8Array {
  const file = new URL(`dist/grammars/${name}.wasm`, root)
  if (!existsSync(file)) throw new Error(`the grammar ${name} is missing from the assay package: run \`npm run build\``)
  return readFileSync(file)
}
