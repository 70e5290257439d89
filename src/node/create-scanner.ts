import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createScannerFromData, type RuleFolder, type Scanner, type ScannerData } from '../index.ts'
import { packageRoot } from './package-root.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { readStored } from './read-stored.ts'

/** How a scanner is made in Node. */
export interface ScannerOptions {
  /** Names of packs: built-in ones, or those of the folders in `rules`. Default: `full`. */
  readonly packs?: readonly string[]
  /** Folders or files with rules of one's own; all of them are used. */
  readonly rules?: readonly string[]
  /** For tests of the engine. */
  readonly testing?: ScannerData['testing']
}

/**
 * Makes a scanner from packs by name and from rule folders on disk. Nothing leaves the machine. Throws `RuleError` with every mistake of the rules,
 * `RuleFolderError` when a folder cannot be read.
 *
 * @example
 * ```ts
 * import { createScanner } from 'assay'
 *
 * const scanner = await createScanner({ packs: ['public'] })
 * const content = "app.get('/', (req) => require('child_process').exec('ls ' + req.query.dir))"
 * const result = await scanner.scan([{ path: 'app.js', content }])
 * console.log(result.grade, result.findings.map(({ rule, line }) => `${rule} in line ${line}`)) // → D [ 'command-injection in line 1' ]
 * await scanner.close()
 * ```
 */
export async function createScanner(options: ScannerOptions = {}): Promise<Scanner> {
  const root = packageRoot()
  const own = (options.rules ?? []).map((path) => readRuleFolder(path, true))
  const packs = options.packs ?? ['full']
  return createScannerFromData({
    folders: [readBuiltIn(root), ...own],
    packs,
    runtime: async () => readGrammarFile(root, 'web-tree-sitter'),
    grammar: (name) => readGrammarFile(root, name),
    readStored,
    check: own.length > 0,
    ...(options.testing === undefined ? {} : { testing: options.testing }),
  })
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
