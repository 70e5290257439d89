import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackFile, readRuleFolder, RuleError, type RuleFolder, type Scanner } from '../../src/node/index.ts'
import type { EngineData } from '../../src/engine-data.ts'
import { bundleFolder } from '../../src/pack/bundle-folder.ts'
import { assembleScanner } from '../../src/engine.ts'
import { root } from '../../tools/root.mjs'
import { openTakenQueries } from '../../tools/taken-queries.mjs'

export interface LoadedRules {
  readonly scanner: Scanner
  /** What is said of rules that cannot be used: the scanner is without them. */
  readonly faults: RuleError['diagnostics']
}

let loaded: Promise<LoadedRules> | undefined

/** A scanner with every rule that stands in `rules/`, in a pack or not; one for all test files of a process, since it takes longest to make. */
export function loadRules(): Promise<LoadedRules> {
  loaded ??= loadSoundRules()
  return loaded
}

/** One faulty rule must not keep the others from being proven. */
async function loadSoundRules(): Promise<LoadedRules> {
  const folder = readParsed()
  const files = new Set([...folder.rules, ...folder.shared].map(({ path }) => path))
  const faults: RuleError['diagnostics'][number][] = []
  for (;;) {
    const isSound = ({ path }: PackFile): boolean => faults.every(({ file }) => file !== path)
    const sound = { ...folder, packs: [], rules: folder.rules.filter(isSound), shared: folder.shared.filter(isSound) }
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

/** A scanner with every rule that does its work in another way. */
export function openVariant(testing: NonNullable<EngineData['testing']>): Promise<Scanner> {
  return assembleRules({ folders: [{ ...readParsed(), packs: [] }], packs: [], check: false, testing })
}

let parsed: RuleFolder | undefined

/** Parsed once for all scanners of a process. */
function readParsed(): RuleFolder {
  return (parsed ??= bundleFolder(readRuleFolder(join(root, 'rules'), true, 'rules')))
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
