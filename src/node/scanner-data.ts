import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RuleFolder, ScannerData } from '../index.ts'
import { packageRoot } from './package-root.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { readStored } from './read-stored.ts'

/** Which rules a scanner runs, as plain data. */
export interface RuleChoice {
  /** Names of packs: built-in ones, or those of the folders in `rules`. Default: `full`. */
  readonly packs?: readonly string[]
  /** Folders or files with rules of one's own; all of them are used. */
  readonly rules?: readonly string[]
}

/** Reads rules and finds grammars on disk. Throws `RuleFolderError` when a folder cannot be read. */
export function readScannerData({ packs = ['full'], rules = [] }: RuleChoice): ScannerData {
  const root = packageRoot()
  const own = rules.map((path) => readRuleFolder(path, true))
  return {
    folders: [readBuiltIn(root), ...own],
    packs,
    runtime: async () => readGrammarFile(root, 'web-tree-sitter'),
    grammar: (name) => readGrammarFile(root, name),
    readStored,
    check: own.length > 0,
  }
}

/** The rules of this package: as the build read them, or as they are on disk where nothing is built. */
function readBuiltIn(root: URL): RuleFolder {
  const bundle = new URL('dist/rules.json', root)
  const sources = import.meta.url.endsWith('.ts')
  if (!sources && existsSync(bundle)) return JSON.parse(readFileSync(bundle, 'utf8'))
  return readRuleFolder(fileURLToPath(new URL('rules', root)), false, 'rules')
}

/** Blocks: in a cold start there is nothing else to do, and a promise takes a thread to be started. */
function readGrammarFile(root: URL, name: string): Uint8Array {
  const file = new URL(`dist/grammars/${name}.wasm`, root)
  if (!existsSync(file)) throw new Error(`the grammar ${name} is missing from the assay package: run \`npm run build\``)
  return readFileSync(file)
}
