import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createScannerFromData, type RuleFolder, type Scanner, type ScannerData } from '../index.ts'
import { packageRoot } from './package-root.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { digestOf, openRuleCache, type RuleCacheOutcome } from './rule-cache.ts'

/** How a scanner is made in Node. */
export interface ScannerOptions {
  /** Names of packs: built-in ones, or those of the folders in `rules`. Default: `full`. */
  readonly packs?: readonly string[]
  /** Folders or files with rules of one's own; all of them are used. */
  readonly rules?: readonly string[]
  /** Folder in which compiled own rules are kept, so that the next scanner of the same rules is made sooner. Without one nothing is kept. */
  readonly ruleCache?: string
  /** Called when `ruleCache` was asked for own rules. */
  readonly onRuleCache?: (outcome: RuleCacheOutcome) => void
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
  const builtIn = readBuiltIn(root)
  const cache = options.ruleCache === undefined || own.length === 0 ? undefined : openRuleCache(options.ruleCache, own, [builtIn.digest(), ...packs])
  const cached = cache?.read()
  if (cached !== undefined) options.onRuleCache?.('read')
  return createScannerFromData({
    folders: [builtIn.folder, ...(cached ?? own)],
    packs,
    runtime: async () => readGrammarFile(root, 'web-tree-sitter'),
    grammar: (name) => readGrammarFile(root, name),
    grammarsChecked: true,
    check: own.length > 0 && cached === undefined,
    ...(cache === undefined ? {} : { onChecked: ([, ...prepared]) => options.onRuleCache?.(cache.write(prepared) ? 'written' : 'unwritable') }),
    ...(options.testing === undefined ? {} : { testing: options.testing }),
  })
}

/** The rules of this package: as the build read them, or as they are on disk where nothing is built. */
function readBuiltIn(root: URL): { readonly folder: RuleFolder; digest(): string } {
  const bundle = new URL('dist/rules.json', root)
  const sources = import.meta.url.endsWith('.ts')
  if (!sources && existsSync(bundle)) {
    const text = readFileSync(bundle, 'utf8')
    return { folder: JSON.parse(text), digest: () => digestOf(text) }
  }
  const folder = readRuleFolder(fileURLToPath(new URL('rules', root)), false, 'rules')
  return { folder, digest: () => digestOf(JSON.stringify(folder)) }
}

/** Blocks: in a cold start there is nothing else to do, and a promise takes a thread to be started. */
function readGrammarFile(root: URL, name: string): Uint8Array {
  const file = new URL(`dist/grammars/${name}.wasm`, root)
  if (!existsSync(file)) throw new Error(`the grammar ${name} is missing from the assay package: run \`npm run build\``)
  return readFileSync(file)
}
