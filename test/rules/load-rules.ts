import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PackFile, RuleError, type RuleFolder, type Scanner } from '../../src/node/index.ts'
import type { EngineData } from '../../src/engine-data.ts'
import { assembleScanner } from '../../src/engine.ts'
import { readBuiltIn } from '../../src/node/scanner-data.ts'
import { root } from '../../tools/root.mjs'
import { openTakenQueries } from '../../tools/taken-queries.mjs'

export interface LoadedRules {
  readonly scanner: Scanner
  /** The diagnostics of rules that cannot be used. The scanner does not have them. */
  readonly faults: RuleError['diagnostics']
}

let loaded: Promise<LoadedRules> | undefined

/** A scanner with every rule in `rules/`, in a pack or not. All test files of a process share it, because creating it takes longest. */
export function loadRules(): Promise<LoadedRules> {
  loaded ??= loadBuiltRules()
  return loaded
}

/** A build of these sources has checked and compiled the rules. Without one they are checked here, which takes ten times as long. */
async function loadBuiltRules(): Promise<LoadedRules> {
  const folder = readParsed()
  if (folder.plans === undefined) return loadSoundRules()
  return { scanner: await assembleRules({ folders: [{ ...folder, packs: [], whole: true }], packs: [], check: false }), faults: [] }
}

/** One faulty rule must not prevent the tests of others. */
async function loadSoundRules(): Promise<LoadedRules> {
  const folder = readParsed()
  const files = new Set([...folder.rules, ...folder.shared].map(({ path }) => path))
  const faults: RuleError['diagnostics'][number][] = []
  for (;;) {
    const isSound = ({ path }: PackFile): boolean => faults.every(({ file }) => file !== path)
    const sound = { ...folder, packs: [], whole: true, rules: folder.rules.filter(isSound), shared: folder.shared.filter(isSound) }
    try {
      return { scanner: await assembleRules({ folders: [sound], packs: [], check: true }), faults }
    } catch (error) {
      const fresh =
        error instanceof RuleError ? error.diagnostics.filter(({ file }) => files.has(file) && faults.every((known) => known.file !== file)) : []
      if (fresh.length === 0) throw error
      faults.push(...fresh)
    }
  }
}

/** A scanner with every rule and other testing options. */
export function openVariant(testing: NonNullable<EngineData['testing']>): Promise<Scanner> {
  return assembleRules({ folders: [{ ...readParsed(), packs: [], whole: true }], packs: [], check: false, testing })
}

let parsed: RuleFolder | undefined

/** Parsed once for all scanners of a process. */
function readParsed(): RuleFolder {
  return (parsed ??= readBuiltIn(pathToFileURL(`${root}/`)).folder)
}

function assembleRules(data: Pick<EngineData, 'folders' | 'packs' | 'check' | 'testing'>): Promise<Scanner> {
  return assembleScanner({
    ...data,
    runtime: async () => readGrammar('web-tree-sitter'),
    grammar: readGrammar,
    taken: openTakenQueries(readGrammar).of,
  })
}

function readGrammar(name: string): Uint8Array {
  return readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
}
