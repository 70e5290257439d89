import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackFile, readRuleFolder, RuleError, type Scanner } from '../../src/node/index.ts'
import type { EngineData } from '../../src/open-engine.ts'
import { assembleScanner } from '../../src/scanner.ts'
import { root } from '../../tools/root.mjs'

export interface LoadedRules {
  readonly usual: Scanner
  readonly withoutPrefilter: Scanner
  readonly cursor: Scanner
  /** What is said of rules that cannot be used: the scanners are without them. */
  readonly faults: RuleError['diagnostics']
}

/** Scanners with every rule that stands in `rules/`, in a pack or not. One faulty rule must not keep the others from being proven. */
export async function loadRules(): Promise<LoadedRules> {
  const folder = readRuleFolder(join(root, 'rules'), true, 'rules')
  const files = new Set([...folder.rules, ...folder.shared].map(({ path }) => path))
  const wasm = (name: string): Uint8Array => readFileSync(join(root, 'dist/grammars', `${name}.wasm`))
  const faults: RuleError['diagnostics'][number][] = []
  const create = (check: boolean, testing: EngineData['testing'] = {}): Promise<Scanner> => {
    const isSound = ({ path }: PackFile): boolean => faults.every(({ file }) => file !== path)
    const sound = { ...folder, packs: [], rules: folder.rules.filter(isSound), shared: folder.shared.filter(isSound) }
    return assembleScanner({ folders: [sound], packs: [], runtime: async () => wasm('web-tree-sitter'), grammar: wasm, check, testing })
  }
  for (;;) {
    try {
      const usual = await create(true)
      return { usual, withoutPrefilter: await create(false, { withoutPrefilter: true }), cursor: await create(false, { walk: 'cursor' }), faults }
    } catch (error) {
      const fresh =
        error instanceof RuleError ? error.diagnostics.filter(({ file }) => files.has(file) && faults.every((known) => known.file !== file)) : []
      if (fresh.length === 0) throw error
      faults.push(...fresh)
    }
  }
}
